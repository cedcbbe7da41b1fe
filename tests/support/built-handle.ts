import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const ENTRY = `
export { handle } from './src/events/handle.ts';
export { processContext } from './src/doors/process-context.ts';
`;

/**
 * `handle` as one file, for a program that is not this process and answers its own events. Built once for each run of the
 * tests: the workers share the folder.
 */
export function builtHandle(): string {
	const folder = process.env['REQ_TEST_FOLDER'] ?? tmpdir();
	const file = join(folder, 'handle.cjs');
	if (existsSync(file)) return file;
	const built = join(mkdtempSync(join(folder, 'handle-')), 'handle.cjs');
	buildSync({
		stdin: { contents: ENTRY, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
		bundle: true,
		platform: 'node',
		format: 'cjs',
		logLevel: 'error',
		define: { 'import.meta.url': '__filename', 'import.meta.filename': '__filename' },
		outfile: built,
	});
	renameSync(built, file);
	return file;
}
