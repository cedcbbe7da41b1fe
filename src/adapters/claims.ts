import { closeSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { claimKey, continuesTurn, mayRecur } from '../core/protocol/claim-key.ts';
import { parseSessionId } from '../core/session/session-id.ts';
import { callsDir } from './call-marks.ts';
import { sha256 } from './hashes.ts';
import { codeOf } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

/**
 * Claims an event for the process that asks: the server and the hook process may both receive it, and the one that creates
 * the file answers (docs/adr/0028-one-process-per-session.md). The claim of a Stop is removed by the next call.
 *
 * @param event the hook input, parsed
 * @returns whether this process answers. True for an event without an id, which has one receiver, and if no file can be
 * created: nothing can be stored there either, and a refusal that arrives twice is still one refusal
 */
export function claimEvent(configDir: string, event: unknown): boolean {
	const key = claimKey(event);
	const session = parseSessionId((event as { session_id?: unknown } | null)?.session_id, sha256);
	if (key === undefined || session === undefined) return true;
	const claims = join(callsDir(configDir), session.uuid, 'claims');
	const stops = join(claims, 'stops');
	const folder = mayRecur(event) ? stops : claims;
	try {
		makeDirectory(folder);
		closeSync(openSync(join(folder, sha256(key).slice(0, 32)), 'wx', 0o600));
		if (continuesTurn(event)) rmSync(stops, { recursive: true, force: true });
		return true;
	} catch (error) {
		return codeOf(error) !== 'EEXIST';
	}
}
