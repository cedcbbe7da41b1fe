import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { STANDALONE } from '../tests/support/standalone.ts';

/**
 * Loads a module of the bench as one bundle, which is what hooks are. From the sources each `import()` asks the thread
 * of tsx first: that alone takes longer than some of what is measured.
 *
 * @param name below `bench/`
 */
export async function bundled<Module>(name: string): Promise<Module> {
	const dir = mkdtempSync(join(tmpdir(), 'req-bench-'));
	const outfile = join(dir, 'bundle.mjs');
	try {
		const source = fileURLToPath(new URL(name, import.meta.url));
		await build({ ...STANDALONE, entryPoints: [source], outfile });
		return (await import(pathToFileURL(outfile).href)) as Module;
	} finally {
		rmSync(dir, { recursive: true, force: true });
	}
}
