import type { BranchChange } from '../core/branch-state/change.ts';
import type { BranchState } from '../core/branch-state/schema.ts';
import type { Config } from '../core/config/config.ts';
import { ofKind } from '../core/journal/fold.ts';
import { type JournalLine, linesOfAll } from '../core/journal/line.ts';
import type { Place } from '../core/place/place.ts';
import { carryChange } from '../core/requirement/carry.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import type { Ports } from './ports.ts';

/** How long after its end a cleared session still counts as the parent of the next one (D12). */
const CLEAR_WINDOW_MS = 60_000;

/** A session start that may continue the task of an earlier session. */
export interface Continuation {
	readonly place: Place;
	readonly session: Session;
	readonly config: Config;
	readonly state: BranchState | undefined;
	/** `source` of the start. */
	readonly source: string | undefined;
}

/** What `carry: [clear]` brings over from the session that was just cleared (D1, D12). */
export async function carriedOver(next: Continuation, ports: Ports): Promise<BranchChange[]> {
	const { config, state, source, session } = next;
	if (source !== 'clear' || state === undefined) return [];
	const requirements = config.requirements.filter(({ carry }) => carry.includes('clear'));
	if (requirements.length === 0) return [];
	const from = await clearedSession(next, ports);
	if (from === undefined) return [];
	return carryChange(requirements, { state, from, to: session, now: ports.now() });
}

/** The session that ended with reason clear, in the same client, within the last minute (D12). */
async function clearedSession(
	{ place, session }: Continuation,
	ports: Ports,
): Promise<Session | undefined> {
	const since = ports.now() - CLEAR_WINDOW_MS;
	for (const key of await ports.journal.recent(place, since)) {
		const lines = linesOfAll(await ports.journal.read(place, key));
		const end = ofKind(lines, 'end').find((line) => isClear(line, { since, ports }));
		if (end !== undefined && end.s !== session.uuid) return parseSessionId(end.s, ports.sha256);
	}
	return undefined;
}

function isClear(
	line: JournalLine & { e: 'end' },
	{ since, ports }: { readonly since: number; readonly ports: Ports },
): boolean {
	const isRecent = Date.parse(line.at) >= since;
	return line.reason === 'clear' && line.pid === ports.host.clientPid && isRecent;
}
