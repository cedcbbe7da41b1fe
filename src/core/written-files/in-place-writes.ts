import { hasOption, type OptionStyle, programArguments } from '../command/program-arguments.ts';
import { optionSet } from '../command/skip-options.ts';
import { changed } from './effect.ts';
import { row, type WriteRow } from './write-row.ts';

/** A program that edits its files in place when told so; its first operand is the script, unless an option is. */
function inPlace(style: OptionStyle, scripts: readonly string[]): WriteRow {
	return (words) => {
		const args = programArguments(words, style);
		if (!hasOption(args, ['-i', '--in-place'])) return [];
		// BSD: `sed -i '' s/a/b/ f`.
		const files = args.operands.filter((word) => word !== '');
		return changed('content', hasOption(args, scripts) ? files : files.slice(1));
	};
}

export const streamEdit = inPlace(
	{ valued: optionSet('-e --expression -f --file -l --line-length'), attached: 'i' },
	['-e', '--expression', '-f', '--file'],
);
export const perlEdit = inPlace({ valued: optionSet('-e -E -I -M -m -F'), attached: 'i0lxC' }, [
	'-e',
	'-E',
]);
export const rubyEdit = inPlace({ valued: optionSet('-e -I -r -F'), attached: 'i0xC' }, ['-e']);

/** `awk -i inplace '{…}' f`. */
export const awkEdit = row('-i -v -F -f --include --assign', (args) => {
	const isInPlace = args.options.some(({ value }) => value === 'inplace');
	const hasFile = hasOption(args, ['-f']);
	return isInPlace ? changed('content', args.operands.slice(hasFile ? 0 : 1)) : [];
});

/** `yq -i .a=1 f`, `yq eval -i .a=1 f`. */
export const queryEdit = row('-p -o --input-format --output-format --from-file', (args) => {
	if (!hasOption(args, ['-i', '--inplace', '--in-place'])) return [];
	const [first = ''] = args.operands;
	const isSubcommand = /^(?:e|ea|eval|eval-all)$/.test(first);
	const hasFile = hasOption(args, ['--from-file']);
	return changed('content', args.operands.slice(Number(isSubcommand) + Number(!hasFile)));
});
