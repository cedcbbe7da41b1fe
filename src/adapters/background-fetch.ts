import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { textIn } from '../core/document/foreign-json.ts';
import type { Place } from '../core/place/place.ts';
import type { GitEnv } from './ask-git.ts';
import { parseJson, textOrNothing } from './read-regular.ts';
import { readConsent } from './share-consent.ts';

const MAX_STATE = 256 * 1024;
const BETWEEN_FETCHES_MS = 60 * 60_000;

const NOBODY_THERE = {
	...{ GIT_ASKPASS: '', SSH_ASKPASS: '', SSH_ASKPASS_REQUIRE: 'never', GCM_INTERACTIVE: 'never' },
};

/**
 * Starts `req learn share --fetch` and does not wait for it, where somebody agreed to share and the last fetch is an hour
 * old. It belongs to nobody then: neither a client that ends nor a hook that is killed takes it along.
 *
 * @param hook path of the running hook: the program stands beside its folder
 * @param now milliseconds since the epoch
 */
export function fetchShared(
	place: Place,
	{
		hook,
		env,
		configDir,
		now,
	}: {
		readonly hook: string;
		readonly env: GitEnv;
		readonly configDir: string;
		readonly now: number;
	},
): void {
	const { root, stateDir } = place;
	if (readConsent(configDir, place).remote === '') return;
	const state = parseJson(textOrNothing(join(stateDir, 'share.json'), MAX_STATE));
	const last = Date.parse(textIn(state, 'fetchedAt') ?? '');
	if (now - last < BETWEEN_FETCHES_MS && last <= now) return;
	const program = join(dirname(hook), '../cli/req.mjs');
	if (!existsSync(program)) return;
	const child = spawn(process.execPath, [program, 'learn', 'share', '--fetch'], {
		...{ cwd: root, detached: true, stdio: 'ignore' },
		// Nobody is there who could be asked for a password, in a window of its own either.
		env: { ...env, ...NOBODY_THERE },
	});
	child.on('error', () => undefined);
	child.unref();
}
