/** Options by which formatters and linters change the files they are given. */
const LETTERS = /\s(?:--(?:write|fix|in-?place|overwrite)|-[iw])(?![\w-])/;

/** Whether a line holds an option that lets a program change its files: a look at its letters. */
export function mentionsChange(source: string): boolean {
	return LETTERS.test(source);
}

/** Whether a line may fill the folder of a skill with a repository by a program that no row describes. */
export function mentionsFilling(source: string): boolean {
	return /submodule|degit|tiged|giget/.test(source) && source.includes('skills');
}
