import { readGit } from '../command/match-command.ts';
import { hasOption, optionSet, optionValues, programArguments } from '../command/options.ts';
import { directoryIn } from '../command/shell.ts';
import { arrived, changed, changedInside, type Effect, row, type WriteRow } from './effect.ts';

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
/** What a subcommand fills with files of which the words do not tell. */
const filling: ReadonlyMap<string, WriteRow> = new Map(
	Object.entries({
		clone: row(cloneOptions, ({ operands: [from = '', to] }) =>
			changedInside('content', [to ?? nameOf(from)]),
		),
		worktree: row('-b -B --reason', ({ operands: [verb, path = ''] }) =>
			verb === 'add' ? changedInside('content', [path]) : [],
		),
		submodule: row(
			'-b --branch --name --reference --depth',
			({ operands: [verb, from = '', to] }) =>
				verb === 'add' ? changedInside('content', [to ?? nameOf(from)]) : [],
		),
	}),
);

/** What a git call changes by name; what it reads the names of from commits or patches is not known. */
export function gitWrites(words: readonly string[]): readonly Effect[] {
	return effectsOf(words, subcommands);
}

/** The folders a git call fills. No edits: what arrives there is not the project's. */
export function gitFills(words: readonly string[]): readonly Effect[] {
	return effectsOf(words, filling);
}

/** The folder that a clone makes where none is named: `https://x/a.git` makes `a`. */
function nameOf(address: string): string {
	return /([^/:]*?)(?:\.git)?\/*$/.exec(address)?.[1] ?? '';
}

function effectsOf(
	words: readonly string[],
	rows: ReadonlyMap<string, WriteRow>,
): readonly Effect[] {
	const { options, verb, rest } = readGit(words);
	const directory = optionValues(options, ['-C']).reduce(directoryIn, '');
	return (rows.get(verb)?.(rest) ?? []).map((effect) => ({
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
