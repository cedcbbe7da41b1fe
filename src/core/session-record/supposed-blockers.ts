import type { SessionRecord } from './schema.ts';

/** What holds work up as a prompt let suppose it, with the sessions that have it (D26). */
export interface SupposedBlocker {
	readonly id: string;
	readonly type: string;
	readonly text: string;
	readonly at: string;
	readonly records: readonly SessionRecord[];
}

const DIGITS = 8;
/** As insights are named, with a letter of their own. */
const REFERENCE = /^b[0-9a-f]{3,8}$/;

/** Whether a reference can only mean a blocker: an id, or a beginning of at least 4 characters (D5). */
export function isBlockerId(reference: string): boolean {
	return REFERENCE.test(reference.trim().toLowerCase());
}

/** The blockers of these sessions that nobody has confirmed or ended, newest first, each once. */
export function supposedBlockers(
	records: readonly SessionRecord[],
	sha256: (text: string) => string,
): SupposedBlocker[] {
	const byId = new Map<string, SupposedBlocker>();
	for (const record of records) {
		for (const { type, text, at, source, resolved } of record.activity.blockers) {
			if (source !== 'prompt' || resolved === true) continue;
			const id = `b${sha256(`${type}\n${text}`).slice(0, DIGITS)}`;
			const known = byId.get(id);
			const holders = [...(known?.records ?? []), record];
			byId.set(id, { id, type, text, at: known?.at ?? at, records: holders });
		}
	}
	return [...byId.values()].sort((one, other) => (one.at < other.at ? 1 : -1));
}
