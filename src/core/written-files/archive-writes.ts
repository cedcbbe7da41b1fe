import { hasOption, optionValues, programArguments } from '../command/program-arguments.ts';
import { optionSet } from '../command/skip-options.ts';
import { changed, changedInside, type Effect } from './effect.ts';
import { row } from './write-row.ts';

const tarStyle = { valued: optionSet('-f --file -C --directory'), attached: '' };

/** `tar xf a.tgz -C d` fills `d`; `tar czf a.tgz src` writes the archive. */
export function archive(words: readonly string[]): readonly Effect[] {
	const [first = ''] = words;
	const isBare = /^[a-zA-Z]+$/.test(first);
	const args = programArguments(isBare ? [`-${first}`, ...words.slice(1)] : words, tarStyle);
	if (hasOption(args, ['-x', '--extract', '--get'])) {
		const [directory = '.'] = optionValues(args, ['-C', '--directory']).slice(-1);
		const members = args.operands.map((member) => `${directory}/${member}`);
		const own = optionValues(args, ['--one-top-level']).map((name) => `${directory}/${name}`);
		return changedInside('content', [directory, ...own, ...members]);
	}
	const isRead = !hasOption(args, ['-c', '-r', '-u', '-A', '--create', '--append', '--update']);
	return isRead ? [] : changed('content', optionValues(args, ['-f', '--file']));
}

/** `unzip a.zip -d d`. */
export const unpacked = row('-d', (args) =>
	hasOption(args, ['-l', '-p', '-t', '-v', '-Z', '-c'])
		? []
		: changedInside('content', [optionValues(args, ['-d'])[0] ?? '.']),
);

/** `gzip a` makes `a.gz` of it; `gunzip a.gz` makes `a`. */
export const packed = row('-S --suffix -o', (args) => {
	if (hasOption(args, ['-c', '--stdout', '--to-stdout', '-t', '--test', '-l', '--list'])) return [];
	const made = args.operands.map((file) =>
		/\.(?:gz|bz2|xz|zst)$/.test(file) ? file.replace(/\.\w+$/, '') : `${file}.*`,
	);
	return [...changed('gone', args.operands), ...changed('content', made)];
});
