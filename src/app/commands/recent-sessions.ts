import { linesOfAll } from '../../core/journal/line.ts';
import type { Place } from '../../core/place/place.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import type { Ports } from '../ports.ts';
import { readState } from '../state-reading.ts';

/** A session that was at work here. */
export interface RecentSession {
	readonly key: string;
	/** ISO time of its last trace. */
	readonly at: string;
}

const MOST = 5;

/** The sessions seen last in this project, by their journals and by this branch's state, newest first. */
export async function recentSessions(
	place: Place,
	ports: Ports,
): Promise<readonly RecentSession[]> {
	const traces = [...(await journalTraces(place, ports)), ...(await stateTraces(place, ports))];
	const latest = new Map<string, RecentSession>();
	for (const trace of traces) {
		if (trace.at > (latest.get(trace.key)?.at ?? '')) latest.set(trace.key, trace);
	}
	return [...latest.values()].sort((one, other) => (one.at < other.at ? 1 : -1)).slice(0, MOST);
}

async function journalTraces(place: Place, ports: Ports): Promise<RecentSession[]> {
	const traces: RecentSession[] = [];
	for (const key of (await ports.journal.recent(place, 0)).slice(0, MOST)) {
		const lines = linesOfAll(await ports.journal.read(place, key));
		traces.push(...lines.map(({ s, at }) => ({ key: keyOf(s, ports) ?? key, at })));
	}
	return traces;
}

async function stateTraces(place: Place, ports: Ports): Promise<RecentSession[]> {
	const { state } = await readState(place, ports);
	return Object.values(state?.requirements ?? {}).flatMap(({ sessions }) =>
		Object.entries(sessions).flatMap(([filed, { uuid, satisfied_at, triggered_at }]) => {
			const key = keyOf(uuid ?? filed, ports) ?? filed;
			return [satisfied_at, triggered_at].flatMap((at) => (at === undefined ? [] : [{ key, at }]));
		}),
	);
}

function keyOf(id: string, ports: Ports): string | undefined {
	return parseSessionId(id, ports.sha256)?.key;
}
