import { isProjectProgram, programName, UNKNOWN } from './call.ts';
import { inertSetting, programOptions } from './match-command.ts';
import {
	type MarkedOptions,
	markedOptions,
	optionOrSetting,
	optionSet,
	readOption,
	skipOptions,
} from './options.ts';
import { type ArgumentRules, HARMLESS, RUNNER_ROWS, SCRIPT_RULES } from './test-runners.ts';

/** One word of a run: `--project unit` and `--project=unit` alike. */
interface Argument {
	readonly text: string;
	/** It names a task or everything, leaves tests out, runs none of them, may do so, or does none of that. */
	readonly effect: 'task' | 'whole' | 'narrows' | 'idle' | 'unknown' | 'none';
	/** It is no option. */
	readonly operand: boolean;
}

/** A call of something that tests, or of a task that may, however it is spelt. */
export interface Run {
	/** The same for all its spellings: `script test`, `pytest`, `go test`. */
	readonly what: string;
	/** What the journal knows it by: `test:<runner>`. */
	readonly runner: string;
	readonly tests: boolean;
	readonly args: readonly Argument[];
	/** Where an option sends it: `--prefix d`; empty: it stays. */
	readonly directory: string;
	/** Of `package.json`, with the words that it is given. */
	readonly script: { readonly name: string; readonly given: readonly string[] } | undefined;
	/** Where one of these files is, the whole suite runs. */
	readonly manifests: readonly string[];
}

/** Package managers run scripts; these options are their own, wherever they stand. */
const MANAGERS = optionSet('npm pnpm yarn bun');
const MANAGER_RULES: ArgumentRules = {
	options: `<-w= <--workspace= <-F= <--filter= <--filter-prod= <--workspaces <--ws @--prefix= @-C= @--dir= @--cwd=
		!--if-present !-g !--global !-v !--versions !--script-shell=
		!--location= !--userconfig= !--globalconfig= --node-options= --loglevel= --registry= --cache=
		--reporter= --workspace-concurrency= -s -d -r --recursive --stream --aggregate-output --parallel --sort
		--no-sort --bail --no-bail --no-audit --no-fund --no-progress --progress --foreground-scripts --offline
		--prefer-offline --frozen-lockfile --immutable --bun -b -T --top-level
		${HARMLESS}`,
};
const RUN_VERBS = optionSet('run run-script rum urn');
const TEST_VERBS = optionSet('test t tst it install-test cit install-ci-test');
/** Words of managers that are no scripts: `yarn install` is not `yarn run install`. */
const OWN_VERBS = optionSet(
	'install i ci add remove rm up update upgrade publish pack link unlink why audit outdated init create info list ls dedupe import store workspace workspaces config cache exec dlx x version login whoami root bin set test',
);

/** Programs that run the program in their arguments, with the word that stands before it. */
const STARTERS: readonly (readonly [programs: string, verbs: string])[] = [
	['npx bunx pnpx cross-env', ''],
	['npm', 'exec x'],
	['pnpm yarn', 'exec dlx'],
	['bun', 'x'],
	['bundle', 'exec'],
	['uv poetry pipenv hatch pdm rye', 'run'],
	['python py', '-m'],
	['coverage', 'run'],
];
const STARTER_OPTIONS = `<-w= <--workspace= <--filter= <-F= <--directory= <--project= <--prefix= <-C= <--cwd= !--help
	!--version !-h !-V <-O <-OO -p= --package= -X= -W= --with= --extra= --group= --python= --env-file= --source=
	--rcfile= -y --yes --no-install --frozen --locked --no-sync --isolated --offline --all-extras --all-groups
	--dev --no-dev --active --bun -b -B -E -s -S -u -I -P --branch -a --append --parallel-mode --omit=
	--include= --concurrency= --data-file= --context= --timid --exact --no-editable --refresh -U --upgrade
	--reinstall --no-group= --only-group= --with-requirements= --no-cache -n
	${HARMLESS}`;

/** Names of scripts and tasks that test something. */
const TESTING = /(?:^|[:._/-])(?:tests?|tst|check|verify|specs?|rspec)(?:[:._-]|$)/;

const maxStarters = 5;

/** Reads the words of a call as a run; `undefined`: it is none that is known. */
export function readRun(words: readonly string[]): Run | undefined {
	let rest = words;
	const before: Argument[] = [];
	for (let peeled = 0; peeled < maxStarters; peeled++) {
		const inner = started(rest);
		if (inner === undefined) break;
		if (inner.words[0]?.includes('/') && !isProjectProgram(inner.words[0])) return undefined;
		before.push(...inner.args);
		rest = inner.words;
	}
	const run = scriptRun(rest) ?? runnerRun(rest);
	return run && { ...run, args: [...before, ...run.args] };
}

/**
 * `npx vitest`, `uv run pytest`, `python -m pytest`, `yarn vitest`: the words of the program that is started, and the
 * arguments of the one that starts it.
 */
function started(
	words: readonly string[],
): { readonly words: readonly string[]; readonly args: readonly Argument[] } | undefined {
	const name = programName(words[0]).replace(/^python[\d.]*$/, 'python');
	const { valued } = markedOptions(STARTER_OPTIONS);
	for (const verb of STARTERS.flatMap(([programs, verbs]) =>
		programs.split(' ').includes(name) ? verbs.split(' ') : [],
	)) {
		const until = verb === '' ? undefined : verb;
		const head = skipOptions(words, 1, { valued, passedOver: optionOrSetting, until });
		if (until !== undefined && words[head.end] !== until) continue;
		const from = until === undefined ? head.end : head.end + 1;
		const tail = skipOptions(words, from, { valued, passedOver: optionOrSetting, until: '-m' });
		const end = words[tail.end] === '-m' ? tail.end + 1 : tail.end;
		if (end >= words.length) continue;
		const args = [...head.names, ...tail.names].map((text) => ({
			text,
			effect: starterEffect(name, text),
			operand: false,
		}));
		return { words: words.slice(end), args };
	}
	const isShort = name !== 'npm' && MANAGERS.has(name);
	const inner = withoutVersion(words[1]);
	const isRunner = RUNNER_ROWS.some(({ programs }) => programs.includes(inner));
	return isShort && isRunner ? { words: words.slice(1), args: [] } : undefined;
}

/** `npx` has the options of npm beside its own. */
function starterEffect(starter: string, option: string): Argument['effect'] {
	const isNpm = starter === 'npx' || MANAGERS.has(starter);
	const isIdle = isNpm && effectOf([option], markedOptions(MANAGER_RULES.options)) === 'idle';
	return isIdle ? 'idle' : effectOf([option], markedOptions(STARTER_OPTIONS));
}

/** `vitest@3` is `vitest`. */
function withoutVersion(word: string | undefined): string {
	return programName(word).replace(/@[^@/]*$/, '');
}

/** `npm t`, `npm run x -- a`, `yarn x`: a script of `package.json`, whichever manager runs it. */
function scriptRun(words: readonly string[]): Run | undefined {
	const manager = programName(words[0]);
	if (!MANAGERS.has(manager)) return undefined;
	const { valued } = markedOptions(MANAGER_RULES.options);
	const skip = (from: number) =>
		skipOptions(words, from, { valued, passedOver: optionOrSetting }).end;
	const verbAt = skip(1);
	const verb = words[verbAt] ?? '';
	const isRun = RUN_VERBS.has(verb);
	const isTest = TEST_VERBS.has(verb) && manager !== 'bun';
	if (!isRun && !isTest && (manager === 'npm' || OWN_VERBS.has(verb))) return undefined;
	const nameAt = isRun ? skip(verbAt + 1) : verbAt;
	const name = isTest ? 'test' : (words[nameAt] ?? '');
	if (!/^[\w:.@/-]+$/.test(name)) return undefined;
	const { own, given } = divided(words.slice(nameAt + 1), manager);
	const head = words.slice(1, nameAt).filter((_, at) => at + 1 !== verbAt);
	const managed = walk([...head, ...own], MANAGER_RULES);
	return {
		what: `script ${name}`,
		runner: manager,
		tests: TESTING.test(name),
		args: [...managed.args, ...walk(given, SCRIPT_RULES).args],
		directory: managed.directory,
		script: { name, given },
		manifests: [],
	};
}

/** What npm keeps of the words behind a script's name (options, up to `--`), and what the script gets. */
function divided(words: readonly string[], manager: string) {
	const dashes = words.indexOf('--');
	const end = manager !== 'npm' ? 0 : dashes < 0 ? words.length : dashes;
	const own: string[] = [];
	const given: string[] = [];
	for (let at = 0; at < end; at++) {
		const word = words[at] ?? '';
		if (!word.startsWith('-')) given.push(word);
		else if (readOption(word, markedOptions(MANAGER_RULES.options).valued).takesNext)
			own.push(word, words[++at] ?? '');
		else own.push(word);
	}
	return { own, given: [...given, ...words.slice(end).filter((word) => word !== '--')] };
}

function runnerRun(words: readonly string[]): Run | undefined {
	const program = withoutVersion(words[0]);
	for (const row of RUNNER_ROWS.filter(({ programs }) => programs.includes(program))) {
		const { args, directory } = walk(words.slice(1), row);
		for (const verb of row.verbs) {
			const rest = withoutVerb(args, verb);
			if (rest === undefined) continue;
			const isWhole = rest.some(({ effect }) => effect === 'whole');
			return {
				what: [row.programs[0], ...(row.verbs[0] ?? [])].join(' '),
				runner: program.replace('py.test', 'pytest'),
				tests:
					row.checks !== true &&
					(row.tasks !== true ||
						rest.some((one) => one.effect === 'task' && TESTING.test(one.text))),
				args: [...verb.flatMap((text) => settingArgument(text, row) ?? []), ...rest].map((one) =>
					isWhole && one.operand
						? { ...one, effect: one.effect === 'idle' ? 'idle' : 'whole' }
						: one,
				),
				directory,
				script: undefined,
				manifests: row.manifests,
			};
		}
	}
	return undefined;
}

function withoutVerb(
	args: readonly Argument[],
	verb: readonly string[],
): readonly Argument[] | undefined {
	let rest = args;
	for (const word of verb) {
		const at = rest.findIndex((one) => one.text === word || (one.operand && !word.startsWith('-')));
		if (rest[at]?.text !== word) return undefined;
		rest = rest.filter((_, index) => index !== at);
	}
	return rest;
}

/** The words behind a program, each with what it does. */
function walk(
	words: readonly string[],
	row: ArgumentRules,
): { readonly args: readonly Argument[]; readonly directory: string } {
	const args: Argument[] = [];
	let directory = '';
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? '';
		const plain = subcommand(word, args, row) ?? plainArgument(word, row);
		if (word === '--') continue;
		if (plain === undefined) {
			const option = optionArguments(word, words[at + 1] ?? '', row);
			args.push(...option.args);
			directory = option.directory ?? directory;
			if (option.takesNext) at += 1;
		} else args.push(plain);
	}
	return { args, directory };
}

/** What an option does; it may take the word after it. */
function optionArguments(word: string, next: string, row: ArgumentRules) {
	const { valued, directory: moves, tasks } = markedOptions(row.options);
	const { names, takesNext } = row.longShort ? longOption(word, valued) : readOption(word, valued);
	const value = takesNext ? next : word.replace(/^(?:--?[^=]*=|-.)/s, '');
	if (names.some((name) => moves.has(name))) return { args: [], directory: value, takesNext };
	if (names.some((name) => tasks.has(name))) return { args: taskArguments(value), takesNext };
	const text = takesNext ? `${word}=${value}` : word;
	const effect = settingArgument(text, row)?.effect ?? effectOf(names, markedOptions(row.options));
	return { args: [{ text, effect, operand: false }], takesNext };
}

/** `vitest list`, `swift test list`, and not `vitest run list`, which looks for tests named so. */
function subcommand(
	word: string,
	before: readonly Argument[],
	row: ArgumentRules,
): Argument | undefined {
	if (word.startsWith('-') || !markedOptions(row.options).idle.has(word)) return undefined;
	const opens = before.every(({ operand, text }) => !operand || text === 'test');
	return opens ? { text: word, effect: 'idle', operand: true } : undefined;
}

/** Any word that is no option. */
function plainArgument(word: string, row: ArgumentRules): Argument | undefined {
	const setting = settingArgument(word, row);
	if (setting !== undefined || /^-./.test(word)) return setting;
	const effect = row.tasks ? 'task' : row.whole?.test(word) ? 'whole' : 'narrows';
	return { text: word, effect, operand: true };
}

/** `A=1`, `-Dtest=x`, `+nightly`, and what only the shell knows. */
function settingArgument(word: string, row: ArgumentRules): Argument | undefined {
	const known = (effect: Argument['effect']) => ({ text: word, effect, operand: false });
	if (row.idle?.test(word) || inertSetting.test(word)) return known('idle');
	if (row.harmless?.test(word)) return known('none');
	if (row.narrowing?.test(word)) return known('narrows');
	if (word === UNKNOWN) return known('unknown');
	return /^\+\w|^[A-Za-z_][\w.]*[:?+!]?=/.test(word) ? known('none') : undefined;
}

function taskArguments(names: string): Argument[] {
	return names.split(',').map((text) => ({ text, effect: 'task', operand: false }));
}

/** `-list=x`, `--list x` are `-list`. */
function longOption(word: string, valued: ReadonlySet<string>) {
	const name = word.replace(/^--?/, '-').replace(/=.*$/s, '');
	return { names: [name], takesNext: !word.includes('=') && valued.has(name) };
}

/** An option that is not known may do anything: a list of those that leave tests out would never end. */
function effectOf(
	spelt: readonly string[],
	{ idle, narrow, harmless }: MarkedOptions,
): Argument['effect'] {
	// Many runners of JavaScript take `--test-name-pattern` for `--testNamePattern`.
	const names = spelt.flatMap((name) => [name, inCamelCase(name)]);
	if (names.some((name) => idle.has(name) || INERT.has(name))) return 'idle';
	if (names.some((name) => narrow.has(name))) return 'narrows';
	const isKnown = (name: string) =>
		/^(?:[^-]|-\d$|$)/.test(name) || harmless.has(name) || harmless.has(inCamelCase(name));
	if (spelt.every((name) => isKnown(name.replace(/\..*$/s, '')) && !name.includes(UNKNOWN)))
		return 'none';
	return names.some((name) => beginsIdle(name, idle)) ? 'idle' : 'unknown';
}

function inCamelCase(name: string): string {
	return name.replace(/(?<=\w)-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Options with which every program runs nothing. */
const INERT = programOptions('').idle;

/** Some programs take any beginning of a long option for the whole; a shorter one may be that of another. */
function beginsIdle(name: string, idle: ReadonlySet<string>): boolean {
	return /^--.{3}/.test(name) && [...idle, ...INERT].some((one) => one.startsWith(name));
}
