import { member, textIn } from '../store/foreign-json.ts';
import { named, typed } from '../text/one-line.ts';
import { absolutePath, isInside, parentOf, plainPath, relativeTo } from '../text/paths.ts';
import { type ProgramCall, UNKNOWN, wordsIn } from './call.ts';
import { matchesCommand } from './match.ts';
import { type ParsedCommand, parseCommand } from './read-line.ts';
import { IDLE, isTestRun, type Run, readRun } from './read-run.ts';
import { type ReadFile, ranNothing } from './test-runners.ts';

/** A command whose success satisfies a requirement. */
export interface ProvingCommand {
	readonly run: string;
	/** A run of a part of the tests is enough. */
	readonly partial: boolean;
}

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

/** A call of a line that runs a command of a config, or tests by another route. */
export interface Proof {
	/** The command of the config. */
	readonly run: string;
	readonly call: ProgramCall;
	/** Why the run does not count, as half a sentence. */
	readonly why: string | undefined;
	/** It runs tests, but none of the commands. */
	readonly isOther: boolean;
}

/** Why a test run is none of the commands of a config, behind its words. */
export const UNLISTED = 'is not in its `commands`';

/** A call as a run, and where in the project it takes place. */
interface PlacedRun {
	readonly call: ProgramCall;
	/** The run and, if it is a script that makes one call, that call. */
	readonly meanings: readonly [Run, ...Run[]];
	/** Absolute. Of a script the folder of its `package.json`. */
	readonly path: string;
	/** The path from the root, the name of its package, or the workspace; the root is empty. */
	readonly names: readonly string[];
}

/** Options of a config that a run may leave out. */
const VERBOSITY = new Set(wordsIn('-q -v -s --quiet --silent --verbose'));
const TASK = /^[^-][^=]*$/;
/** Programs that prepare a run, or show what it printed. */
const HARMLESS = /^(?:cd|pushd|set|export|unset|source|\.|echo|tail|head|tee|cat)$/;
/** Others that hardly ever fail. */
const RARELY_FAILS = /^(?:touch|mkdir|printf|sleep)$/;

/**
 * Whether a successful command line proves one of a requirement's commands: the same words in any
 * spelling, in the same place, with an exit status of its own, and without a summary that says that
 * nothing ran (D33). `undefined`: the line runs neither one of them nor tests.
 */
export function proofOf(
	parsed: ParsedCommand,
	commands: readonly ProvingCommand[],
	facts: RunFacts,
): Proof | undefined {
	const runs = parsed.calls.flatMap((call) => placeRun(call, facts.cwd, facts) ?? []);
	const wanted = commands.map((one) => {
		const call = onlyCall(parseCommand(one.run));
		return { ...one, placed: call && placeRun(call, facts.roots[0] ?? '', facts) };
	});
	const proofs = wanted.flatMap(({ run, partial, placed }): Proof[] => {
		if (placed !== undefined)
			return runs.flatMap((ran) => {
				const why = whyOther(placed, ran, partial, facts);
				return why === undefined ? [] : [proofBy(run, ran.call, why, facts)];
			});
		// Several calls are compared as they are written.
		const call = parsed.source.trim() === run.trim() ? parsed.calls.at(-1) : undefined;
		return call === undefined ? [] : [proofBy(run, call, '', facts)];
	});
	const found = proofs.find(({ why }) => why === undefined) ?? proofs.at(-1);
	const asked = wanted.find(({ placed }) => placed && isTestRun(placed.call.words));
	const other = runs.find(({ call }) => isTestRun(call.words));
	if (found !== undefined || asked === undefined || other === undefined) return found;
	const why = `${typed(textOf(other.call))} ${UNLISTED}`;
	return { run: asked.run, call: other.call, why, isOther: true };
}

/**
 * Whether a line failed by a command of a config, in whole or in part; `undefined`: it runs none of them and no tests. If
 * another call may have failed instead, that is not certain, so `false`.
 */
export function failedBy(
	parsed: ParsedCommand,
	commands: readonly ProvingCommand[],
	facts: RunFacts,
): boolean | undefined {
	const proof = proofOf(parsed, commands, facts);
	if (proof === undefined) return undefined;
	const stopsEarly = parsed.calls.some(({ words: [set, ...options] }) => {
		return set === 'set' && options.some((word) => /^-[a-z]*e/.test(word));
	});
	const calls = parsed.calls.filter(({ words: [program = ''], hiddenBy }) => {
		return (stopsEarly || hiddenBy === undefined) && !RARELY_FAILS.test(program);
	});
	const isWhole = parsed.source.trim() === proof.run.trim();
	return isWhole || (!proof.isOther && onlyCall({ ...parsed, calls }) === proof.call);
}

/** The one call of a line, apart from what prepares it, starts it or shows its output. */
function onlyCall({ calls }: ParsedCommand): ProgramCall | undefined {
	const [call, ...more] = calls.filter(({ words, wraps }) => !wraps && !HARMLESS.test(words[0] ?? ''));
	return more.length === 0 ? call : undefined;
}

/** `undefined`: it only starts another one, or runs outside the project or where only the shell knows. */
function placeRun(call: ProgramCall, from: string, facts: RunFacts): PlacedRun | undefined {
	if (call.wraps || call.directory === undefined) return undefined;
	const run = readRun(call.words);
	let path = plainPath(absolutePath(call.directory, from));
	const root = facts.roots.find((one) => one === path || isInside(path, one));
	if (root === undefined) return undefined;
	const isPackage = (at: string) => facts.packageAt(at) !== undefined;
	const isNearest = run.script !== undefined && run.workspace === '';
	while (isNearest && path !== root && !isPackage(path)) path = parentOf(path);
	if (run.workspace !== '') path = `${root}/${run.workspace}`;
	const placed = { call, meanings: [run, ...madeBy(run, path, facts)] as const, path };
	// If the root is no package, the nearest one is meant. Other programs run anywhere.
	const isAnywhere = run.what === undefined || (isNearest && !isPackage(root));
	if (path === root || isAnywhere) return { ...placed, names: [''] };
	const name = textIn(facts.packageAt(path), 'name') ?? [];
	return { ...placed, names: [relativeTo(root, path)].concat(name) };
}

/** The run that a script makes, if that is all it does. */
function madeBy({ script, args }: Run, path: string, facts: RunFacts): readonly Run[] {
	if (script === undefined) return [];
	const source = textIn(member(facts.packageAt(path), 'scripts'), script) ?? '';
	const call = onlyCall(parseCommand(source));
	const run = call?.directory === '' ? readRun([...call.words, ...args]) : undefined;
	return run?.what === undefined ? [] : [run];
}

/** What is asked for and what ran, if they are runs of the same thing, in the same place if there are such. */
function samePair(wanted: PlacedRun, ran: PlacedRun): readonly [Run, Run] | undefined {
	if (wanted.meanings[0].what === undefined) {
		const line = { ...parseCommand(''), calls: [ran.call] };
		const isSame = matchesCommand(line, wanted.call.words.join(' ')) && !isComparison(wanted, ran);
		return isSame ? [wanted.meanings[0], ran.meanings[0]] : undefined;
	}
	const pairs = wanted.meanings.flatMap((asked) => {
		const tasks = asked.rules.tasks ? asked.args.filter((word) => TASK.test(word)) : [];
		return ran.meanings.flatMap((same): (readonly [Run, Run])[] => {
			const isSame = same.what === asked.what && without(tasks, same.args).length === 0;
			return isSame ? [[asked, same]] : [];
		});
	});
	return pairs.find(([asked, same]) => shareName(namesOf(wanted, asked), namesOf(ran, same))) ?? pairs[0];
}

/** Whether the `test` of a shell ran instead of a script of that name, as in `pdm run test`. */
function isComparison({ call: asked }: PlacedRun, { call: ran }: PlacedRun): boolean {
	return asked.words !== asked.written && ran.words === ran.written && ran.words[0] === 'test';
}

/** Where one of its meanings takes place: a script may run that of each workspace. */
function namesOf({ meanings: [first], names }: PlacedRun, run: Run): readonly string[] {
	return run === first || run.workspace === '' ? names : [run.workspace];
}

function shareName(names: readonly string[], others: readonly string[]): boolean {
	return names.some((name) => others.includes(name));
}

/** Why a run is not all of the one that is asked for, empty if it is; `undefined`: it is another. */
function whyOther(wanted: PlacedRun, ran: PlacedRun, partial: boolean, facts: RunFacts): string | undefined {
	const [asked, same] = samePair(wanted, ran) ?? [];
	if (asked === undefined || same === undefined) return undefined;
	const { args, rules } = same;
	const text = typed(textOf(ran.call));
	const idle = without(ran.call.words, wanted.call.words).find((word) => IDLE.test(word));
	if (idle !== undefined) return `with ${typed(idle)} nothing is tested`;

	const surplus = without(args, asked.args).map((word) => word.replace(/(?<=.)\/$/, ''));
	const folders = rules.folders?.((file) => facts.read(`${ran.path}/${file}`)) ?? [];
	const isWhole = without(folders, surplus).length === 0;
	const unread = withoutFlags(isWhole ? without(surplus, folders) : surplus, rules.flags);
	const extra = unread.filter((word) => !rules.tasks || !TASK.test(word));
	const isThere = shareName(namesOf(wanted, asked), namesOf(ran, same));
	if (!partial && (!isThere || extra.length > 0)) {
		const isNamed = isThere || ran.meanings[0].workspace !== '';
		const where = isNamed ? '' : ` in ${named(ran.names[0] || '.')}`;
		return `${text}${where} is a partial run`;
	}
	const optional = asked === wanted.meanings[0] ? VERBOSITY : rules.flags;
	const missing = withoutFlags(without(asked.args, args), optional);
	const needed = missing.filter((word) => !partial || word.startsWith('-'));
	return needed.length === 0 ? '' : `${text} lacks ${typed(needed.join(' '))}`;
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
		const name = word.replace(/=.*$/s, '');
		const isFlag = [`${words[at - 1]}=`, name, `${name}=`].some((one) => flags.has(one));
		if (isFlag || /^\+\w/.test(word)) return false;
		const letters = [...name.slice(1)].map((letter) => `-${letter}`);
		const isAttached = flags.has(`${letters[0]}=`) || letters.every((one) => flags.has(one));
		return !(/^-\w+$/.test(name) && isAttached);
	});
}

/**
 * A call as a proof, unless its output shows that it tested nothing.
 *
 * @param partial why it is not all of the command; empty if it is
 */
function proofBy(run: string, call: ProgramCall, partial: string, facts: RunFacts): Proof {
	const { runner, tests } = readRun(call.words);
	let why: string | undefined;
	if (partial !== '') why = partial;
	else if (!facts.finished || call.hiddenBy === 'the background') why = `${named(runner)} went to the background`;
	else if (call.hiddenBy !== undefined) why = `${call.hiddenBy} hides ${named(runner)}'s status`;
	else if (tests && ranNothing(facts.output)) why = 'it ran no tests';
	return { run, call, why, isOther: false };
}

function textOf({ written }: ProgramCall): string {
	return written.join(' ').replaceAll(UNKNOWN, '…');
}

/** The test runs whose success the success of a command line proves; none if it tested nothing. */
export function testRuns(parsed: ParsedCommand, output = '') {
	if (ranNothing(output)) return [];
	return parsed.calls.flatMap((call) => {
		const { tests, runner } = readRun(call.words);
		return tests && call.hiddenBy === undefined ? [{ runner, command: textOf(call) }] : [];
	});
}
