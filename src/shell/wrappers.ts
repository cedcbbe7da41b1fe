import {
	byName,
	isSystemProgram,
	type ProgramCall,
	programName,
	UNKNOWN,
	wordsIn,
} from './call.ts';
import { optionSet, skipOptions } from './options.ts';

import { directoryIn, spelledChoice, spelledLiteral } from './spelling.ts';

/** Options, settings of any name, and the durations of timeout: `1.5m`, `1e1`, `0x5`, `inf`. */
const passedOver =
	/^(?:[-+\0]|[^=\s]+=|(?:\.?\d[\d.]*(?:e[-+]?\d+)?|0x[\da-f.]+(?:p[-+]?\d+)?|inf|infinity)[smhd]?$)/i;
/** Run in another directory, what a command shows says nothing about the project. */
const elsewhere = ['-C', '--chdir', '-D', '-R', '--chroot', '-h', '--host'];

interface Wrapper {
	readonly valued: ReadonlySet<string>;
	/**
	 * With these options alone the wrapper runs its command and ends as it ends; absent: it never
	 * vouches for it.
	 */
	readonly faithful: ReadonlySet<string> | undefined;
}

function wrapper(valued: string, faithful: string | undefined): Wrapper {
	const known = new Set(optionSet(`${valued} ${faithful}`));
	for (const option of elsewhere) known.delete(option);
	return { valued: optionSet(valued), faithful: faithful === undefined ? undefined : known };
}

/**
 * Programs that run the command in their arguments: options that take a value, then the other
 * faithful ones.
 */
const wrappers = byName<Wrapper>({
	env: wrapper('-u --unset -C --chdir -a --argv0', '- -i -v --ignore-environment --debug'),
	command: wrapper('', '-p'),
	exec: wrapper('-a', '-c -l'),
	nohup: wrapper('', ''),
	time: wrapper('-o --output -f --format', '-p -v -a --portability --verbose --append'),
	'timeout gtimeout': wrapper('-s --signal -k --kill-after', '-v -p -f --verbose --foreground'),
	sudo: wrapper(
		'-u --user -g --group -h --host -p --prompt -C --close-from -r --role -t --type -T --command-timeout -D --chdir -R --chroot',
		'-n -E -H -S -P -A --non-interactive --preserve-env --set-home --stdin',
	),
	doas: wrapper('-u -C -a', '-n'),
	nice: wrapper('-n --adjustment', ''),
	ionice: wrapper('-c --class -n --classdata -p --pid -P --pgid -u --uid', undefined),
	stdbuf: wrapper('-i --input -o --output -e --error', ''),
	'noglob nocorrect': wrapper('', ''),
	// May run in the background (setsid, when it leads its group), or with no input not at all (xargs).
	'builtin setsid taskset prlimit': wrapper('', undefined),
	caffeinate: wrapper('-t -w', undefined),
	chrt: wrapper('-T -P -D', undefined),
	unshare: wrapper('-S -G -R -w --root --wd --setuid --setgid --propagation', undefined),
	setpriv: wrapper('--reuid --regid --groups --securebits', undefined),
	xargs: wrapper(
		'-n --max-args -P --max-procs -I -d --delimiter -a --arg-file -L -s --max-chars -E -J -R -S',
		undefined,
	),
});

/**
 * The call that a wrapper makes (`sudo -u x git commit` makes `git commit`), or `undefined`. An
 * unknowable program (`$SUDO git commit`, `$DRY_RUN git commit`) is taken for a wrapper, so that it
 * hides nothing and vouches for nothing. A here-document gives xargs its words.
 */
export function unwrap(call: ProgramCall): ProgramCall | undefined {
	const { words } = call;
	if (words[0] === UNKNOWN) return callFrom(call, firstKnown(words), false);
	const program = programName(words[0]);
	const row = wrappers.get(program);
	if (row === undefined || isInquiry(program, words[1])) return undefined;
	const { end, names } = skipOptions(words, 1, { ...row, passedOver });
	const options = names.filter((name) => name.startsWith('-') || name.startsWith(UNKNOWN));
	const faithful = options.every((name) => row.faithful?.has(name));
	const vouches = faithful && row.faithful !== undefined && isSystemProgram(words[0]);
	const filled = program === 'xargs' ? withInput(call, end) : inDirectory(call);
	return callFrom(filled, end, vouches);
}

/** `env -C d`, `sudo --chdir=d` run their command in `d`. */
function inDirectory(call: ProgramCall): ProgramCall {
	const { spellings, directory } = call;
	const program = programName(call.words[0]);
	const option = program === 'env' ? /^(?:-C|--chdir=)(.*)$/s : /^(?:-D|--chdir=)(.*)$/s;
	if (program !== 'env' && program !== 'sudo') return call;
	const at = spellings.findIndex((word) => option.test(word) || word === '--chdir');
	if (at < 0) return call;
	const attached = option.exec(spellings[at] ?? '')?.[1] ?? '';
	const target = attached === '' ? (spellings[at + 1] ?? '') : attached;
	return { ...call, directory: directoryIn(directory, target) };
}

function firstKnown(words: readonly string[]): number {
	const at = words.findIndex((word) => word !== UNKNOWN);
	return at < 0 ? words.length : at;
}

function callFrom(call: ProgramCall, from: number, vouches: boolean): ProgramCall | undefined {
	const { words, spellings } = call;
	if (from >= words.length) return undefined;
	const hiddenBy = call.hiddenBy ?? (vouches ? undefined : 'line');
	return { ...call, words: words.slice(from), spellings: spellings.slice(from), hiddenBy };
}

/** xargs with the words of its input, at the end or in place of the mark of `-I`. Its own options end at `end`. */
function withInput(call: ProgramCall, end: number): ProgramCall {
	const given = wordsIn(call.input ?? '');
	const words = [...call.words, ...given];
	const spelled = [...given.map(spelledLiteral), ...call.piped];
	const own = call.words.slice(0, end);
	const at = own.findIndex((word) => /^(?:-[IJi]|--replace)/.test(word));
	if (at < 0) return { ...call, words, spellings: [...call.spellings, ...spelled] };
	const option = call.words[at] ?? '';
	const next = /^-[IJ]$/.test(option) ? call.words[at + 1] : undefined;
	const mark = next ?? (option.replace(/^(?:-[IJi]|--replace=?)/, '') || '{}');
	const choice = spelledChoice([...spelled, UNKNOWN]);
	return {
		...call,
		words,
		spellings: call.spellings.map((word) => word.replaceAll(mark, () => choice)),
	};
}

/** `command -v git` asks where git is and runs nothing. */
function isInquiry(program: string, option: string | undefined): boolean {
	return program === 'command' && option !== undefined && /^-p?[vV]/.test(option);
}

/**
 * Programs that run what follows them, and how many words of their own stand before it. They are not
 * among the wrappers: they prove nothing of the call, and patterns like `npm test` name them.
 */
const runners = byName({
	'busybox toybox npx bunx parallel strace ltrace unbuffer chronic': 0,
	'npm pnpm yarn bun uv poetry bundle mise flock chroot': 1,
});
const options = {
	valued: optionSet('-p --package -w --timeout -E -j -e -o'),
	passedOver: /^-/,
};
const maxDepth = 8;

/** The call that runners make in the end: `npx rimraf a` makes `rimraf a`; any other as it is. */
export function innermostCall(call: ProgramCall): ProgramCall {
	let inner = call;
	for (let depth = 0; depth < maxDepth; depth++) {
		const own = runners.get(programName(inner.words[0]));
		if (own === undefined) return inner;
		let from = 1;
		for (let skipped = 0; skipped <= own; skipped++) {
			from = skipOptions(inner.words, from + Number(skipped > 0), options).end;
		}
		if (from >= inner.words.length) return inner;
		inner = { ...inner, words: inner.words.slice(from), spellings: inner.spellings.slice(from) };
	}
	return inner;
}
