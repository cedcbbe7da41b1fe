/** A source with its quotes and backslashes taken away, as often as they are nested, and its broken lines joined. */
function withoutQuotes(source: string): string {
	return source.replaceAll(/\\\r?\n/g, '').replaceAll(/\$(?=["'])|["'\\]/g, '');
}

/**
 * The words of a source that does not parse, quotes and operators taken away, in one linear pass:
 * `sh -c "git commit` is `sh`, `-c`, `git`, `commit`. More words than a shell would see, never
 * fewer (D33: it must not slip through).
 */
export function looseWords(source: string): readonly string[] {
	return withoutQuotes(source)
		.split(/[\s;&|()<>{}`]+/)
		.filter((word) => word !== '');
}

/** Whether a source may spell a word that stands nowhere in it as such: `c{ommit,}`, `comm$()it`, `gi[t]`, `$0`. */
function mayExpand(source: string): boolean {
	const brace = source.indexOf('{');
	const isSpelled = /\$\(\s*\)|`\s*`|\[[^\]]\]|\$\{?[@*\d]/.test(source);
	return isSpelled || (brace >= 0 && /,|\.\./.test(source.slice(brace)));
}

/** A redirection that writes no file: `2>&1`, `>/dev/null`, `&>/dev/null`. */
const harmless =
	/>&(?:\d+|-)(?=[\s;|&)]|$)|>>?\|?[ \t]*\/dev\/(?:null|stdout|stderr|tty)(?=[\s;|&)]|$)/g;
/** A parameter that spells no part of a longer word: `awk '{print $1}'`. */
const wholeWord = /(?<![\w}])\$[@*\d](?![\w$])/g;
/** A name that is put together where a program stands: `x=r; ${x}m a`. */
const expandedName = /(?:^|[;&|\n({])[ \t]*(?:\w+\$[{\w]|\$\{\w+\}\w)/;

/** Whether a command line may write a file by name; if not, `writtenFiles` would find nothing. */
export function mentionsWrite(source: string): boolean {
	// A quotation that spells letters by number, or the commands of `${ rm a; }`.
	if (/\$(?:["'\\]|\{[\s|])/.test(source)) return true;
	const plain = withoutQuotes(source);
	if (expandedName.test(plain)) return true;
	if ([source, plain].some((text) => mayExpand(text.replaceAll(wholeWord, ' ')))) return true;
	return source.replaceAll(harmless, ' ').includes('>') || mentionsWriter(plain);
}

/**
 * Programs that write, by what they write (program-writes.ts): those that people and models really use. What others
 * change is seen after the call (ADR 25).
 */
export const WRITERS = {
	removed: 'rm unlink rmdir rimraf',
	moved: 'mv',
	copied: 'cp install',
	copiedAcross: 'rsync scp',
	linked: 'ln',
	fetched: 'wget',
	operands: 'tee sponge touch truncate mkfifo',
	converted: 'dd',
	archived: 'tar bsdtar',
	unpacked: 'unzip',
	patched: 'patch',
	/** Its patch names the files. */
	patchedByInput: 'apply_patch',
	permitted: 'chmod chown chgrp',
} as const;

/** A word in which one of these letters stands behind a dash. It is sought from its start only: once per word. */
const lettered = (letters: string) => `(?<!\\S)[^\\s-]*-\\S*[${letters}]`;

/** Programs that write when one of these stands in the line too. */
export const SOMETIMES_WRITERS = {
	sed: ['sed gsed', lettered('i')],
	perl: ['perl ruby', lettered('i')],
	yq: ['yq', lettered('i')],
	sort: ['sort', lettered('o')],
	curl: ['curl', lettered('oODc')],
	find: ['find', '-(?:delete|exec|ok|fprint|fls)'],
	git: ['git', '\\b(?:am|apply|checkout|restore|rm|mv|clean|stash|worktree|clone)\\b'],
} as const;

const always = new Set(Object.values(WRITERS).flatMap((names) => names.split(' ')));
const sometimes = new Map(
	Object.values(SOMETIMES_WRITERS).flatMap(([names, sign]) =>
		names.split(' ').map((name) => [name, sign] as const),
	),
);
const LONGEST = Math.max(...[...always, ...sometimes.keys()].map(({ length }) => length));
/** Each end of a word that may be a name of theirs: `git-rm` is `git-rm` and `rm`, `--rm` and `.rm` are none. */
const NAME = new RegExp(`(?<![\\w.]|--)(?=([\\w-]{1,${LONGEST}})(?![\\w-]))`, 'g');

/** Whether a program that writes, and the words that make it write, are in a text without quotes. */
function mentionsWriter(text: string): boolean {
	// Each once: a line may name a program ten thousand times.
	const names = new Set([...text.toLowerCase().matchAll(NAME)].map(([, name = '']) => name));
	for (const name of names) {
		const sign = sometimes.get(name);
		if (always.has(name) || (sign !== undefined && new RegExp(sign, 'i').test(text))) return true;
	}
	return false;
}
