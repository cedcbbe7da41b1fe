import { type Compilation, compileConfig } from '../core/config/compile.ts';
import type { Problem } from '../core/config/config.ts';
import { inLineOrder, type Source } from '../core/config/layer.ts';
import { readConfigFile } from './read-regular.ts';
import { readYaml } from './yaml-file.ts';

/** A config file that exists. */
export interface ConfigFile {
	readonly layer: Source['layer'];
	readonly path: string;
	/** Directory the file may not lead out of: a repository's, but not the user's own. */
	readonly within: string | undefined;
}

interface ReadSource {
	readonly source: Source;
	readonly problems: readonly Problem[];
}

/** Reads, parses, merges and validates config files that exist. Slow: loads yaml and the schemas (D40). */
export async function compileSources(sources: readonly ConfigFile[]): Promise<Compilation> {
	const read = sources.map(readSource);
	const found = read.map(({ source }) => source);
	const compiled = compileConfig(found);
	const problems = [...read.flatMap((one) => one.problems), ...compiled.problems];
	return { ...compiled, problems: inLineOrder(problems, found) };
}

function readSource({ layer, path, within }: ConfigFile): ReadSource {
	const read = readConfigFile(path, within);
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
