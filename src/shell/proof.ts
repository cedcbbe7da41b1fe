import type { ProvingCommand } from '../config/forms.ts';
import { named, typed } from '../core/text/one-line.ts';
import { absolutePath, isInside, parentOf, plainPath, relativeTo } from '../core/text/paths.ts';
import {
	type Hiding,
	isProjectProgram,
	isSystemProgram,
	type ProgramCall,
	programName,
	UNKNOWN,
	wordsIn,
} from './call.ts';
import { sensitiveIn } from './exit-status.ts';
import { callsMatching } from './match-command.ts';
import { type ParsedCommand, parseCommand } from './parse-command.ts';
import { type Run, readRun } from './read-run.ts';
import { literalText } from './spelling.ts';

/** What has to be known of a call beside its words. */
export interface RunFacts {
	/** Where the line began. */
	readonly cwd: string;
	/** Spellings of the project's root. */
	readonly roots: readonly string[];
	readonly exists: (path: string) => boolean;
	/** A script of the project's `package.json`. */
	readonly script: (name: string) => string | undefined;
	/** What it printed. */
	readonly output: string;
	/** It did not go on in the background. */
	readonly finished: boolean;
}

/** Whether a line that succeeded proves a command; `why` it does not. `undefined`: it does not run it. */
type Proof = { readonly proves: true } | { readonly proves: false; readonly why: string };

const maxScripts = 4;
/** A longer script calls more than one runner, and a line may call it hundreds of times. */
const maxScriptLength = 2_000;
/** Options that change what is printed. */
const LOUDNESS = /^-(?:[qvs]+|-(?:quiet|silent|verbose))$/;

/**
 * Whether a command line that succeeded proves a command of a config, in any of its spellings: the
 * status of the whole line decides (D33), and the whole suite ran in this project.
 */
export function proofOf(
	parsed: ParsedCommand,
	wanted: ProvingCommand,
	known: RunFacts,
): Proof | undefined {
	const changedBy = sensitiveIn(parsed.variables, parsed.calls);
	const facts = { ...known, changedBy, callIn: onlyCalls(known) };
	const pattern = readRun(wordsIn(wanted.run));
	const proofs =
		pattern === undefined
			? callsMatching(parsed, wanted.run).map((call) =>
					statusProof(call, programName(call.words[0]), facts),
				)
			: parsed.calls.map((call) => runProof(call, { pattern, wanted }, facts));
	return proofs.find((one) => one?.proves) ?? proofs.findLast((one) => one !== undefined);
}

interface LineFacts extends RunFacts {
	/** A variable that the line sets and that decides what programs do. */
	readonly changedBy: string | undefined;
	/** The words of the one call that a script makes. */
	readonly callIn: (name: string) => readonly string[] | undefined;
}

function runProof(
	call: ProgramCall,
	{ pattern, wanted }: { readonly pattern: Run; readonly wanted: ProvingCommand },
	facts: LineFacts,
): Proof | undefined {
	const run = isOurs(call.words[0] ?? '', wanted, facts) ? readRun(call.words) : undefined;
	const pair = run && samePair(pattern, run, facts);
	if (run === undefined || pair === undefined || !hasTasks(pair)) return undefined;
	const where = placeOf(call, run, facts);
	if (where === undefined) return undefined;
	const ran = typed(call.words.join(' ').replaceAll(UNKNOWN, '…'));
	const why = whyNot(pair, { ran, where, partial: wanted.partial });
	return why === undefined ? statusProof(call, run.runner, facts, run.tests) : fails(why);
}

/** A bare name, what the pattern itself names, or a program of the machine or the project. */
function isOurs(word: string, { run }: ProvingCommand, { roots }: RunFacts): boolean {
	if (isSystemProgram(word) || run === word || run.startsWith(`${word} `)) return true;
	// What a project brings along at its top to start its own build.
	if (MACHINES.has(programName(word)) || /^\.\/[^/]*$/.test(word))
		return /^\.\/(?:gradlew|mvnw|bazelisk?)$/.test(word);
	if (isProjectProgram(word)) return true;
	return !word.includes('..') && roots.some((root) => isInside(word, root));
}

/** Of the machine: what bears their names in a project is something else. */
const MACHINES = new Set('npm npx pnpm pnpx yarn node deno make gmake go cargo'.split(' '));

/** What is asked for and what ran, as runs of the same thing. */
interface Pair {
	readonly asked: Run;
	readonly ran: Run;
	/** It was asked for by a script that calls it: only what narrows it has to be there. */
	readonly loosely: boolean;
}

function samePair(pattern: Run, run: Run, { callIn }: LineFacts): Pair | undefined {
	if (pattern.what === run.what) return { asked: pattern, ran: run, loosely: false };
	const called = calledBy(run, callIn);
	for (const asked of calledBy(pattern, callIn)) {
		const ran = [run, ...called].find(({ what }) => what === asked.what);
		if (ran !== undefined) return { asked, ran, loosely: asked !== pattern };
	}
	const ran = called.find(({ what }) => what === pattern.what);
	return ran && { asked: pattern, ran, loosely: false };
}

/** The runner that a script calls, where it calls nothing else, and the scripts on the way to it. */
function calledBy(run: Run, callIn: LineFacts['callIn']): Run[] {
	const found: Run[] = [];
	const names = new Set<string>();
	for (let next = run; next.script !== undefined && found.length < maxScripts; ) {
		if (names.has(next.script.name)) break;
		names.add(next.script.name);
		const words = callIn(next.script.name);
		const inner = words && readRun([...words, ...next.script.given]);
		if (inner === undefined) break;
		found.push(inner);
		next = inner;
	}
	return found;
}

/** Each script is parsed once, however often a line calls it. */
function onlyCalls({ script }: RunFacts): LineFacts['callIn'] {
	const known = new Map<string, readonly string[] | undefined>();
	return (name) => {
		if (!known.has(name)) {
			const source = script(name) ?? '';
			known.set(name, source.length > maxScriptLength ? undefined : onlyCall(parseCommand(source)));
		}
		return known.get(name);
	};
}

function onlyCall(parsed: ParsedCommand): readonly string[] | undefined {
	const last = parsed.calls.at(-1);
	// `env CI=1 vitest` is two: as written, and unwrapped.
	const tail = last?.words.join(' ') ?? '';
	const isOnly = parsed.calls.every(({ words }) => words.join(' ').endsWith(tail));
	return isOnly && last?.hiddenBy === undefined ? last?.words : undefined;
}

function hasTasks({ asked, ran }: Pair): boolean {
	return asked.args.every((one) => one.effect !== 'task' || hasArgument(ran, one.text));
}

function hasArgument({ args }: Run, text: string): boolean {
	return args.some((one) => one.text === text);
}

interface Ran {
	readonly ran: string;
	/** Where it ran, from the root; empty: there, or where as much is run. */
	readonly where: string;
	readonly partial: boolean;
}

/** Why a run is not the one that is asked for. */
function whyNot(
	{ asked, ran: run, loosely }: Pair,
	{ ran, where, partial }: Ran,
): string | undefined {
	const extra = run.args.filter(({ text }) => !hasArgument(asked, text));
	const missing = asked.args.filter(({ text }) => !hasArgument(run, text));
	const idle = extra.find(({ effect }) => effect === 'idle');
	if (idle !== undefined) return `with ${typed(idle.text)} nothing is tested`;
	const unknown = extra.find(({ effect }) => effect === 'unknown');
	if (unknown !== undefined)
		return `req does not know what ${typed(unknown.text.replaceAll(UNKNOWN, '…'))} leaves out`;
	const isPart = [
		where !== '',
		extra.some(({ effect }) => effect === 'narrows'),
		missing.some(({ effect }) => effect === 'whole'),
	];
	if (isPart.includes(true) && !partial)
		return `${ran}${where === '' ? '' : ` in ${named(where)}`} is a partial run`;
	const lacked = missing.find(({ effect, text }) =>
		loosely ? effect === 'narrows' : effect !== 'whole' && !LOUDNESS.test(text),
	);
	return lacked === undefined ? undefined : `${ran} lacks ${typed(lacked.text)}`;
}

/** Where a run takes place; `undefined`: not in this project. */
function placeOf(
	call: ProgramCall,
	run: Run,
	{ cwd, roots, exists }: RunFacts,
): string | undefined {
	const directory = literalText(call.directory);
	if (directory === undefined || run.directory.includes(UNKNOWN)) return undefined;
	const path = plainPath(absolutePath(run.directory, absolutePath(directory, cwd)));
	const root = roots.find((one) => one === path || isInside(path, one));
	if (root === undefined) return undefined;
	const has = (dir: string, files: readonly string[]) =>
		files.some((file) => exists(`${dir}/${file}`));
	const where = path === root ? '' : relativeTo(root, path);
	// An option that names a directory names another suite.
	if (where === '' || run.directory !== '') return where;
	if (run.script === undefined) return has(root, run.manifests) ? where : '';
	// A manager looks upwards for the package.
	let at = path;
	while (at !== root && !has(at, ['package.json'])) at = parentOf(at);
	return at !== root && has(root, ['package.json']) ? relativeTo(root, at) : '';
}

function statusProof(
	{ hiddenBy }: ProgramCall,
	runner: string,
	{ finished, output, changedBy }: LineFacts,
	tests = false,
): Proof | undefined {
	const hidden = finished ? hiddenBy : 'background';
	if (hidden === 'elsewhere') return undefined;
	if (hidden === 'line' && changedBy !== undefined)
		return fails(`${typed(changedBy)} may change what ${named(runner)} does`);
	if (hidden === 'background') return fails(`${named(runner)} goes on in the background`);
	if (hidden !== undefined) return fails(`${HIDES[hidden]} hides ${named(runner)}'s status`);
	return tests && ranNothing(output) ? fails('it ran no tests') : { proves: true };
}

const HIDES: Readonly<Record<Exclude<Hiding, 'elsewhere' | 'background'>, string>> = {
	pipe: 'the pipe',
	or: '`||`',
	followed: 'what follows it',
	line: 'the rest of the line',
};

function fails(why: string): Proof {
	return { proves: false, why };
}

/** Characters of an output that are looked at, from its end: summaries stand there. */
const maxOutput = 20_000;
/** What runners print when they ran nothing, or skipped all of it. What a log says of one package is longer. */
const NOTHING = anyOf(
	/^[= \t]*no (?:affected )?tests? (?:test )?(?:files? |cases? )?(?:were |was |is )?(?:found|ran|run|executed|collected|available)(?=[.! \t]*$|, exiting| related | in [\d.]+s| in \S+\.dll)/,
	/\[no test files\]|\[no tests to run\]|^[ \t]*(?:there are )?no tests to run[.! \t]*$/,
	/^collected 0 items|^ran 0 tests|^running 0 tests|^[ \t]*executed 0 tests/,
	/^ran (\d+) tests? in [^\n]*\n+ok \(skipped=\1\)/,
	/\b0 (?:passed|passing|pass|examples)\b|\b0 tests(?:, 0| ran| run| collected| executed)/,
	/^(?:#|\u2139) pass 0$|tests run: 0,|passed: +0,/,
	/^ *(?:test files|tests) +\d+ (?:skipped|todo)\b|^tests: +\d+ (?:skipped|todo), |^ +\d+ skipped$/,
	/^=* ?\d+ (?:skipped|deselected)\b.* in [\d.]/,
);
/** What they print when tests passed; it takes back what only seemed to be nothing. */
const SOMETHING = anyOf(
	/\b[1-9]\d* (?:tests? )?(?:passed|passing|pass)\b|^(?:#|\u2139) pass [1-9]|test run with [1-9]/,
	/^ok[ \t]+\S+[ \t]+(?:\(cached\)|[\d.]+s)(?!.*\[no test)|^ok \d|"action":"pass".*"test":"/,
	/\b[1-9]\d* (?:examples?|tests?|runs?|assertions?), (?:[^,\n]{0,40}, )?0 failures/,
	/executed [1-9]\d* tests?|tests run: [1-9]|passed: +[1-9]|^ok \([1-9]\d* tests?/,
	/all (?:\d+ )?tests? passed/,
);
const COLOURS = /\u001b\[[\d;]*m/g;
/** Whose line it is: `web:test: `, `[INFO] `. */
const PREFIX = /^(?:[\w@/.-]+:[\w:.-]+: |\[\w+\] )/gm;

/** One of these is in all that `NOTHING` finds: to make that pattern takes a millisecond. */
const HINT = /no |0|skipped|todo|deselected/;

/** Whether a runner's own words say that it tested nothing. They are never taken for a proof. */
export function ranNothing(output: string): boolean {
	const last = output.slice(-maxOutput).toLowerCase();
	if (!HINT.test(last)) return false;
	const text = last.replaceAll(COLOURS, '').replaceAll(PREFIX, '');
	return NOTHING.test(text) && !SOMETHING.test(text);
}

/** For text in lower case. */
function anyOf(...patterns: readonly RegExp[]): RegExp {
	return new RegExp(patterns.map(({ source }) => source).join('|'), 'm');
}

/** Tests that ran and passed: `runner` as in `test:<runner>`, and the words of the call. */
interface TestRun {
	readonly runner: string;
	readonly command: string;
}

/**
 * The tests whose success the success of this command line proves, by the rules of D33; none where
 * what it printed says that it tested nothing.
 */
export function testRuns(parsed: ParsedCommand, output = ''): TestRun[] {
	if (ranNothing(output)) return [];
	const runs = parsed.calls.flatMap(({ words, hiddenBy }): [string, TestRun][] => {
		const [program = ''] = words;
		const isOurs = isSystemProgram(program) || isProjectProgram(program);
		const run = hiddenBy === undefined && isOurs ? readRun(words) : undefined;
		if (!run?.tests || run.args.some(({ effect }) => effect === 'idle')) return [];
		const command = words.join(' ').replaceAll(UNKNOWN, '…');
		return [[command, { runner: run.runner, command }]];
	});
	return [...new Map(runs).values()];
}
