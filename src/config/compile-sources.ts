import { askGit, type GitEnv, withoutGit } from '../git/ask-git.ts';
import { type ReadConfig, readConfigFile } from '../store/read-regular.ts';
import { type Compilation, compileConfig } from './compile.ts';
import type { Problem } from './config.ts';
import { inLineOrder, type Source } from './layer.ts';
import { readYaml } from './yaml-file.ts';

/** A config file that exists. */
export interface ConfigFile {
	readonly layer: Source['layer'];
	readonly path: string;
	/** Directory the file may not lead out of: a repository's, but not the user's own. */
	readonly within: string | undefined;
	/** Where git keeps its text, if the file is not in the working tree. */
	readonly blob?: { readonly gitDir: string; readonly id: string; readonly env: GitEnv };
}

interface ReadSource {
	readonly source: Source;
	readonly problems: readonly Problem[];
}

/** Reads, parses, merges and validates config files that exist. Slow (D40). */
export async function compileSources(sources: readonly ConfigFile[]): Promise<Compilation> {
	const read = await Promise.all(sources.map(readSource));
	const found = read.map(({ source }) => source);
	const compiled = compileConfig(found);
	const problems = [...read.flatMap((one) => one.problems), ...compiled.problems];
	return { ...compiled, problems: inLineOrder(problems, found) };
}

async function readSource({ layer, path, within, blob }: ConfigFile): Promise<ReadSource> {
	const read = blob === undefined ? readConfigFile(path, within) : await readBlob(blob);
	if (read.kind === 'refused') {
		const source = { layer, file: path, value: undefined, lineOf: () => undefined };
		const problem = { file: path, key: '', line: undefined, message: read.why };
		return { source, problems: [problem] };
	}
	const { value, problems, lineOf } = readYaml(read.text);
	return {
		source: { layer, file: path, value, lineOf },
		problems: problems.map((problem) => ({ file: path, ...problem })),
	};
}

/** The text of a file as git keeps it. */
async function readBlob({ gitDir, id, env }: NonNullable<ConfigFile['blob']>): Promise<ReadConfig> {
	const own = { ...withoutGit(env), GIT_DIR: gitDir, GIT_NO_LAZY_FETCH: '1' };
	return { kind: 'text', text: await askGit(gitDir, ['cat-file', 'blob', id], own) };
}
