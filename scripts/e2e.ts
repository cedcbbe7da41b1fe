/**
 * npm run test:e2e: installs the clients pinned in tests/e2e, builds, and runs the end-to-end tests
 * against the real Claude Code. Arguments go to vitest.
 */
import { spawnSync } from 'node:child_process';
import { clientBinary, installedVersions } from '../tests/support/client-binary.ts';

function run(command: string, args: readonly string[], cwd = '.'): boolean {
	return spawnSync(command, args, { cwd, stdio: 'inherit' }).status === 0;
}

function installClients(): boolean {
	const missing = () => installedVersions.filter((version) => clientBinary(version) === undefined);
	if (missing().length === 0) return true;
	console.error(`Installing Claude Code ${installedVersions.join(', ')} (some 950 MB).`);
	const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
	// Not by --prefix: it makes npm overlook the machine's own npmrc, and with it a company's certificates.
	const installed = run('npm', ['ci', '--ignore-scripts', ...quiet], 'tests/e2e');
	if (installed && missing().length === 0) return true;
	console.error(
		installed
			? `Claude Code ${missing().join(' and ')} has no program for ${process.platform}-${process.arch}.`
			: 'Claude Code could not be installed: is the npm registry reachable? The end-to-end tests need it once.',
	);
	return false;
}

/** What `npm run requirements` reads. */
const report = ['--reporter=default', '--reporter=json', '--outputFile=reports/e2e.json'];

const passed =
	installClients() &&
	run('npm', ['run', '--silent', 'build']) &&
	run('npx', ['vitest', 'run', '--project', 'e2e', ...report, ...process.argv.slice(2)]);
process.exitCode = passed ? 0 : 1;
