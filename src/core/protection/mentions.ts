import { type ProgramCall, programName } from '../command/call.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import { mayExpand, withJoinedLiterals, withoutQuotes } from '../command/prefilter.ts';
import type { ProtectedGrounds } from './protected-files.ts';

/** This program, its hooks and the client as letters in a source. */
const OWN_LETTERS =
	/(?<![\w.])(?:claude-)?req(?!\w)|(?<![\w.])claude(?![\w.])|CLAUDE_CODE_EXECPATH|\/proc\/[^\s/]+\/exe|\.cjs(?!\w)/i;

/**
 * Whether a command line may call this program, one of its hooks or the client at all: a look at its
 * letters. False means that there is no such call; true means nothing.
 */
export function mentionsReq(source: string): boolean {
	if (/\$["'\\]/.test(source)) return true;
	const plain = withoutQuotes(source);
	return mayExpand(source) || mayExpand(plain) || OWN_LETTERS.test(plain);
}

/** Programs that run a text, and the options that hand it to them; they all read it as input too. */
const interpreters: readonly (readonly [RegExp, RegExp])[] = [
	[/^(?:python|pypy)[\d.]*$/, /^-\w*c/],
	[/^(?:node|bun|tsx|ts-node)$/, /^-\w*[ep]|^--(?:eval|print)/],
	[/^deno$/, /^(?:eval|-\w*e)/],
	[/^(?:ruby|lua[\d.]*|Rscript|osascript|swift|groovy|julia|elixir|scala|guile|R)$/i, /^-\w*e/],
	[/^perl[\d.]*$/, /^-\w*[eE]/],
	[/^php[\d.]*$/, /^-\w*[rBRE]/],
	[/^(?:[gmn]?awk|g?sed|jshell|sqlite3|tclsh|ed|ex)$/, /^/],
];
/** Letters of any of them. */
const mentioned =
	/python|pypy|node|bun|tsx|ts-node|deno|ruby|lua|rscript|osascript|swift|groovy|julia|elixir|scala|guile|perl|php|awk|sed|jshell|sqlite3|tclsh|\b(?:r|ed|ex)\b/i;
/** What a text says that only reads says none of this; `>` is neither an arrow nor a comparison with a number. */
const writing =
	/writ|["'](?:[wax]b?\+?|[rb]{1,2}\+)b?["']|popen|unlink|remove|rename|\brm|rmtree|delet|trunc|cop(?:y|ies)|\bcp|move|\bmv|replace|touch|dump|chmod|spawn|exec|system|process|popen|put|save|store|inplace|`|(?<![a-z])w\b|(?<![=-])>(?![=\s]*(?:\d|&\d|"?\/dev\/))/i;

/** Whether a line may run a text at all: a look at its letters. */
export function mentionsInterpreter(source: string): boolean {
	return mentioned.test(withoutQuotes(source));
}

/**
 * Whether a program whose text stands in the line (`python -c`, `node -e`, `perl <<EOF`, `awk`)
 * speaks of a path with one of these endings and may write. What it does with the path cannot be
 * read, so this is for refusals only, never for edits. Endings are compared without case.
 */
export function mentionsPath(parsed: ParsedCommand, endings: readonly string[]): boolean {
	const { words } = parsed;
	if (words.some(isInterpreter) && speaks(words.join(' '), endings)) return true;
	return parsed.calls.some((call) => {
		const text = inlineText(call);
		return text !== undefined && writing.test(text) && speaks(text, endings);
	});
}

function inlineText({ words, input }: ProgramCall): string | undefined {
	const given = words.slice(1);
	const name = programName(words[0]);
	const option = interpreters.find(([program]) => program.test(name))?.[1];
	if (option === undefined) return undefined;
	const isInline = given.some((word) => option.test(word));
	// In quotes, so that a name at the end of a word ends as one in a string does.
	const text = [...given.map((word) => `'${word}'`), input ?? ''].join('\n');
	return isInline || input !== undefined ? text : undefined;
}

function isInterpreter(word: string): boolean {
	return interpreters.some(([program]) => program.test(programName(word)));
}

function speaks(text: string, endings: readonly string[]): boolean {
	const letters = withJoinedLiterals(text.toLowerCase());
	// `HEAD:.claude/settings.json` is what git keeps of it.
	const files = letters.replaceAll(/(?<=\w):(?!\/)[\w/.-]+/g, ' ');
	return endings.some((ending) => files.includes(ending.toLowerCase()));
}

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

const FILES = ['requirements', 'sessions.json', 'settings', 'plugins', 'dev-mods'];
/** How a directory ends that is spoken of as a whole. */
const ENDS = ["'", '"', '\\"', '/*', ')'];
/** How a text brings a folder along that holds more than its name says. */
const BRINGS =
	/copytree|cpsync|\bcp\(|cp_r|symlink|rename|shutil\.move|unpack|extractall|fileutils/;
const SKILL = /skills(?:\/[\w.-]+)?\/?["'`](?=\s*[,)])(?!\s*,\s*["'`])/g;
/** Names that say enough only where the line also speaks of their directory, or is in it. */
const BARE = [
	'requirements.yaml',
	'requirements.local.yaml',
	'settings.json',
	'settings.local.json',
];

/**
 * The names by which a line speaks of what is protected: those of the protected places, by their last two
 * segments, which an absolute and a relative path share.
 *
 * @param cwd where the line starts: in a protected directory bare names are enough
 */
export function protectedNames(source: string, cwd: string, grounds: ProtectedGrounds): string[] {
	const letters = withJoinedLiterals(source.toLowerCase());
	const dirs = ['.claude', ...grounds.configDirs.map(lastNames)];
	const isNear = dirs.some((dir) =>
		[letters, cwd.toLowerCase()].some((text) => text.includes(dir)),
	);
	const names = [
		...dirs.flatMap((dir) => FILES.map((file) => `${dir}/${file}`)),
		...dirs.flatMap((dir) => ENDS.map((end) => `${dir}${end}`)),
		...[...grounds.stateDirs, ...grounds.configs, ...grounds.pluginRoots].map(lastNames),
		...['git/requirements', 'managed-settings', 'disableAllHooks', ...(isNear ? BARE : [])],
		...(letters.includes('skills') ? ['.claude-plugin', 'hooks/', 'hooks.json'] : []),
	];
	// A skill that a text copies, links or renames as a whole, or all of them, as the end of a string.
	const skills = BRINGS.test(letters) ? [...letters.matchAll(SKILL)].map(([path]) => path) : [];
	return [...new Set([...names, ...skills])].filter((name) => letters.includes(name.toLowerCase()));
}

function lastNames(path: string): string {
	return path.split('/').slice(-2).join('/');
}
