import { type Arguments, hasOption, optionValues } from '../command/program-arguments.ts';
import { arrived, changed, type Effect } from './effect.ts';
import { row } from './write-row.ts';

const targetOptions = '-t --target-directory -S --suffix';
const recursive = ['-r', '-R', '-a', '--recursive', '--archive'];

const linking = ['-l', '--link', '-s', '--symbolic-link'];

/** `cp a b`, `cp a b d`, `cp -t d a b`; what a copied directory brings is not known by name. */
export const copy = row(`${targetOptions} -m --mode -o --owner -g --group`, (args) => [
	...(hasOption(args, linking) ? linked(args) : []),
	...arrivals(args, hasOption(args, recursive)),
]);

/** The same, and each source can be changed by another name from then on, with what is in it. */
export const link = row(targetOptions, (args) => [...linked(args), ...arrivals(args, true)]);

/** The same, and the sources are gone. */
export const move = row(targetOptions, (args) => [
	...changed('gone', direction(args).sources),
	...arrivals(args, true),
]);

const otherHost = /^[^/]*:/;

/** Copies whose end may be another machine: `host:path`. */
export const copyAcross = row('-e --rsh -P -i -F -o -l -S --exclude --include -f', (args) =>
	arrivals(args, true).flatMap(({ namedAs, ...effect }) =>
		otherHost.test(effect.spelling)
			? []
			: // `rsync a/ b` copies what is in `a`.
				[{ ...effect, namedAs: namedAs?.replace(otherHost, '').replace(/\/$/, '/.') }],
	),
);

/** `wget`, which names files after their addresses. */
export const fetched = row(
	'-O --output-document -P --directory-prefix -o --output-file -U --header',
	(args) => {
		const named = optionValues(args, ['-O', '--output-document', '-o', '--output-file']);
		const directories = optionValues(args, ['-P', '--directory-prefix']);
		const isNamed = hasOption(args, ['-O', '--output-document']);
		return [...changed('content', named), ...(isNamed ? [] : downloads(directories, args))];
	},
);

/** `curl`, which writes files only when told so. */
export const transferred = row(
	'-o --output -X -H -d -u -A -e -D --dump-header -c --cookie-jar -b -F -T --output-dir',
	(args) => {
		const named = ['-o', '--output', '-D', '--dump-header', '-c', '--cookie-jar'];
		const directories = args.options.flatMap(({ name, value }) =>
			name === '--output-dir' && value !== undefined ? [value] : [],
		);
		const isRemote = hasOption(args, ['-O', '--remote-name', '--remote-name-all']);
		const files = optionValues(args, named).flatMap((file) => [
			file,
			...directories.map((directory) => `${directory}/${file}`),
		]);
		return [...changed('content', files), ...(isRemote ? downloads(directories, args) : [])];
	},
);

function linked(args: Arguments): readonly Effect[] {
	return changed('mode', direction(args).sources);
}

function downloads(directories: readonly string[], { operands }: Arguments): readonly Effect[] {
	return arrived(`${directories[0] ?? '.'}/`, operands, 'none');
}

interface Direction {
	readonly sources: readonly string[];
	readonly target: string;
}

function direction(args: Arguments): Direction {
	const { operands } = args;
	const [given] = optionValues(args, ['-t', '--target-directory']);
	if (given !== undefined) return { sources: operands, target: `${given}/` };
	// `ln -s ../a` makes `a` here.
	if (operands.length === 1) return { sources: operands, target: './' };
	return { sources: operands.slice(0, -1), target: operands.at(-1) ?? './' };
}

function arrivals(args: Arguments, whole: boolean): readonly Effect[] {
	const { sources, target } = direction(args);
	return arrived(target, sources, whole ? 'children' : 'none');
}
