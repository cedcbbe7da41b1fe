import {
	byName,
	isProjectProgram,
	type ProgramCall,
	programName,
	UNKNOWN,
	wordsIn,
} from './call.ts';
import {
	type MarkedOptions,
	markedOptions,
	optionLike,
	optionOrSetting,
	optionSet,
	readOption,
} from './options.ts';
import type { ParsedCommand } from './parse-command.ts';

/** A call that names the program more often than this matches, unread. */
const maxStarts = 64;

/**
 * Whether a command line runs what a pattern names (D33). A pattern is words,
 * `git commit`; a call matches whose words begin with them, options in between passed over with what may be their
 * values (`git -C d commit`, `helm -n prod upgrade`). An expansion may hold options, so `git $OPTS commit`
 * matches; it never stands for a word of the pattern, so `git $CMD` does not. Where a program may run its arguments (`find -exec
 * git commit`), a pattern of two words or more matches in them, and so it does where the program is not
 * known and what follows it is the rest of the pattern: `$(which git) commit`. A source that does not parse matches
 * by its words.
 * Out of reach: aliases (`git ci`), script files, `… | sh`.
 */
export function matchesCommand(parsed: ParsedCommand, pattern: string): boolean {
	const wanted = wordsIn(pattern);
	if (wanted.length === 0) return false;
	const matchesCall = ({ words }: ProgramCall) =>
		matchesHere(words, wanted) || matchesUnknown(words, wanted) || matchesArguments(words, wanted);
	return looseMatch(parsed.words, wanted) || parsed.calls.some(matchesCall);
}

/**
 * Whether the success of the whole command line proves that a call matching the pattern ran and
 * succeeded (D33). Not proven, beyond what decides the status: a call told to do
 * nothing (`--help`, `--version`, `--dry-run`, `-h` before a `--`, `make -n test`), in another
 * directory (`make -C d test`) or from a file outside the project (`/tmp/npm test`), run by a
 * wrapper that may not run it (xargs), or with a whole word unknown before the pattern ends.
 */
export function provesCommand(parsed: ParsedCommand, pattern: string): boolean {
	return callsMatching(parsed, pattern).some(({ hiddenBy }) => hiddenBy === undefined);
}

/** The calls of a line that match a pattern and do what it says, whether or not their status decides. */
function callsMatching(parsed: ParsedCommand, pattern: string): readonly ProgramCall[] {
	const wanted = wordsIn(pattern);
	if (wanted.length === 0) return [];
	return parsed.calls.filter((call) => {
		const end = matchEnd(call.words, wanted);
		return end !== undefined && doesItsWork(call, wanted, end);
	});
}

/** The index after the last word of the pattern, or `undefined` where the words do not match. */
function matchEnd(words: readonly string[], wanted: readonly string[]): number | undefined {
	const { valued } = programOptions(programName(wanted[0]));
	return matchEnds(words, wanted, 0, (word) => (readOption(word, valued).takesNext ? [2] : [1]))[0];
}

/**
 * The same, also where an option that req does not know may have a value: `helm -n prod upgrade`. Of a program in the
 * table those behind its first word are its subcommand's: `git checkout -b x main` is no `git checkout main`.
 */
function possibleEnds(
	words: readonly string[],
	wanted: readonly string[],
	from: number,
): readonly number[] {
	const name = programName(wanted[0]);
	const row = programs.has(name) ? programOptions(name) : undefined;
	return matchEnds(words, wanted, from, (word, isFirst) => {
		const { names, value, takesNext } = readOption(word, row?.valued ?? NO_OPTIONS);
		if (takesNext) return [2];
		const option = names.at(-1) ?? '';
		const isKnown = row !== undefined && (row.harmless.has(option) || row.idle.has(option));
		const isGuessed = value === undefined && !isKnown && (isFirst || row === undefined);
		return isGuessed && MAY_HAVE_VALUE.test(option) ? [1, 2] : [1];
	});
}

/** Also an expansion, which may hold an option. */
const MAY_HAVE_VALUE = /^(?:\0$|-(?!-no-).)/;
const NO_OPTIONS: ReadonlySet<string> = new Set();

/**
 * Where a pattern may end in the words from an index on; nowhere if they do not match. Each place is looked at once for
 * each word of the pattern, whatever the options before it may mean.
 *
 * @param steps how many words may be passed over with an option
 */
function matchEnds(
	words: readonly string[],
	wanted: readonly string[],
	from: number,
	steps: (option: string, isFirst: boolean) => readonly number[],
): readonly number[] {
	const name = programName(wanted[0]);
	const called = programName(words[from]);
	const tail = wanted.slice(1);
	// `git-commit`, also in /usr/lib/git-core, is `git commit`.
	if (called !== name && called === `git-${tail[0]}` && name === 'git') tail.shift();
	else if (called !== name) return [];
	return tail.reduce<readonly number[]>(
		(starts, until, index) =>
			endsOf(words, until, { starts, steps: (word) => steps(word, index === 0) }),
		[from + 1],
	);
}

/** The places behind a word that stands at one of the starts, or behind options there. */
function endsOf(
	words: readonly string[],
	until: string,
	ways: {
		readonly starts: readonly number[];
		readonly steps: (option: string) => readonly number[];
	},
): readonly number[] {
	const looked = new Set(ways.starts);
	// A set that grows is gone through to its end.
	for (const at of looked) {
		const word = words[at] ?? '';
		if (word === until || !optionOrSetting.test(word)) continue;
		for (const step of ways.steps(word)) looked.add(at + step);
	}
	return [...looked].flatMap((at) => (words[at] === until ? [at + 1] : []));
}

/** `git commit --dry-run` and `git commit --help` commit nothing: where nothing but these stands before it, it is no value of another option. */
const harmlessFlag = /^-(?:[avqs]+|-(?:all|verbose|quiet|signoff|amend|no-edit|no-verify))$/;

function matchesHere(words: readonly string[], wanted: readonly string[]): boolean {
	return possibleEnds(words, wanted, 0).some((end) => !isDryRun(words, end));
}

function isDryRun(words: readonly string[], end: number): boolean {
	const program = programName(words[0]);
	if (!program.startsWith('git')) return false;
	// `git --help commit`: git reads no further.
	if (program === 'git' && /^(?:-h|--help|-v|--version)$/.test(words[1] ?? '')) return true;
	const at = words.findIndex((word, index) => index >= end && !harmlessFlag.test(word));
	if (words[at] === '--help' || (words[end] === '-h' && words.length === end + 1)) return true;
	return words[at] === '--dry-run' && !words.slice(at + 1).some((word) => word.startsWith('--no'));
}

function matchesUnknown(words: readonly string[], wanted: readonly string[]): boolean {
	if (wanted.length < 2 || words[0] !== UNKNOWN) return false;
	return possibleEnds([wanted[0] ?? '', ...words.slice(1)], wanted, 0).length > 0;
}

function matchesArguments(words: readonly string[], wanted: readonly string[]): boolean {
	const name = programName(wanted[0]);
	if (wanted.length < 2 || programName(words[0]) === name || !runsArguments(words)) return false;
	const starts = words.flatMap((word, at) =>
		at > 0 && [name, `${name}-${wanted[1]}`].includes(programName(word)) ? [at] : [],
	);
	return (
		starts.length > maxStarts || starts.some((at) => possibleEnds(words, wanted, at).length > 0)
	);
}

/**
 * Whether a call that matches a pattern does what the pattern says, in this project (D33); `end` is
 * the index in the call's words where the pattern ends.
 */
function doesItsWork({ words }: ProgramCall, wanted: readonly string[], end: number): boolean {
	if (!isOurs(words[0] ?? '', wanted[0])) return false;
	if (words.slice(1, end).includes(UNKNOWN)) return false;
	const names = wanted.map(programName);
	// Only `cargo test -- --list` has options of ours behind it.
	const dashes = names.includes('cargo') ? -1 : words.indexOf('--', end);
	const told = words
		.slice(1, dashes < 0 ? words.length : dashes)
		.filter((word) => !wanted.includes(word));
	return !told.some((word) => inertSetting.test(word) || names.some((name) => isInert(word, name)));
}

/** A bare name, what the pattern itself names, or a program of the project. */
function isOurs(word: string, wanted: string | undefined): boolean {
	return !word.includes('/') || word === wanted || isProjectProgram(word);
}

function isInert(word: string, program: string): boolean {
	if (!word.startsWith('-')) return false;
	const { valued, idle } = programOptions(program);
	// It reads `-list` as one option and not as four letters.
	if (program === 'go') {
		const name = word.replace(/^--?/, '').replace(/=.*$/s, '');
		return idle.has(`-${name}`) || idle.has(`--${name}`);
	}
	return readOption(word, valued).names.some((name) => idle.has(name) || beginsOne(name, idle));
}

/** `--h`: some programs take any beginning of a long option for the whole. */
function beginsOne(name: string, options: ReadonlySet<string>): boolean {
	return /^--./.test(name) && [...options].some((one) => one.startsWith(name));
}

const CONTAINER =
	'-c= --context= -H= --host= -l= --log-level= --config= -f= --file= -p= --project-name= --profile= --env-file= --project-directory= --tlscacert= --tlscert= --tlskey= --parallel= --progress= --ansi= -D --debug --tls --tlsverify';
const MAKE =
	'!-C= !--directory= !-f= !--file= !--makefile= -I= --include-dir= !-o= !--old-file= -W= --what-if= -j -k -s -B -b -d -e -w -r -R -S -m --silent --quiet --keep-going --always-make --no-print-directory !-E= !--eval= !-n !-q !-t !-i !-v !--just-print !--recon !--question !--touch !--ignore-errors !--assume-old';

/** Programs whose options may stand before their subcommand. */
const programs = byName({
	git: '!-C= -c= !--git-dir= !--work-tree= --namespace= --super-prefix= --config-env= --attr-source= --shallow-file= -p --paginate -P --bare --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs !--short !--porcelain !--long !--exec-path !--html-path !--man-path !--info-path',
	npm: '!--prefix= !-C= !-w= !--workspace= --loglevel= --registry= --cache= --access= --tag= --otp= --auth-type= --scope= --omit= --include= -s --silent -q --quiet -d --verbose -y --yes -f --force --json --offline --prefer-offline --ignore-scripts --foreground-scripts --include-workspace-root !--userconfig= !--script-shell= !-v !--versions !--node-options= !--if-present !--workspaces !--ws !-g !--global !--location !--globalconfig',
	npx: '-p= --package= -y --yes -q --quiet -s --silent --offline --prefer-offline !-w= !--workspace= !-v !--prefix !-C',
	pnpm: '!-C= !--dir= !-F= !--filter= !--filter-prod= --workspace-concurrency= --reporter= --loglevel= -r --recursive -s --silent --offline --prefer-offline --color --stream --parallel !-v !--if-present !--script-shell !-w !--workspace-root',
	yarn: '!--cwd= --use-yarnrc= --modules-folder= --cache-folder= -s --silent --verbose --offline --json --frozen-lockfile --prod --production --non-interactive !-v',
	bun: '!--cwd= !-c= !--config= !-F= !--filter= --silent -b --bun --hot --watch --smol !-v !--if-present',
	'docker podman': CONTAINER,
	kubectl:
		'-n= --namespace= --context= --cluster= --user= --kubeconfig= -s= --server= --as= --as-group= --as-uid= --token= --username= --password= --request-timeout= --cache-dir= --tls-server-name= --certificate-authority= --client-certificate= --client-key= --profile= --profile-output= --kuberc= -v= --v= --vmodule= --log-flush-frequency=',
	cargo:
		'!-C= !-Z= !--config= --color= -v --verbose -q --quiet --locked --offline --frozen !-V !--list !--no-run !--manifest-path',
	go: '!-C= !-n !-c !-list !-exec !-toolexec !-help',
	'make gmake': MAKE,
	req: '--session=',
});

/** Options with which every program does nothing. */
const ANY = '!--help !--version !--dry-run !--usage !-h !-? !-H';

/** A setting among the arguments that changes what the program does: `make SHELL=true test`. */
const inertSetting = /^(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|GNUMAKEFLAGS|MFLAGS)[:?+!]*=/;

/**
 * The global options of a program, by its bare name; for one that is not in the table, those that
 * all programs share.
 */
export function programOptions(name: string): MarkedOptions {
	return markedOptions(`${programs.get(name) ?? ''} ${ANY}`);
}

/** Programs whose arguments are text, patterns, names or packages; none of them runs any. */
const quiet = optionSet(
	`echo printf print grep egrep fgrep zgrep rg ag ack sed awk gawk cat bat less more head tail wc
	sort uniq cut tr jq yq diff tee test [ [[ : true false exit return read export declare local
	typeset readonly unset set shift alias cd pushd ls mkdir rmdir touch rm cp mv ln chmod chown
	man info help tldr which type whereis whence hash command git gh hub glab req curl wget
	apt apt-get apt-cache brew dnf yum pacman apk pip pip3 npm pnpm yarn node python python3`,
);
/** `npm exec git commit` runs what follows. */
const executing = new Set(['exec', 'x', 'dlx']);

/**
 * Whether a call may run the words among its arguments (`find -exec`, `flock l`, `strace`, a program
 * nobody has heard of); not where it only prints, reads or names them (D33).
 */
function runsArguments(words: readonly string[]): boolean {
	return !quiet.has(programName(words[0])) || executing.has(words[1] ?? '');
}

/**
 * Whether the words of a pattern follow one another in the words of a source that does not parse,
 * with nothing but options, settings and a word after an option in between. One pass, whatever the
 * words: all readings are followed at once.
 */
function looseMatch(words: readonly string[], wanted: readonly string[]): boolean {
	const program = programName(wanted[0]);
	const tail = wanted.slice(1);
	/**
	 * Entry n: the program and n words of the tail have been seen, and the next word may go on from
	 * there.
	 */
	let reached = wanted.map(() => false);
	let afterOption = false;
	for (const word of words) {
		const before = reached;
		const mayStandBetween = afterOption || optionOrSetting.test(word);
		reached = before.map((stands, n) => {
			const steps = n === 0 ? programName(word) === program : before[n - 1] && word === tail[n - 1];
			return steps || (stands && mayStandBetween);
		});
		if (reached[tail.length]) return true;
		afterOption = optionLike.test(word);
	}
	return false;
}

/**
 * What a line that failed may have done before it did. The call whose status is the line's is the one that failed,
 * or that was never reached; of any other nobody can tell, so it counts. A commit leaves a trace: `committed` says
 * whether there is one, or `undefined` where that cannot be told.
 */
export function doneBeforeFailure(
	parsed: ParsedCommand,
	committed: boolean | undefined,
): ParsedCommand {
	const last = decidingWords(parsed);
	const calls = parsed.calls.filter((call) => {
		const isCommit =
			committed !== undefined && matchesCommand({ ...parsed, calls: [call] }, 'git commit');
		return isCommit ? committed : !isLayerOf(call, last);
	});
	return { ...parsed, calls };
}

/**
 * The words of the last call, where the line ends with it: `git push && ((0))` fails although the push did not.
 * Where the output goes changes nothing.
 */
function decidingWords({ source, calls }: ParsedCommand): readonly string[] {
	const words = calls.findLast(({ hiddenBy }) => hiddenBy === undefined)?.words ?? [];
	const end = source
		.slice(-MAX_END)
		.trimEnd()
		.replace(/(?: {0,3}[\d&]?>{1,2}&? {0,3}[\w./-]{1,80}){1,3}$/, '');
	return end.endsWith(words.at(-1) ?? '') ? words : [];
}

/** Where a longer end of a line is not read, its last call counts like any other. */
const MAX_END = 400;

/** `sudo git push` is two calls, and the inner one ends the outer one's words. */
function isLayerOf(call: ProgramCall, words: readonly string[]): boolean {
	if (words.length === 0 || call.hiddenBy !== undefined) return false;
	return call.words.slice(-words.length).join(' ') === words.join(' ');
}

/**
 * Whether a command line holds a git call after which `git diff` against the merge base may say
 * something else, because it moved HEAD, the merge base or the default branch, or changed files, tracked or
 * not (the measure of `branch_size` is cached). Writes by other programs are not seen here.
 */
export function changesTree(parsed: ParsedCommand): boolean {
	const subcommands =
		'add am apply bisect branch checkout checkout-index cherry-pick clean commit fetch filter-branch merge mv pull push read-tree rebase remote reset restore revert rm sparse-checkout stash submodule subtree switch symbolic-ref update-index update-ref worktree';
	return subcommands.split(' ').some((name) => matchesCommand(parsed, `git ${name}`));
}
