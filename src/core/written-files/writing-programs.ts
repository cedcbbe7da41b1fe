/** Programs that write whatever their options say. */
const always = [
	'rm unlink rmdir shred srm trash trash-put rimraf mv cp install ln tee sponge touch truncate',
	'fallocate mkfifo dd rsync scp wget tar bsdtar unzip zip gzip gunzip bzip2 bunzip2 xz unxz zstd',
	'unzstd patch split ed ex vi vim nvim nano pico emacs sd rename dos2unix unix2dos',
	'chmod chown chgrp chattr setfacl apply_patch',
] as const;

/** A word in which one of these letters stands behind a dash. It is sought from its start only: once per word. */
const lettered = (letters: string) => `(?<!\\S)[^\\s-]*-\\S*[${letters}]`;

/** Programs that write when one of these stands in the line too. */
const sometimes = {
	sed: lettered('i'),
	gsed: lettered('i'),
	perl: lettered('i'),
	ruby: lettered('i'),
	yq: lettered('i'),
	awk: 'inplace',
	gawk: 'inplace',
	sort: lettered('o'),
	curl: lettered('oOcD'),
	gpg: lettered('o'),
	openssl: '-out',
	find: '-(?:delete|exec|ok|fprint|fls)',
	git: '\\b(?:am|apply|checkout|restore|rm|mv|clean|stash|worktree|archive|bundle|clone|config|format-patch)\\b|--output|\\s-O',
} as const;

type Words<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Words<Rest> : T;
/** Every program with a row in the table of what programs write. */
export type WritingProgram = Words<(typeof always)[number]> | keyof typeof sometimes;

const program = (names: string) => `(?<![\\w.]|--)(?:${names})(?![\\w-])`;
const unconditional = new RegExp(program(always.join(' ').replaceAll(' ', '|')), 'i');
const conditional = Object.entries(sometimes).map(([name, sign]) => ({
	program: new RegExp(program(name), 'i'),
	sign: new RegExp(sign, 'i'),
}));

/** Whether a program that writes, and what makes it write, stand in a text without quotes. */
export function mentionsWritingProgram(text: string): boolean {
	if (unconditional.test(text)) return true;
	return conditional.some(({ program: name, sign }) => name.test(text) && sign.test(text));
}
