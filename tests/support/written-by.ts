import { parseCommand } from '../../src/shell/parse-command.ts';
import { writtenFiles } from '../../src/shell/written-files.ts';

/**
 * What a command line changes, in `/p` with the home `/h`, sorted: `gone /p/a`, `content~ /p/*.ts`,
 * where `~` marks a pattern and `…` stands for what is unknown.
 */
export function written(source: string): string[] {
	return writtenFiles(parseCommand(source), { cwd: '/p', home: '/h' })
		.map(({ how, pattern, path }) => `${how}${pattern ? '~' : ''} ${path.replaceAll('\0', '…')}`)
		.sort();
}

export const content = (...paths: string[]) => paths.map((path) => `content ${path}`);
export const gone = (...paths: string[]) => paths.map((path) => `gone ${path}`);
export const mode = (path: string) => [`mode ${path}`, `mode~ ${path}/…`];
export const inside = (...paths: string[]) =>
	paths.flatMap((path) => [`content ${path}`, `content~ ${path}/…`]);
export const all = (path: string) => [`content ${path}`, `content~ ${path}/…*`];
