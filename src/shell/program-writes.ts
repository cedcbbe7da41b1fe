import { programName, UNKNOWN } from './call.ts';
import { readGit } from './git-call.ts';
import { mentionsWrite, SOMETIMES_WRITERS, WRITERS } from './loose-words.ts';
import { programOptions } from './match-command.ts';
import { type Arguments, hasOption, optionSet, optionValues, programArguments } from './options.ts';
import { directoryIn } from './spelling.ts';
import { foundFiles } from './words.ts';

/** `content`: created or changed · `gone`: removed or moved away · `mode`: permissions, owner, another name. */
export type WriteKind = 'content' | 'gone' | 'mode';

/** A file or directory that a program changes, as its words spell it. */
export interface Effect {
	readonly spelling: string;
	readonly how: WriteKind;
	/** Spelling of a file whose name the changed one bears, in the directory `spelling`. */
	readonly namedAs: string | undefined;
	/** If it is a directory: which files in it change too, whose names the words do not tell. */
	readonly inside: Inside;
}

/** `children` where something arrives of which one knows nothing else: more would be held too often. */
type Inside = 'none' | 'children' | 'all';

/** The files of these spellings change. */
export function changed(how: WriteKind, spellings: readonly string[]): readonly Effect[] {
	return spellings.map((spelling) => ({ spelling, how, namedAs: undefined, inside: 'none' }));
}

/** The same, with what lies directly in them where they are directories. */
function changedInside(how: WriteKind, spellings: readonly string[]): readonly Effect[] {
	return changed(how, spellings).map((effect) => ({ ...effect, inside: 'children' }));
}

/**
 * Files arrive at a place: there, or, where that is a directory, in it under their own names.
 */
function arrived(target: string, sources: readonly string[], inside: Inside): readonly Effect[] {
	const isDirectory = sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target);
	const there = { spelling: target, how: 'content' as const, inside };
	const named = sources.map((namedAs) => ({ ...there, namedAs }));
	return isDirectory ? named : [{ ...there, namedAs: undefined }, ...named];
}

/** What a program changes, by the spellings of the words that follow it. */
type WriteRow = (spellings: readonly string[]) => readonly Effect[];

/** A row for a program whose options with a value are these: `'-t --target'`. */
function row(valued: string, read: (args: Arguments) => readonly Effect[]): WriteRow {
	const style = { valued: optionSet(valued) };
	return (spellings) => read(programArguments(spellings, style));
}

/**
 * What a call of a program changes, by its bare name and the spellings of the words that follow it;
 * nothing for a program that is not in the table.
 */
export function programWrites(name: string, spellings: readonly string[]): readonly Effect[] {
	// `/usr/lib/git-core/git-rm a`.
	if (name.startsWith('git-')) return gitWrites([name.slice('git-'.length), ...spellings]);
	return rows.get(name)?.(spellings) ?? [];
}

const anyOperand = ({ operands }: Arguments) => changed('content', operands);
const targetOptions = '-t --target-directory -S --suffix';
const archiveStyle = { valued: optionSet('-f --file -C --directory') };

/** What programs write, by the names of `loose-words.ts`. */
const KINDS: Readonly<Record<keyof typeof WRITERS | keyof typeof SOMETIMES_WRITERS, WriteRow>> = {
	removed: row('', (args) => changed('gone', args.operands)),
	// The sources are gone.
	moved: row(targetOptions, (args) => [
		...changed('gone', direction(args).sources),
		...arrivals(args, true),
	]),
	// `cp a b`, `cp a b d`, `cp -t d a b`; what a copied directory brings is not known by name.
	copied: row(`${targetOptions} -m --mode -o --owner -g --group`, (args) => [
		...(hasOption(args, ['-l', '--link', '-s', '--symbolic-link']) ? linked(args) : []),
		...arrivals(args, hasOption(args, ['-r', '-R', '-a', '--recursive', '--archive'])),
	]),
	copiedAcross: row('-e --rsh -P -i -F -o -l -S --exclude --include -f', acrossHosts),
	// Each source can be changed by another name from then on.
	linked: row(targetOptions, (args) => [...linked(args), ...arrivals(args, true)]),
	fetched: row('-O --output-document -P --directory-prefix -o -U --header', (args) => {
		const named = optionValues(args, ['-O', '--output-document']);
		const [directory = '.'] = optionValues(args, ['-P', '--directory-prefix']);
		return named.length > 0 ? changed('content', named) : downloads(directory, args);
	}),
	operands: row('-d --date -r --reference -t -s --size', anyOperand),
	converted: (words) =>
		changed(
			'content',
			words.flatMap((word) => (word.startsWith('of=') ? [word.slice(3)] : [])),
		),
	archived,
	unpacked: row('-d', (args) =>
		hasOption(args, ['-l', '-p', '-t', '-v', '-Z', '-c'])
			? []
			: changedInside('content', [optionValues(args, ['-d'])[0] ?? '.']),
	),
	patched: row('-p -i --input -o --output -d --directory -D -F -r -B -V -Y -z', (args) => [
		...changed('content', args.operands.slice(0, 1)),
		...changed('content', optionValues(args, ['-o', '--output'])),
	]),
	patchedByInput: () => [],
	// The mode or owner among them is taken for a file: nobody asks about one so named.
	permitted: row('--reference --from', ({ operands }) => changedInside('mode', operands)),
	sed: inPlace('-e --expression -f --file -l --line-length', 'i', '-e --expression -f --file'),
	perl: inPlace('-e -E -I -M -m -F -r', 'i0xC', '-e -E'),
	// `yq -i .a=1 f`, `yq eval -i .a=1 f`.
	yq: row('-p -o --input-format --output-format --from-file', (args) => {
		if (!hasOption(args, ['-i', '--inplace', '--in-place'])) return [];
		const isSubcommand = /^(?:e|ea|eval|eval-all)$/.test(args.operands[0] ?? '');
		const hasFile = hasOption(args, ['--from-file']);
		return changed('content', args.operands.slice(Number(isSubcommand) + Number(!hasFile)));
	}),
	sort: row('-o --output -k -t -S -T', (args) =>
		changed('content', optionValues(args, ['-o', '--output'])),
	),
	curl: row('-o --output -X -H -d -u -A -e -D -c -b -F -T --output-dir', (args) => [
		...changed('content', optionValues(args, ['-o', '--output'])),
		...(hasOption(args, ['-O', '--remote-name']) ? downloads('.', args) : []),
	]),
	find: findWrites,
	git: gitWrites,
};

const rows: ReadonlyMap<string, WriteRow> = new Map(
	Object.entries(KINDS).flatMap(([kind, write]) => {
		const names =
			kind in WRITERS
				? WRITERS[kind as keyof typeof WRITERS]
				: SOMETIMES_WRITERS[kind as keyof typeof SOMETIMES_WRITERS][0];
		return names.split(' ').map((name) => [name, write] as const);
	}),
);

/** Where a program that copies takes from, and where it puts it. */
function direction(args: Arguments): {
	readonly sources: readonly string[];
	readonly target: string;
} {
	const { operands } = args;
	const [given] = optionValues(args, ['-t', '--target-directory']);
	if (given !== undefined) return { sources: operands, target: `${given}/` };
	// `ln -s ../a` makes `a` here.
	if (operands.length === 1) return { sources: operands, target: './' };
	return { sources: operands.slice(0, -1), target: operands.at(-1) ?? './' };
}

function linked(args: Arguments): readonly Effect[] {
	return changed('mode', direction(args).sources);
}

function arrivals(args: Arguments, whole: boolean): readonly Effect[] {
	const { sources, target } = direction(args);
	return arrived(target, sources, whole ? 'children' : 'none');
}

/** Copies whose end may be another machine: `host:path`. */
function acrossHosts(args: Arguments): readonly Effect[] {
	const otherHost = /^[^/]*:/;
	return arrivals(args, true).flatMap(({ namedAs, ...effect }) =>
		otherHost.test(effect.spelling)
			? []
			: // `rsync a/ b` copies what is in `a`.
				[{ ...effect, namedAs: namedAs?.replace(otherHost, '').replace(/\/$/, '/.') }],
	);
}

/** Files named after their addresses. */
function downloads(directory: string, { operands }: Arguments): readonly Effect[] {
	return arrived(`${directory}/`, operands, 'none');
}

/** `tar xf a.tgz -C d` fills `d`; `tar czf a.tgz src` writes the archive. */
function archived(words: readonly string[]): readonly Effect[] {
	const [first = ''] = words;
	const isBare = /^[a-zA-Z]+$/.test(first);
	const args = programArguments(isBare ? [`-${first}`, ...words.slice(1)] : words, archiveStyle);
	if (hasOption(args, ['-x', '--extract', '--get'])) {
		const [directory = '.'] = optionValues(args, ['-C', '--directory']).slice(-1);
		const members = args.operands.map((member) => `${directory}/${member}`);
		const own = optionValues(args, ['--one-top-level']).map((name) => `${directory}/${name}`);
		return changedInside('content', [directory, ...own, ...members]);
	}
	const isRead = !hasOption(args, ['-c', '-r', '-u', '-A', '--create', '--append', '--update']);
	return isRead ? [] : changed('content', optionValues(args, ['-f', '--file']));
}

/**
 * A program that edits its files in place when told so; its first operand is the script, unless one of the
 * options `scripts` is.
 */
function inPlace(valued: string, attached: string, scripts: string): WriteRow {
	const style = { valued: optionSet(valued), attached };
	return (words) => {
		const args = programArguments(words, style);
		if (!hasOption(args, ['-i', '--in-place'])) return [];
		// BSD: `sed -i '' s/a/b/ f`.
		const files = args.operands.filter((word) => word !== '');
		return changed('content', hasOption(args, scripts.split(' ')) ? files : files.slice(1));
	};
}

const execution = /^-(?:exec|ok)(?:dir)?$/;
/** What is found, times the words of what is done with it: more may remove all here, and all they name. */
const maxWork = 5_000;

/**
 * What `find` changes: with `-delete`, with the program after `-exec` (`{}` stands for what is
 * found), with `-fprint`. Found is what `-name` and `-path` let through below the roots, all without
 * them.
 */
function findWrites(words: readonly string[]): readonly Effect[] {
	if (words.includes('-empty')) return [];
	const found = foundFiles(words);
	const acts = words.findIndex((word) => word === '-delete' || execution.test(word));
	if (acts >= 0 && found.length * (words.length - acts) > maxWork) {
		const named = new Set(words.map((word) => word.replaceAll('{}', `${UNKNOWN}*`)));
		return changed('gone', ['.', ...named]);
	}
	const effects: Effect[] = [];
	for (let at = 0; at < words.length; at++) {
		const word = words[at] ?? '';
		if (word === '-delete') effects.push(...changed('gone', found));
		else if (/^-f(?:print[0f]?|ls)$/.test(word)) {
			effects.push(...changed('content', words.slice(at + 1, at + 2)));
		} else if (execution.test(word)) {
			const end = endOf(words, at);
			effects.push(...foundWrites(words.slice(at + 1, end), found));
			at = end;
		}
	}
	return effects;
}

/** Index of the `;` or `+` that ends an `-exec`: what stands before it is the program's, another `-exec` too. */
function endOf(words: readonly string[], at: number): number {
	let end = at + 1;
	while (end < words.length && !/^[;+]$/.test(words[end] ?? '')) end += 1;
	return end;
}

/** What the program of an `-exec` changes. A shell or another `find` is not read: it may remove what is found. */
function foundWrites(
	[name, ...rest]: readonly string[],
	found: readonly string[],
): readonly Effect[] {
	const program = programName(name);
	if (/^(?:(?:ba|da|k|z)?sh|find)$/.test(program)) {
		const mayRemove = rest.some(
			(word) => mentionsWrite(word) || word === '-delete' || execution.test(word),
		);
		return mayRemove ? changed('gone', found) : [];
	}
	return found.flatMap((file) =>
		programWrites(
			program,
			rest.map((word) => word.replaceAll('{}', () => file)),
		),
	);
}

/** A word that is a path rather than a branch: `./a`, `a.ts`, `*.md`. */
const pathLike = /^[./~]|\.[a-z]{2}\w*$|[*?[\0\u0001]/i;

const cloneOptions =
	'-b -o -c -u -j --branch --depth --origin --upload-pack --reference --template --filter';

const subcommands: ReadonlyMap<string, WriteRow> = new Map(
	Object.entries({
		rm: row('', (args) =>
			hasOption(args, ['-n', '--dry-run', '--cached']) ? [] : changed('gone', args.operands),
		),
		clean: row('-e --exclude', (args) =>
			hasOption(args, ['-n', '--dry-run']) ? [] : changed('gone', args.operands),
		),
		mv: row('', ({ operands }) => [
			...changed('gone', operands.slice(0, -1)),
			...arrived(operands.at(-1) ?? '.', operands.slice(0, -1), 'children'),
		]),
		restore: row('-s --source', (args) => {
			const isIndex = hasOption(args, ['-S', '--staged']);
			if (isIndex && !hasOption(args, ['-W', '--worktree'])) return [];
			const all = hasOption(args, ['-s', '--source']);
			return all ? replaced(args.operands) : changedInside('content', args.operands);
		}),
		checkout,
		stash: (words: readonly string[]) => {
			const paths = afterDashes(words);
			return changedInside('content', paths ?? (words[0] === 'push' ? pushed(words.slice(1)) : []));
		},
		worktree: row('', (args) => {
			const [verb, path = ''] = args.operands;
			// Unforced, git removes only a clean one: all that was in it is committed.
			const isLost = verb === 'remove' && hasOption(args, ['-f', '--force']);
			return isLost || verb === 'move' ? changed('gone', [path]) : [];
		}),
		// git lists a repository in another one as its folder, so a look after the call sees nothing of it.
		clone: row(cloneOptions, ({ operands: [, to = ''] }) => changed('content', [to])),
	}),
);
/** What a git call changes by name; what it reads the names of from commits or patches is not known. */
function gitWrites(words: readonly string[]): readonly Effect[] {
	const { own, verb, rest } = readGit(words);
	const options = programArguments(own, programOptions('git'));
	const directory = optionValues(options, ['-C']).reduce(directoryIn, '');
	return (subcommands.get(verb)?.(rest) ?? []).map((effect) => ({
		...effect,
		spelling: directoryIn(directory, effect.spelling),
	}));
}

/** Paths, behind `--` or where they look like paths; not the branch, and none with a new branch. */
function checkout(words: readonly string[]): readonly Effect[] {
	const behind = afterDashes(words);
	if (behind !== undefined) {
		const isFromCommit = words.slice(0, words.indexOf('--')).some((word) => /^[^-]/.test(word));
		return isFromCommit ? replaced(behind) : changedInside('content', behind);
	}
	const args = programArguments(words, { valued: optionSet('-b -B --orphan') });
	if (hasOption(args, ['-b', '-B', '--orphan'])) return [];
	const [first = '', ...others] = args.operands;
	const isPath = pathLike.test(first);
	return isPath ? changedInside('content', [first, ...others]) : replaced(others);
}

/** `git stash push -m text a`. */
function pushed(words: readonly string[]): readonly string[] {
	const isValue = (at: number) =>
		/^(?:-m|--message|--pathspec-from-file)$/.test(words[at - 1] ?? '');
	return words.filter((word, at) => !word.startsWith('-') && !isValue(at));
}

/** Paths that become what they were in a commit, with all below. */
function replaced(paths: readonly string[]): readonly Effect[] {
	return changed('content', paths).map((effect) => ({ ...effect, inside: 'all' }));
}

function afterDashes(words: readonly string[]): readonly string[] | undefined {
	const at = words.indexOf('--');
	return at < 0 ? undefined : words.slice(at + 1);
}
