import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { claimKey } from '../host/messages.ts';
import { parseSessionId } from '../host/session-id.ts';
import { codeOf, unlessError } from '../store/errors.ts';
import { sha256 } from '../store/hashes.ts';
import { makeDirectory } from '../store/paths.ts';
import { statOf } from '../store/read-file.ts';
import { callsDir } from './call-marks.ts';

/**
 * Milliseconds after which an event is over in both processes: Claude Code has stopped waiting for its hooks. An older claim is
 * that of an earlier event that looked the same: some gateways number the calls of each message from 0, and a refused call
 * that is repeated in the same words would go unchecked. A machine that sleeps between the two processes gets both answers.
 */
const OVER_MS = 15_000;

/**
 * Claims an event for the process that asks: the server and the hook process may both receive it, and the one that creates
 * the file answers (docs/adr/0028-one-process-per-session.md).
 *
 * @param event the hook input, parsed
 * @param identity the fields that tell it from others
 * @param now milliseconds since the epoch, by the system's clock
 * @returns whether this process answers. True for an event without an id, which has one receiver; `undefined` if no file can be
 * created
 */
export function claimEvent(
	configDir: string,
	{ event, identity }: { readonly event: unknown; readonly identity: readonly string[] | undefined },
	now: number,
): boolean | undefined {
	const key = claimKey(event, identity);
	const session = parseSessionId((event as { session_id?: unknown } | null)?.session_id);
	if (key === undefined || session === undefined) return true;
	const claims = join(callsDir(configDir), session.uuid, 'claims');
	unlessError(() => makeDirectory(claims));
	return claimFile(join(claims, sha256(key).slice(0, 32)), now);
}

/**
 * Claims the first of `path`, `path-1`, … that is free, unless the one before is of this event. An old claim is left where it
 * is: of two processes that find it, the slower one would remove the new claim of the other.
 *
 * @returns `undefined` if no file can be created
 */
function claimFile(path: string, now: number): boolean | undefined {
	for (let earlier = 0; ; earlier += 1) {
		const file = earlier === 0 ? path : `${path}-${earlier}`;
		try {
			closeSync(openSync(file, 'wx', 0o600));
			return true;
		} catch (error) {
			if (codeOf(error) !== 'EEXIST') return undefined;
		}
		const claimedAt = statOf(file)?.mtimeMs ?? now;
		if (now - claimedAt <= OVER_MS) return false;
	}
}
