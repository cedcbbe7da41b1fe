/** What options of a runner mean. */
export interface RunnerOptions {
	readonly valued: ReadonlySet<string>;
	readonly narrow: ReadonlySet<string>;
	readonly idle: ReadonlySet<string>;
	readonly tasks: ReadonlySet<string>;
	readonly directory: ReadonlySet<string>;
	/** They change how tests run or what is told of them, and leave none out. */
	readonly harmless: ReadonlySet<string>;
}

/** Options in one line, see `readOptions`. Read when a run of the row is judged: a hook that reads all rows at its start pays 1 ms for them. */
export function options(line: string): RunnerOptions {
	let known: RunnerOptions | undefined;
	const read = () => {
		known ??= readOptions(line);
		return known;
	};
	return {
		get valued() {
			return read().valued;
		},
		get narrow() {
			return read().narrow;
		},
		get idle() {
			return read().idle;
		},
		get tasks() {
			return read().tasks;
		},
		get directory() {
			return read().directory;
		},
		get harmless() {
			return read().harmless;
		},
	};
}

/** Options of most runners that leave no test out; a row may say otherwise. */
const HARMLESS =
	'-q --quiet --silent -v --verbose --color --no-color --colour --colors --no-colors';

/**
 * Options in one line. `-c=` takes a value; `<` leaves tests out, or runs others; `!` runs none, as do
 * the subcommands marked so; `#` names tasks; `@` changes the directory; `?` may do anything, as may every
 * option that is not here. What is not marked leaves no test out.
 */
function readOptions(line: string): RunnerOptions {
	const all = `${line} ${HARMLESS}`.split(/\s+/).filter((word) => word !== '');
	const marked = (mark: string) =>
		new Set(all.filter((word) => word.startsWith(mark)).map((word) => bare(word)));
	return {
		valued: new Set(all.filter((word) => word.endsWith('=')).map(bare)),
		...{ narrow: marked('<'), idle: marked('!'), tasks: marked('#'), directory: marked('@') },
		harmless: new Set(all.filter((word) => word.startsWith('-')).map(bare)),
	};
}

function bare(word: string): string {
	return word.replace(/^[<!#@?]/, '').replace(/=$/, '');
}
