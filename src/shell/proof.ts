import type { ProvingCommand } from '../config/forms.ts';
import { named, typed } from '../core/text/one-line.ts';
import { absolutePath, isInside, parentOf, plainPath, relativeTo } from '../core/text/paths.ts';
import { member, textIn } from '../store/foreign-json.ts';
import { type ProgramCall, programName, UNKNOWN, wordsIn } from './call.ts';
import { matchesCommand } from './match.ts';
import { type ParsedCommand, parseCommand } from './read-line.ts';
import { type Run, readRun } from './read-run.ts';
import { PASSED, type ReadFile, RUNNERS } from './test-runners.ts';

/** What has to be known of a call besides its words. */
export interface RunFacts {
	/** Where the line began. */
	readonly cwd: string;
	/** Spellings of the project's root. */
	readonly roots: readonly string[];
	/** Reads a file by its absolute path. */
	readonly read: ReadFile;
	/** The `package.json` of a folder; `undefined` if it has none. */
	readonly packageAt: (directory: string) => unknown;
	/** What the call printed. */
	readonly output: string;
	/** It did not go on in the background. */
	readonly finished: boolean;
}

/** A command of a config that ran. */
interface Proof {
	readonly run: string;
	/** Why the run does not count, as half a sentence. */
	readonly why: string | undefined;
}

/** A run, and where in the project it takes place. */
interface PlacedRun {
	readonly call: ProgramCall;
	readonly run: Run;
	/** Absolute. Of a script the folder of its `package.json`. */
	readonly path: string;
	/** The path from the root, the name of its package, or the workspace; the root is empty. */
	readonly names: readonly string[];
}

const maxScripts = 4;
/** With these a runner runs nothing. */
const IDLE =
	/^(?:--help|-h|--version|(?:--)?list|--listTests|--collect-only|--co|--dry-run|--no-run)$/;
/** Options of a config that a run may leave out. */
const LOUDNESS = new Set(wordsIn('-q -v -s --quiet --silent --verbose'));
const TASK = /^[^-][^=]*$/;
/** Programs that prepare a run, or show what it printed. */
const AROUND = /^(?:cd|pushd|set|export|unset|source|\.|echo|tail|head|tee|cat)$/;
/** What starts a file of tests, and the names of such files. */
const INTERPRETERS = /^(?:node|tsx|bun|deno|python[\d.]*|bash|sh|zsh|ruby|php)$/;
const NAMED_TESTS = /(?:^|[/._-])(?:tests?|specs?)(?:[._-][\w.-]*)?$/i;

/**
 * Whether a successful command line proves a command of a config: the same words in any spelling, in
 * the same place, with an exit status of its own, and without a summary that says that nothing ran
 * (D33). `undefined`: the line does not run it.
 */
export function proofOf(
	parsed: ParsedCommand,
	{ run: source, partial }: ProvingCommand,
	facts: RunFacts,
): Proof | undefined {
	const config = onlyCall(parseCommand(source));
	const wanted = config && placeRun(config, facts.roots[0] ?? '', facts);
	if (wanted === undefined) {
		// Several calls are compared as they are written.
		const last = parsed.source.trim() === source.trim() ? parsed.calls.at(-1) : undefined;
		return last && { run: source, why: whyHidden(last, facts) };
	}
	const proofs = parsed.calls.flatMap((call): Proof[] => {
		const ran = placeRun(call, facts.cwd, facts);
		const pair = ran && samePair(wanted, ran, facts);
		if (ran === undefined || pair === undefined) return [];
		const part = whyPartial(pair, { wanted, ran, partial, text: textOf(call) }, facts);
		return [{ run: source, why: part ?? whyHidden(call, facts) }];
	});
	return proofs.find(({ why }) => why === undefined) ?? proofs.at(-1);
}

/** The one call of a line, apart from what prepares it, wraps it or shows its output. */
function onlyCall({ calls }: ParsedCommand): ProgramCall | undefined {
	const work = calls.filter(({ words }) => !AROUND.test(words[0] ?? ''));
	const inner = work.at(-1);
	const tail = inner?.words.join(' ') ?? '';
	return work.every(({ words }) => words.join(' ').endsWith(tail)) ? inner : undefined;
}

/** `undefined`: it runs outside the project, or where only the shell knows. */
function placeRun(call: ProgramCall, from: string, facts: RunFacts): PlacedRun | undefined {
	const run = readRun(call.words);
	if (call.directory === undefined || run.directory.includes(UNKNOWN)) return undefined;
	let path = plainPath(absolutePath(run.directory, absolutePath(call.directory, from)));
	const root = facts.roots.find((one) => one === path || isInside(path, one));
	if (root === undefined) return undefined;
	const isPackage = (at: string) => facts.packageAt(at) !== undefined;
	const isNearest = run.script !== undefined && run.workspace === '';
	while (isNearest && path !== root && !isPackage(path)) path = parentOf(path);
	if (run.workspace !== '') path = `${root}/${run.workspace}`;
	// If the root is no package, the nearest one is meant. Other programs run anywhere.
	const isAnywhere = run.what === undefined || (isNearest && !isPackage(root));
	if (path === root || isAnywhere) return { call, run, path, names: [''] };
	const name = textIn(facts.packageAt(path), 'name') ?? [];
	return { call, run, path, names: [relativeTo(root, path)].concat(name) };
}

/** What is asked for and what ran, as runs of the same thing. */
interface Pair {
	readonly asked: Run;
	readonly ran: Run;
}

function samePair(wanted: PlacedRun, ran: PlacedRun, facts: RunFacts): Pair | undefined {
	if (wanted.run.what === undefined) {
		const line = { ...parseCommand(''), calls: [{ ...ran.call, words: ran.run.words }] };
		const isSame = matchesCommand(line, wanted.run.words.join(' '));
		return isSame ? { asked: wanted.run, ran: ran.run } : undefined;
	}
	const meant = meaningsOf(ran, facts);
	for (const asked of meaningsOf(wanted, facts)) {
		const tasks = asked.rules.tasks ? asked.args.filter((word) => TASK.test(word)) : [];
		const same = meant.find(({ what }) => what === asked.what);
		if (same !== undefined && without(tasks, same.args).length === 0) return { asked, ran: same };
	}
	return undefined;
}

/** A run and, if it is a script that makes one call, that call. */
function meaningsOf({ run, path }: PlacedRun, facts: RunFacts): readonly Run[] {
	const found = [run];
	for (let { script, args } = run; script !== undefined && found.length < maxScripts; ) {
		const source = textIn(member(facts.packageAt(path), 'scripts'), script);
		const call = source === undefined ? undefined : onlyCall(parseCommand(source));
		if (call === undefined || call.directory !== '') break;
		const inner = readRun([...call.words, ...args]);
		if (inner.what !== undefined) found.push(inner);
		({ script, args } = inner);
	}
	return found;
}

/** Why a run is not the one that is asked for. */
function whyPartial(
	{ asked, ran: { args, rules } }: Pair,
	call: Record<'wanted' | 'ran', PlacedRun> & { readonly partial: boolean; readonly text: string },
	facts: RunFacts,
): string | undefined {
	const { wanted, ran, partial, text } = call;
	const idle = without(ran.run.words, wanted.run.words).find((word) => IDLE.test(word));
	if (idle !== undefined) return `with ${typed(idle)} nothing is tested`;
	const surplus = without(args, asked.args).map((word) => word.replace(/(?<=.)\/$/, ''));
	const folders = rules.folders?.((file) => facts.read(`${ran.path}/${file}`)) ?? [];
	const whole = without(folders, surplus).length === 0 ? folders : [];
	const extra = withoutFlags(without(surplus, whole), rules.flags);
	const isThere = wanted.names.some((name) => ran.names.includes(name));
	if (!partial && !isThere && ran.run.workspace === '')
		return `${text} in ${named(ran.names[0] || '.')} is a partial run`;
	if (!partial && (!isThere || extra.some((word) => !rules.tasks || !TASK.test(word))))
		return `${text} is a partial run`;
	const optional = asked === wanted.run ? LOUDNESS : rules.flags;
	const missing = withoutFlags(without(asked.args, args), optional);
	const needed = missing.filter((word) => !partial || word.startsWith('-'));
	return needed.length === 0 ? undefined : `${text} lacks ${typed(needed.join(' '))}`;
}

/** The words that are not among the others, each as often as it is missing there. */
function without(words: readonly string[], others: readonly string[]): readonly string[] {
	const left = [...others];
	return words.filter((word) => {
		const at = left.indexOf(word);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}

/** The words of a run without options that leave no test out, and their values. */
function withoutFlags(words: readonly string[], flags: ReadonlySet<string>): readonly string[] {
	return words.filter((word, at) => {
		if (flags.has(`${words[at - 1]}=`)) return false;
		const name = word.replace(/=.*$/s, '');
		const letters = [...name.slice(1)].map((letter) => `-${letter}`);
		const isShort = /^-\w+$/.test(name);
		const isFlag = flags.has(name) || flags.has(`${name}=`) || /^\+\w/.test(name);
		const isValued = flags.has(`${letters[0]}=`) || letters.every((one) => flags.has(one));
		return !isFlag && !(isShort && isValued);
	});
}

/** Why the success of the line does not show that a call in it tested something. */
function whyHidden(
	{ hiddenBy, words }: ProgramCall,
	{ finished, output }: RunFacts,
): string | undefined {
	const { runner, tests } = readRun(words);
	if (!finished || hiddenBy === 'background') return `${named(runner)} goes on in the background`;
	if (hiddenBy !== undefined)
		return `${HIDES[hiddenBy] ?? 'the rest of the line'} hides ${named(runner)}'s status`;
	return tests && ranNothing(output) ? 'it ran no tests' : undefined;
}

const HIDES: Readonly<Record<string, string>> = {
	pipe: 'the pipe',
	or: '`||`',
	followed: 'what follows it',
};

function textOf({ words }: ProgramCall): string {
	return typed(words.join(' ').replaceAll(UNKNOWN, '…'));
}

/** Summaries are at the end of an output. */
const maxOutput = 20_000;
const COLORS = /\u001b\[[\d;]*m/g;
/** Whose line it is: `web:test: `, `[INFO] `. */
const PREFIX = /^(?:[\w@/.-]+:[\w:.-]+: |\[\w+\] )/gm;
const NOTHING = new RegExp(RUNNERS.flatMap(({ nothing }) => nothing?.source ?? []).join('|'), 'm');

/** Whether the summary of a run says that it tested nothing. */
export function ranNothing(output: string): boolean {
	const end = output.slice(-maxOutput).toLowerCase();
	const text = end.replaceAll(COLORS, '').replaceAll(PREFIX, '');
	return NOTHING.test(text) && !PASSED.test(text);
}

/** Whether the words of a call run tests: by a known runner, or a file that is named after them. */
export function isTestRun(words: readonly string[]): boolean {
	if (words.some((word) => IDLE.test(word))) return false;
	const [program = '', ...rest] = words;
	const file = rest.find((word) => /^[^-]/.test(word)) ?? '';
	const isStarted = INTERPRETERS.test(programName(program)) && NAMED_TESTS.test(file);
	const isFile = isStarted || (program.includes('/') && NAMED_TESTS.test(program));
	return isFile || readRun(words).tests;
}

/** Tests that ran and passed: `runner` as in `test:<runner>`, and the words of the call. */
interface TestRun {
	readonly runner: string;
	readonly command: string;
}

/** The test runs whose success the success of a command line proves; none if it tested nothing. */
export function testRuns(parsed: ParsedCommand, output = ''): TestRun[] {
	if (ranNothing(output)) return [];
	return parsed.calls.flatMap(({ words, hiddenBy }) => {
		const { tests, runner } = readRun(words);
		if (!tests || hiddenBy !== undefined || words.some((word) => IDLE.test(word))) return [];
		return [{ runner, command: words.join(' ').replaceAll(UNKNOWN, '…') }];
	});
}

/** Whether a line that failed did so because what a config asks for failed, in whole or in part. */
export function hasFailed(parsed: ParsedCommand, wanted: ProvingCommand, facts: RunFacts): boolean {
	const call = onlyCall(parsed);
	const isOwn = call !== undefined && call.hiddenBy === undefined;
	return isOwn && proofOf(parsed, wanted, facts) !== undefined;
}

/** Why a line that runs tests in the project by another route than a requirement's commands does not count. */
export function otherTestRun(
	{ calls }: ParsedCommand,
	commands: readonly ProvingCommand[],
	facts: RunFacts,
): string | undefined {
	const isTest = ({ words }: ProgramCall) => isTestRun(words);
	const wanted = commands.find(({ run }) => parseCommand(run).calls.some(isTest));
	const call = calls.find((one) => isTest(one) && placeRun(one, facts.cwd, facts) !== undefined);
	if (wanted === undefined || call === undefined) return undefined;
	return `${textOf(call)} is not in its \`commands\`; run ${typed(wanted.run)}, or add it there`;
}
