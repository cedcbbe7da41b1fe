import { byName } from './call.ts';

/**
 * Programs that only read or print, whatever their operands say, and the options with which they do more. A program
 * that is not here may write, and so may one that gets such an option.
 */
const READERS = byName<RegExp | undefined>({
	'cat head tail wc ls pwd echo grep egrep fgrep cut tr comm cmp stat du df ps whoami uname basename':
		undefined,
	'dirname realpath readlink true false sleep type md5sum sha256sum shasum nl jq cd': undefined,
	rg: / --(?:pre|hostname-bin)/,
	printf: / -v/,
	find: / -(?:delete|exec|ok|fprint|fls)/,
	sort: / (?:-\w*[oT]|--[ocft])/,
	uniq: / [^-]/,
	diff: / --to/,
	sed: /^(?! -n [\d,;p$]+(?: [^-]\S*)*$)/,
	// What it commits or stages is there already, and the gates judge that by its words.
	git: /^(?! (?:--no-pager )?(?:commit|add|status|diff|log|show|blame|ls-files|ls-tree|rev-parse|rev-list|merge-base|describe|shortlog|grep|for-each-ref|show-ref|branch(?= --show-current$| -a$| -vv?$| --list$|$)|stash list|remote(?= -v$|$)|worktree list)(?: |$))| (?:--ou|--op|--ext-diff|--textconv|-\w*O)/,
});

/** Longer lines are not looked at: they may write. */
const MAX_LINE = 2_000;
const QUOTATION = /'[^']*'|"[^"\\$`!]*"/g;
/** What leaves every file alone: `2>&1`, `> /dev/null`. */
const HARMLESS = /(?:[12]|&)?>(?:&[12]| ?\/dev\/null)(?=[\s;|&]|$)/g;
/** With these a shell runs, expands or writes more than stands there. */
const MORE = /[$`(){}<>\\#!'"]|\*\*/;

/**
 * Whether a command line plainly only reads, or commits what is there: every call in it is of a program that does nothing
 * else to files, and the shell does nothing else either. A look that says yes is right as far as programs are what their names say; one that says no
 * means nothing.
 */
export function readsOnly(source: string): boolean {
	if (source.length > MAX_LINE) return false;
	const quoted: string[] = [];
	// A quotation is one word: its blanks must not make options, nor its operators calls.
	const plain = source.replace(QUOTATION, (text) => {
		quoted.push(text.slice(1, -1));
		return `\u0001${quoted.length - 1}\u0002`;
	});
	const bare = plain.replaceAll(HARMLESS, ' ');
	if (MORE.test(bare)) return false;
	const calls = bare.split(/\|\||&&|[|;\n]/).map((call) => call.trim());
	if (bare.replaceAll('&&', '').includes('&')) return false;
	return calls.every((call) => call === '' || isReading(call, quoted));
}

function isReading(call: string, quoted: readonly string[]): boolean {
	const words = call
		.split(/\s+/)
		.map((word) => word.replace(/\u0001(\d+)\u0002/g, (_, index) => quoted[Number(index)] ?? ''));
	return isReader(words);
}

/** Whether a call with these words does nothing else to files, as in {@link readsOnly}. */
export function isReader([program = '', ...rest]: readonly string[]): boolean {
	const more = READERS.get(program);
	const given = rest.map((word) => ` ${word.replaceAll(/\s/g, '_')}`).join('');
	return READERS.has(program) && more?.test(given) !== true;
}
