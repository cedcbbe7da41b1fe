import { DIRECTORY, dashesIn, leadingOptions, PACKAGES, programName, skipOptions, WORKSPACE, wordsIn } from './call.ts';
import { FLAGS, RUNNERS, type Runner } from './test-runners.ts';

/** A call as a run: one reading for all spellings of a test runner or a script. */
export interface Run {
	/** `script test`, `pytest`, `go test`; `undefined` for any other program. */
	readonly what: string | undefined;
	/** The program, as the journal names it. */
	readonly runner: string;
	/** It tests something: `npm test`, but not `npm test -- --help`. */
	readonly tests: boolean;
	/** The script of `package.json` that it runs. */
	readonly script: string | undefined;
	/** The workspace that an option names; `*` for all of them, empty for none. */
	readonly workspace: string;
	/** All other words. */
	readonly args: readonly string[];
	readonly rules: Pick<Runner, 'tasks' | 'folders'> & { readonly flags: ReadonlySet<string> };
}

const TEST_VERBS = wordsIn('test t tst it install-test cit');
const RUN_VERBS = wordsIn('run run-script rum urn');
const EVERY_WORKSPACE = wordsIn('--workspaces --ws -r --recursive');
/** Names of scripts and tasks that test something. */
const TESTING = /(?:^|[:._/-])(?:tests?|tst|check|verify|specs?|rspec)(?:[:._-]|$)/;

const ROWS = RUNNERS.map((row) => {
	const [programs = '', verbs = ''] = row.spelled.split(':');
	const flags = new Set(wordsIn(`${FLAGS} ${row.flags ?? ''}`));
	const valued = [...flags].flatMap((one) => (one.endsWith('=') ? one.slice(0, -1) : []));
	return {
		programs: wordsIn(programs),
		verbs: verbs.split('|').map(wordsIn),
		valued: [...valued, ...DIRECTORY],
		rules: { ...row, flags },
	};
});
const OTHER: Omit<Run, 'runner'> = {
	what: undefined,
	tests: false,
	script: undefined,
	workspace: '',
	args: [],
	rules: { flags: new Set(wordsIn(FLAGS)) },
};

/** Reads the words of a call that starts no other. */
export function readRun(words: readonly string[]): Run {
	const run = readScript(words) ?? readRunner(words);
	if (run === undefined) return { ...OTHER, runner: runnerName(words[0]) };
	return words.some((word) => IDLE.test(word)) ? { ...run, tests: false } : run;
}

/** `npm t`, `npm run x -- a`, `yarn x`. */
function readScript(words: readonly string[]): Run | undefined {
	const manager = runnerName(words[0]);
	if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager)) return undefined;
	const end = dashesIn(words);
	// `pnpm -w` is the root of the workspace.
	const own = words.slice(1, end).filter((one) => one !== '-w' || manager !== 'pnpm');
	const isEvery = own.some((word) => EVERY_WORKSPACE.includes(word));
	const rest = own.filter((word) => !EVERY_WORKSPACE.includes(word));
	take(rest, DIRECTORY);
	const named = take(rest, manager === 'yarn' ? [...WORKSPACE, 'workspace'] : WORKSPACE);
	const workspace = isEvery ? '*' : named.replaceAll(/^(?:\.\/)+|\/+$/g, '');
	const verbAt = skipOptions(rest, 0, PACKAGES);
	const [verb = ''] = rest.splice(verbAt, 1);
	const isTest = TEST_VERBS.includes(verb) && manager !== 'bun';
	const isRun = RUN_VERBS.includes(verb);
	const isShort = manager !== 'npm' && verb !== 'test';
	// `pnpm vitest`, `yarn jest`.
	const program = isShort ? readRunner([verb, ...rest, ...words.slice(end)]) : undefined;
	if (program !== undefined) return { ...program, workspace };
	if (!isTest && !isRun && !isShort) return undefined;

	const [name = ''] = isRun ? rest.splice(skipOptions(rest, verbAt, PACKAGES), 1) : [verb];
	if (!/^[\w:.@/-]+$/.test(name)) return undefined;
	const script = isTest ? 'test' : name;
	const args = [...rest, ...words.slice(end + 1)];
	const tests = TESTING.test(script);
	return { ...OTHER, runner: manager, what: `script ${script}`, tests, script, workspace, args };
}

function readRunner(words: readonly string[]): Run | undefined {
	const runner = runnerName(words[0]);
	for (const { programs, verbs, valued, rules } of ROWS) {
		if (!programs.includes(runner)) continue;
		for (const verb of verbs) {
			const args = words.slice(1).filter((word) => word !== '--');
			const isRow = verb.every((word) => {
				const at = word.startsWith('-') ? args.indexOf(word) : skipOptions(args, 0, valued);
				return args[at] === word && args.splice(at, 1).length > 0;
			});
			if (!isRow) continue;
			// The call's directory says it.
			take(args, leadingOptions(runner, false));
			const tests = !rules.tasks || args.some((one) => /^[^-]/.test(one) && TESTING.test(one));
			const what = [programs[0], ...(verbs[0] ?? [])].join(' ');
			return { ...OTHER, runner, what, tests, args, rules };
		}
	}
	return undefined;
}

/** `vitest@3` is `vitest`. */
function runnerName(word: string | undefined): string {
	return programName(word).replace(/@[^@/]*$/, '');
}

/** Takes an option with its value out of some words; empty if it is not given. */
function take(words: string[], names: readonly string[]): string {
	const at = words.findIndex((word) => names.includes(word.replace(/=.*$/s, '')));
	if (at < 0) return '';
	const isOne = words[at]?.includes('=') === true;
	const [option = '', next = ''] = words.splice(at, isOne ? 1 : 2);
	return isOne ? option.slice(option.indexOf('=') + 1) : next;
}

/** With these a runner runs nothing. */
export const IDLE = /^(?:--help|-h|--version|(?:--)?list|--listTests|--collect-only|--co|--dry-run|--no-run)$/;
/** What starts a file of tests, and the names of such files. */
const INTERPRETERS = /^(?:node|tsx|bun|deno|python[\d.]*|bash|sh|zsh|ruby|php)$/;
const NAMED_TESTS = /(?:^|[/._-])(?:tests?|specs?)(?:[._-][\w.-]*)?$/i;

/** Whether the words of a call run tests: by a known runner, or a file that is named after them. */
export function isTestRun(words: readonly string[]): boolean {
	const [program = '', ...rest] = words;
	const file = rest.find((word) => /^[^-]/.test(word)) ?? '';
	const isStarted = INTERPRETERS.test(programName(program)) && NAMED_TESTS.test(file);
	const isFile = isStarted || (program.includes('/') && NAMED_TESTS.test(program));
	return isFile || readRun(words).tests;
}
