import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../..', import.meta.url));
const versioned = ['package.json', '.claude-plugin/plugin.json'];

/**
 * Packs the built checkout as `npm pack` does, but in a copy: packing rewrites a file for its time, and other
 * tests read the checkout.
 *
 * @param into the directory that gets the tarball
 * @param version another version than the checkout's own
 * @returns the path of the tarball
 */
export function packPlugin(into: string, version?: string): string {
	const copy = mkdtempSync(path.join(tmpdir(), 'req-pack-'));
	try {
		for (const file of [...sources(), 'dist']) {
			cpSync(path.join(checkout, file), path.join(copy, file), { recursive: true });
		}
		if (version !== undefined) for (const file of versioned) setVersion(path.join(copy, file), version);
		const tsx = import.meta.resolve('tsx');
		const script = path.join(checkout, 'scripts/marketplace.ts');
		execFileSync(process.execPath, ['--import', tsx, script, 'package'], { cwd: copy });
		const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', into];
		const answer = execFileSync('npm', packing, { cwd: copy, encoding: 'utf8', stdio: 'pipe' });
		const [tarball] = JSON.parse(answer) as { filename: string }[];
		return path.join(into, tarball?.filename ?? '');
	} finally {
		rmSync(copy, { recursive: true });
	}
}

/** Unpacks a tarball; the directory that holds the package. */
export function unpackPlugin(tarball: string, into: string): string {
	execFileSync('tar', ['xzf', tarball, '-C', into]);
	return path.join(into, 'package');
}

/** Everything that could get into the tarball by mistake: what git knows, and what is new. */
function sources(): string[] {
	const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
	const names = execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).split('\0');
	return names.filter((name) => name !== '' && existsSync(path.join(checkout, name)));
}

function setVersion(file: string, version: string): void {
	const manifest = JSON.parse(readFileSync(file, 'utf8'));
	writeFileSync(file, JSON.stringify({ ...manifest, version }));
}
