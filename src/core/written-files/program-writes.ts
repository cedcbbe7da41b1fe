import { hasOption, optionValues } from '../command/program-arguments.ts';
import { archive, packed, unpacked } from './archive-writes.ts';
import { copy, copyAcross, fetched, link, move, transferred } from './copy-writes.ts';
import { changed, changedInside, type Effect, type WriteKind } from './effect.ts';
import { findWrites } from './find-writes.ts';
import { gitWrites } from './git-writes.ts';
import { awkEdit, perlEdit, queryEdit, rubyEdit, streamEdit } from './in-place-writes.ts';
import { type WriteRow as Row, row } from './write-row.ts';
import type { WritingProgram } from './writing-programs.ts';

const operands = (valued: string, how: WriteKind) =>
	row(valued, (args) => changed(how, args.operands));
const values = (valued: string, names: string) =>
	row(valued, (args) => changed('content', optionValues(args, names.split(' '))));
/** The mode or owner among them is taken for a file: nobody asks about one so named. */
const mode = (valued: string) => row(valued, (args) => changedInside('mode', args.operands));

const gone = operands('-n --iterations -s --size', 'gone');
/** `vim -R` and `-M` read. */
const editor = row('-c -u -U -i -w -T -S -p --cmd', (args) => {
	const files = args.operands.filter((file) => !file.startsWith('+'));
	return hasOption(args, ['-R', '-M']) ? [] : changed('content', files);
});
const rows: Readonly<Record<WritingProgram, Row>> = {
	rm: gone,
	unlink: gone,
	rmdir: gone,
	shred: gone,
	srm: gone,
	trash: gone,
	'trash-put': gone,
	rimraf: gone,
	mv: move,
	cp: copy,
	install: copy,
	ln: link,
	tee: operands('', 'content'),
	sponge: operands('', 'content'),
	touch: operands('-d --date -r --reference -t', 'content'),
	truncate: operands('-s --size -r --reference', 'content'),
	fallocate: operands('-l -o --length --offset', 'content'),
	mkfifo: operands('-m --mode', 'content'),
	dd: (words) =>
		changed(
			'content',
			words.flatMap((word) => (word.startsWith('of=') ? [word.slice(3)] : [])),
		),
	rsync: copyAcross,
	scp: copyAcross,
	wget: fetched,
	tar: archive,
	bsdtar: archive,
	unzip: unpacked,
	zip: row('-i -x', (args) => changed('content', args.operands.slice(0, 1))),
	gzip: packed,
	gunzip: packed,
	bzip2: packed,
	bunzip2: packed,
	xz: packed,
	unxz: packed,
	zstd: packed,
	unzstd: packed,
	patch: row('-p -i --input -o --output -d --directory -D -F -r -B -V -Y -z', (args) => [
		...changed('content', args.operands.slice(0, 1)),
		...changed('content', optionValues(args, ['-o', '--output'])),
	]),
	// Its patch names the files: patch-writes.ts.
	apply_patch: () => [],
	split: row('-a -b -C -l -n --lines --bytes', ({ operands: [, prefix] }) =>
		changed('content', prefix === undefined ? [] : [`${prefix}*`]),
	),
	ed: editor,
	ex: editor,
	vi: editor,
	vim: editor,
	nvim: editor,
	nano: editor,
	pico: editor,
	emacs: row('-l -f --eval --load --funcall', (args) => changed('content', args.operands)),
	sd: row('-n -f', (args) => changed('content', args.operands.slice(2))),
	rename: row('', (args) => changed('gone', args.operands.slice(1))),
	dos2unix: operands('', 'content'),
	unix2dos: operands('', 'content'),
	chmod: mode('--reference'),
	chown: mode('--reference --from'),
	chgrp: mode('--reference'),
	chattr: mode('-v -p'),
	setfacl: mode('-m -x -M -X'),
	sed: streamEdit,
	gsed: streamEdit,
	perl: perlEdit,
	ruby: rubyEdit,
	yq: queryEdit,
	awk: awkEdit,
	gawk: awkEdit,
	sort: values('-o --output -k -t -S -T', '-o --output'),
	curl: transferred,
	gpg: values('-o --output -r -u --recipient', '-o --output'),
	openssl: (words) =>
		changed(
			'content',
			words.flatMap((word, at) => (words[at - 1] === '-out' ? [word] : [])),
		),
	find: (words) => findWrites(words, programWrites),
	git: gitWrites,
};

/**
 * What a call of a program changes, by its bare name and the spellings of the words that follow it;
 * nothing for a program that is not in the table.
 */
export function programWrites(name: string, spellings: readonly string[]): readonly Effect[] {
	// `/usr/lib/git-core/git-rm a`.
	if (name.startsWith('git-')) return gitWrites([name.slice('git-'.length), ...spellings]);
	return hasRow(name) ? rows[name as WritingProgram](spellings) : [];
}

/** Whether a program is in the table, by its bare name. */
export function hasRow(name: string): boolean {
	return Object.hasOwn(rows, name);
}
