import { byName, programName, skipOptions, wordsIn } from './call.ts';
import { FLAGS, RUNNERS, type Runner } from './test-runners.ts';

/** A call as a run: one reading for all spellings of a test runner or a script. */
export interface Run {
	/** `script test`, `pytest`, `go test`; `undefined` for any other program. */
	readonly what: string | undefined;
	/** The program, as the journal names it. */
	readonly runner: string;
	/** The call without what starts the program: `npx`, `uv run`. */
	readonly words: readonly string[];
	readonly tests: boolean;
	/** The script of `package.json` that it runs. */
	readonly script: string | undefined;
	/** Where options send it, from where it starts; empty if they do not. */
	readonly directory: string;
	/** The workspace that an option names; `*` for all of them, empty for none. */
	readonly workspace: string;
	/** All other words. */
	readonly args: readonly string[];
	readonly rules: Pick<Runner, 'tasks' | 'folders'> & { readonly flags: ReadonlySet<string> };
}

/** Programs that start the program in their arguments, and the words before it. */
const STARTERS = byName<readonly string[]>({
	'npx bunx pnpx cross-env': [],
	'npm pnpm yarn bun': ['exec', 'x', 'dlx'],
	bundle: ['exec'],
	'uv poetry pipenv hatch pdm rye coverage': ['run'],
});
const TEST_VERBS = wordsIn('test t tst it install-test cit');
const RUN_VERBS = wordsIn('run run-script rum urn');
const DIRECTORY = wordsIn('--prefix -C --dir --cwd --directory');
const WORKSPACE = wordsIn('-w --workspace -F --filter');
const EVERY_WORKSPACE = wordsIn('--workspaces --ws -r --recursive');
/** Options of starters and managers that take a value. */
const VALUED = [
	...wordsIn('-p --package --with --extra --group --python --loglevel --node-options --reporter'),
	...DIRECTORY,
	...WORKSPACE,
];
/** Names of scripts and tasks that test something. */
const TESTING = /(?:^|[:._/-])(?:tests?|tst|check|verify|specs?|rspec)(?:[:._-]|$)/;
const MAX_STARTERS = 5;

const ROWS = RUNNERS.map((row) => {
	const [programs = '', verbs = ''] = row.spelled.split(':');
	const flags = new Set(wordsIn(`${FLAGS} ${row.flags ?? ''}`));
	const valued = [...flags].flatMap((one) => (one.endsWith('=') ? one.slice(0, -1) : []));
	return {
		programs: wordsIn(programs),
		verbs: verbs.split('|').map(wordsIn),
		valued: row.moves ? [...valued, ...DIRECTORY] : valued,
		rules: { ...row, flags },
	};
});
const OTHER = {
	what: undefined,
	tests: false,
	script: undefined,
	args: [],
	rules: { flags: new Set(wordsIn(FLAGS)) },
};

/** Reads the words of a call. */
export function readRun(words: readonly string[]): Run {
	let [rest, directory, workspace] = [words, '', ''];
	for (let peeled = 0; peeled < MAX_STARTERS; peeled++) {
		const at = programAt(rest);
		if (at === 0 || at >= rest.length) break;
		const options = rest.slice(1, at);
		directory ||= take(options, DIRECTORY);
		workspace ||= plainName(take(options, WORKSPACE));
		rest = rest.slice(at);
	}
	const started = { ...OTHER, runner: runnerName(rest[0]), words: rest, directory, workspace };
	return readScript(started) ?? readRunner(started) ?? started;
}

/** Where in some words the program is that the first one starts; 0 if it starts none. */
function programAt(words: readonly string[]): number {
	const name = programName(words[0]);
	if (/^py(?:thon[\d.]*)?$/.test(name))
		return words[1]?.startsWith('-') ? words.indexOf('-m') + 1 : 0;
	const first = skipOptions(words, 1, VALUED);
	const verbs = STARTERS.get(name);
	if (verbs?.length === 0) return first;
	if (verbs?.includes(words[first] ?? '')) return skipOptions(words, first + 1, VALUED);
	const isShort = /^(?:pnpm|yarn|bun)$/.test(name);
	return isShort && rowsOf(runnerName(words[first])).length > 0 ? first : 0;
}

/** `npm t`, `npm run x -- a`, `yarn x`. */
function readScript(started: Run): Run | undefined {
	const { runner: manager } = started;
	if (!/^(?:npm|pnpm|yarn|bun)$/.test(manager)) return undefined;
	const words = started.words.slice(1);
	const end = words.includes('--') ? words.indexOf('--') : words.length;
	// `pnpm -w` is the root of the workspace.
	const own = words.slice(0, end).filter((one) => one !== '-w' || manager !== 'pnpm');
	const isEvery = own.some((word) => EVERY_WORKSPACE.includes(word));
	const rest = own.filter((word) => !EVERY_WORKSPACE.includes(word));
	const directory = take(rest, DIRECTORY) || started.directory;
	const named = take(rest, manager === 'yarn' ? [...WORKSPACE, 'workspace'] : WORKSPACE);
	const verbAt = skipOptions(rest, 0, VALUED);
	const [verb = ''] = rest.splice(verbAt, 1);
	const isTest = TEST_VERBS.includes(verb) && manager !== 'bun';
	const isRun = RUN_VERBS.includes(verb);
	const isShort = manager !== 'npm' && verb !== 'test';
	if (!isTest && !isRun && !isShort) return undefined;

	const [name = ''] = isRun ? rest.splice(skipOptions(rest, verbAt, VALUED), 1) : [verb];
	if (!/^[\w:.@/-]+$/.test(name)) return undefined;
	const script = isTest ? 'test' : name;
	const workspace = isEvery ? '*' : plainName(named) || started.workspace;
	const args = [...rest, ...words.slice(end + 1)];
	const tests = TESTING.test(script);
	return { ...started, what: `script ${script}`, tests, script, directory, workspace, args };
}

function readRunner(started: Run): Run | undefined {
	for (const { programs, verbs, valued, rules } of rowsOf(started.runner)) {
		for (const verb of verbs) {
			const args = started.words.slice(1).filter((word) => word !== '--');
			const isRow = verb.every((word) => {
				const at = word.startsWith('-') ? args.indexOf(word) : skipOptions(args, 0, valued);
				return args[at] === word && args.splice(at, 1).length > 0;
			});
			if (!isRow) continue;
			const directory = (rules.moves && take(args, DIRECTORY)) || started.directory;
			const tests = !rules.tasks || args.some((one) => /^[^-]/.test(one) && TESTING.test(one));
			const what = [programs[0], ...(verbs[0] ?? [])].join(' ');
			return { ...started, what, tests, directory, args, rules };
		}
	}
	return undefined;
}

function rowsOf(runner: string) {
	return ROWS.filter(({ programs }) => programs.includes(runner));
}

/** `vitest@3` is `vitest`. */
function runnerName(word: string | undefined): string {
	return programName(word).replace(/@[^@/]*$/, '');
}

/** `./packages/a/` is `packages/a`. */
function plainName(name: string): string {
	return name.replaceAll(/^(?:\.\/)+|\/+$/g, '');
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
export const IDLE =
	/^(?:--help|-h|--version|(?:--)?list|--listTests|--collect-only|--co|--dry-run|--no-run)$/;
/** What starts a file of tests, and the names of such files. */
const INTERPRETERS = /^(?:node|tsx|bun|deno|python[\d.]*|bash|sh|zsh|ruby|php)$/;
const NAMED_TESTS = /(?:^|[/._-])(?:tests?|specs?)(?:[._-][\w.-]*)?$/i;

/** Whether the words of a call run tests: by a known runner, or a file that is named after them. */
export function isTestRun(words: readonly string[]): boolean {
	if (words.some((word) => IDLE.test(word))) return false;
	const [program = '', ...rest] = words;
	const file = rest.find((word) => /^[^-]/.test(word)) ?? '';
	const isStarted = INTERPRETERS.test(programName(program)) && NAMED_TESTS.test(file);
	const isFile = isStarted || (program.includes('/') && NAMED_TESTS.test(program));
	return isFile || readRun(words).tests;
}
