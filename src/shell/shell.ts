import type { Assignment, Command, Redirection, SyntaxNode, Word } from 'unbash';
import { directoryProgram, type ProgramCall, programName, UNKNOWN, wordsIn } from './call.ts';
import { directoryIn, spelledLiteral } from './spelling.ts';
import { printedText, printedWords, readWords, spellingsOf, wordSpellings } from './words.ts';

/** How one shell of a line stands while its commands run one after the other. */
export interface Shell {
	/** A spelling; empty where the line began. */
	directory: string;
	previous: string;
	/** `set -o pipefail` is on for sure: the status of every command of a pipe counts. */
	pipefail: boolean;
}

/** Whether the children of a node run in shells of their own, each. */
export function forks(node: SyntaxNode): boolean {
	switch (node.type) {
		case 'Subshell':
		case 'Coproc':
		case 'CommandExpansion':
		case 'ProcessSubstitution':
			return true;
		case 'Statement':
			return node.background === true;
		case 'Pipeline':
			return node.commands.length > 1;
		default:
			return false;
	}
}

/** The shell that reads the source that a call holds. */
export function shellInside(shell: Shell, { words, directory }: ProgramCall): Shell {
	if (/^(?:eval|\.|source|trap)$/.test(programName(words[0]))) return shell;
	const pipefail = setsPipefail(words) && !words.includes('+o');
	return { directory, previous: shell.previous, pipefail };
}

function setsPipefail(words: readonly string[]): boolean {
	const at = words.indexOf('pipefail');
	return at > 0 && /^-[a-z]*o$/.test(words[at - 1] ?? '');
}

/** Follows `cd`, `pushd`, `popd` and `set -o pipefail`, `set +o pipefail`; one that may not run switches nothing on. */
export function followCall(
	shell: Shell,
	{ words, spellings }: ProgramCall,
	surelyRuns: boolean,
): void {
	if (programName(words[0]) === 'set' && words.includes('pipefail')) {
		shell.pipefail = surelyRuns && setsPipefail(words);
	}
	const program = directoryProgram(words[0]);
	if (program === undefined) return;
	const at = words.findIndex((word, index) => index > 0 && !/^-(?!$)/.test(word));
	const back = program === 'popd' || words[at] === '-' || (program === 'pushd' && at < 0);
	const target = at < 0 ? '\u0001HOME\u0002' : (spellings[at] ?? UNKNOWN);
	const { directory, previous } = shell;
	shell.directory = back ? previous : directoryIn(directory, target);
	shell.previous = directory;
}

/** Every spelling that a line gives a variable somewhere, by the variable's name. */
export type LineVariables = Map<string, readonly string[]>;

const maxValues = 32;
/** No value of a variable is longer. */
const maxLength = 1_024;

/** Notes what a node sets: `D=x`, `export D=x`, `for f in a b`. */
export function noteVariable(variables: LineVariables, node: SyntaxNode): void {
	if (node.type === 'Assignment') note(variables, node.name, assigned(node, variables));
	else if ((node.type === 'For' || node.type === 'Select') && node.wordlist !== undefined) {
		note(variables, node.name.text, fewSpellings(node.wordlist));
	}
}

function assigned(
	{ name, value, append }: Assignment,
	variables: LineVariables,
): readonly string[] {
	const values = value.type === 'Word' ? wordSpellings(value) : fewSpellings(value.elements);
	if (append !== true || value.type !== 'Word') return values;
	const before = variables.get(name) ?? [''];
	const longer = before.flatMap((start) => values.map((end) => `${start}${end}`));
	// `A+=$A` over and over would swell without end.
	return longer.filter((spelling) => spelling.length <= maxLength);
}

function fewSpellings(words: readonly Word[]): readonly string[] {
	return spellingsOf(words.slice(0, maxValues + 1));
}

/** Notes what `read`, `mapfile` and `readarray` put into variables. */
export function noteRead(variables: LineVariables, { words, input, piped }: ProgramCall): void {
	if (!/^(?:read|mapfile|readarray)$/.test(programName(words[0]))) return;
	const given = wordsIn(input ?? '').slice(0, maxValues + 1);
	const values = [...given.map(spelledLiteral), ...piped];
	const names = words.slice(1).filter((word) => /^[a-z_]\w*$/i.test(word));
	for (const name of [...names.slice(0, maxValues), 'REPLY']) note(variables, name, values);
}

function note(variables: LineVariables, name: string, values: readonly string[]): void {
	const before = variables.get(name) ?? [];
	if (before.length > maxValues) return;
	const known = [...new Set([...before, ...values])];
	variables.set(name, known.length > maxValues ? [...known.slice(0, maxValues), UNKNOWN] : known);
}

/** What a command has to read, as far as the line tells. */
export interface Input {
	/** The text of here-documents, here-strings and what `echo` says; `undefined` where there is none. */
	readonly stdin: string | undefined;
	/** Spellings of words that come through a pipe or from `<(…)`. */
	readonly piped: readonly string[];
	/** Spellings of files: of `<`, or those that `cat` shows. */
	readonly files: readonly string[];
}

export const NO_INPUT: Input = { stdin: undefined, piped: [], files: [] };

/** What each command of a pipeline gets from the one before it, where that is one plain call. */
export function pipedInputs(node: SyntaxNode, around: Input): ReadonlyMap<SyntaxNode, Input> {
	const commands = node.type === 'Pipeline' ? node.commands : [];
	const inputs = new Map<SyntaxNode, Input>();
	for (const [at, command] of commands.entries()) {
		const before = commands[at - 1];
		if (before?.type === 'Command') {
			const given = inputs.get(before);
			const program = before.name?.text ?? '';
			// `| tee log |`, `| cat |`.
			const passed = given && /^(?:cat|tee)$/.test(program) ? given : printed(before, around);
			const shown = program === 'cat' ? spellingsOf(before.args) : [];
			inputs.set(command, { ...passed, files: [...passed.files, ...shown] });
		} else if (before !== undefined) inputs.set(command, { ...around, files: [] });
	}
	return inputs;
}

/** What redirections give to read; `around` where they give nothing. */
export function redirectedInput(redirections: readonly Redirection[], around: Input): Input {
	const texts = redirections.flatMap(inlineText);
	const read = redirections.flatMap(openedToRead);
	const words = read.flatMap(substituted);
	const files = spellingsOf(read);
	return {
		stdin: texts.length === 0 ? around.stdin : texts.join('\n'),
		piped: words.length === 0 ? around.piped : words,
		files: files.length === 0 ? around.files : files,
	};
}

function printed(command: Command, around: Input): Input {
	const { words, spellings } = readWords(
		command.name === undefined ? [] : [command.name, ...command.args],
	);
	return {
		stdin: printedText(words) ?? around.stdin,
		piped: printedWords(spellings),
		files: [],
	};
}

/** Here-documents and here-strings, whichever descriptor a shell reads. */
function inlineText(redirect: Redirection): readonly string[] {
	if (redirect.type === 'HereDoc') return [redirect.body.text];
	const isString = redirect.type === 'HereString' && redirect.target !== undefined;
	return isString ? [readWords([redirect.target]).words.join(' ')] : [];
}

/** The word behind `<`. */
function openedToRead(redirect: Redirection): readonly Word[] {
	const isRead = redirect.type === 'Redirect' && redirect.operator === '<';
	return isRead && redirect.target !== undefined ? [redirect.target] : [];
}

/** `< <(find a)`. */
function substituted({ parts = [] }: Word): readonly string[] {
	return parts.flatMap((part) => {
		const command =
			part.type === 'ProcessSubstitution' ? part.script?.commands[0]?.command : undefined;
		return command?.type === 'Command' ? printed(command, NO_INPUT).piped : [];
	});
}

/** The redirections that a node has itself. */
export function redirectionsOf(node: SyntaxNode): readonly Redirection[] {
	return node.type === 'Redirected' || node.type === 'Command' ? node.redirects : [];
}

/** Spellings of the files that redirections open to write. */
export function writtenTargets(redirections: readonly Redirection[]): readonly string[] {
	return redirections.flatMap((redirect) => {
		if (redirect.type !== 'Redirect' || redirect.target === undefined) return [];
		const { operator, target } = redirect;
		if (!['>', '>>', '>|', '&>', '&>>', '<>', '>&'].includes(operator)) return [];
		const isDescriptor = operator === '>&' && /^(?:\d+-?|-)$/.test(target.text);
		return isDescriptor ? [] : wordSpellings(target);
	});
}
