import { parseCommand } from '../../src/shell/read-line.ts';
import { readWrites } from '../../src/shell/writes.ts';

/**
 * What a command line changes, in `/p` with the home `/h`, sorted: `gone /p/a`, `content~ /p/*.ts`,
 * where `~` marks a pattern, and `any` for files that it does not name.
 */
export function written(source: string): string[] {
	const { files, anyFile } = readWrites(parseCommand(source), { cwd: '/p', home: '/h' });
	const named = files.map(({ how, pattern, path }) => `${how}${pattern ? '~' : ''} ${path}`);
	return [...named, ...(anyFile ? ['any'] : [])].sort();
}

export const content = (...paths: string[]) => paths.map((path) => `content ${path}`);
export const gone = (...paths: string[]) => paths.map((path) => `gone ${path}`);
