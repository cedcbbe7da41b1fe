/**
 * Makes tests independent of whoever runs them: of the user's PATH, home, git settings, language, umask, and of a
 * Claude Code around them. `vitest.config.ts` loads this before any worker starts, and workers inherit it.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

/** What stays: where temporary files go, where libraries are, and what vitest itself has set. */
const STAYS = /^(TMPDIR|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|NODE_ENV|VITEST.*|REQ_TEST_SEED|TEST|MODE|DEV|PROD)$/;

/** Programs that tests put on the PATH themselves, or count on being absent. */
const NOT_THE_USERS = ['req', 'claude'];

const folder = mkdtempSync(join(tmpdir(), 'req-tests-'));
// Some tests run as a user who owns nothing.
chmodSync(folder, 0o711);
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A directory of the PATH; one with a program that is not to be found is replaced by links to all others in it. */
function withoutTheUsers(directory: string, index: number): string {
	if (!NOT_THE_USERS.some((name) => existsSync(join(directory, name)))) return directory;
	const mirror = join(folder, `path-${index}`);
	mkdirSync(mirror);
	for (const name of readdirSync(directory)) {
		if (!NOT_THE_USERS.includes(name)) symlinkSync(join(directory, name), join(mirror, name));
	}
	return mirror;
}

function searched(): string {
	// The node and npm that run the tests come first: a version manager's own need the user's home.
	const own = (process.env['PATH'] ?? '').split(delimiter);
	const directories = [dirname(process.execPath), ...own];
	const absolute = [...new Set(directories)].filter((one) => isAbsolute(one) && existsSync(one));
	return absolute.map(withoutTheUsers).join(delimiter);
}

const same = {
	/** For what outlives a test file: workers are ended before they can tidy up. */
	REQ_TEST_FOLDER: folder,
	PATH: searched(),
	HOME: join(folder, 'home'),
	LC_ALL: 'C',
	NO_COLOR: '1',
	GIT_CONFIG_GLOBAL: '/dev/null',
	GIT_CONFIG_NOSYSTEM: '1',
};
mkdirSync(same.HOME);
for (const name of Object.keys(process.env)) if (!STAYS.test(name)) delete process.env[name];
Object.assign(process.env, same);
process.umask(0o022);
