import type { BranchChange } from '../core/branch-state/change.ts';
import type { BranchState } from '../core/branch-state/schema.ts';
import type { Config, Requirement } from '../core/config/config.ts';
import { type JournalLine, ofKind } from '../core/journal/line.ts';
import type { Place } from '../core/place/place.ts';
import { entriesOf } from '../core/registry/kind.ts';
import { isAlive } from '../core/registry/liveness.ts';
import { carryChange } from '../core/requirement/carry.ts';
import { parseSessionId, type Session } from '../core/session/session-id.ts';
import type { Ports } from './ports.ts';
import { machineOf, readRegistry } from './registering.ts';

/** How long after its end a cleared session still counts as the parent of the next one (D12). */
const CLEAR_WINDOW_MS = 60_000;
/** Where a fork's parent is looked for: automatic use looks back a week (D14). */
const FORK_WINDOW_MS = 7 * 24 * 60 * 60 * 1000;

/** A session that may continue the task of an earlier one. */
export interface Continuation {
	readonly place: Place;
	readonly session: Session;
	readonly config: Config;
	readonly state: BranchState | undefined;
}

/** What `carry: [clear]` brings over from the session that was just cleared (D1, D12). */
export async function carryOverClear(next: Continuation, ports: Ports): Promise<BranchChange[]> {
	return carryOver(next, { how: 'clear', find: () => clearedBefore(next, ports) }, ports);
}

/** What `carry: [fork]` brings over from the session a fork was made of. */
export async function carryOverFork(
	next: Continuation & {
		readonly transcript: string | undefined;
		readonly lines: readonly JournalLine[];
	},
	ports: Ports,
): Promise<BranchChange[]> {
	return isFork(next.lines)
		? carryOver(next, { how: 'fork', find: () => forkedFrom(next, ports) }, ports)
		: [];
}

/** Whether a session began as a fork of another. */
export function isFork(lines: readonly JournalLine[]): boolean {
	return ofKind(lines, 'start').some(({ source }) => source === 'fork');
}

/** A session whose parent is looked for. */
export interface Child {
	readonly place: Place;
	readonly session: Session;
}

/** The session that a `/clear` ended a moment ago in the same client (D12). */
export function clearedBefore(child: Child, ports: Ports): Promise<Session | undefined> {
	const since = ports.now() - CLEAR_WINDOW_MS;
	const isParents = ({ e, at, reason, pid }: RawLine) =>
		e === 'end' && reason === 'clear' && pid === ports.host.clientPid && Date.parse(at) >= since;
	return parentOf(child, { since, isParents }, ports);
}

/**
 * The session a fork was made of. The client names no parent and writes the fork's transcript only after its start
 *. Since 2.1.330 the copied answers in it name the session they were given in; older ones keep the
 * parent's prompt ids. Whatever the parent did names them: where no gate has
 * anything to note, what is remembered of it does.
 */
export async function forkedFrom(
	child: Child & { readonly transcript: string | undefined },
	ports: Ports,
): Promise<Session | undefined> {
	const { transcript } = child;
	if (transcript === undefined) return undefined;
	const { prompts, sessions } = ports.client.copiedFrom(transcript);
	const nearest = sessions.findLast((id) => id !== child.session.uuid);
	const search = (isParents: Search['isParents']) =>
		parentOf(child, { since: ports.now() - FORK_WINDOW_MS, isParents }, ports);
	const named = nearest === undefined ? undefined : await search(({ s }) => s === nearest);
	if (named !== undefined || prompts.length === 0) return named;
	return search(({ p }) => typeof p === 'string' && prompts.includes(p));
}

interface Way {
	readonly how: Requirement['carry'][number];
	readonly find: () => Promise<Session | undefined>;
}

/** Happens once: what the session spent or somebody cleared since does not come back. */
async function carryOver(
	next: Continuation,
	{ how, find }: Way,
	ports: Ports,
): Promise<BranchChange[]> {
	const { state, session, config, place } = next;
	const requirements = config.requirements.filter(({ carry }) => carry.includes(how));
	if (state === undefined || requirements.length === 0) return [];
	const from = await find();
	if (from === undefined || (await isLive(from, place, ports))) return [];
	const changes = carryChange(requirements, { state, from, to: session, now: ports.now() });
	return changes.map((change) => ({ ...change, once: true }));
}

interface Search {
	/** Milliseconds: journals untouched since then are not read. */
	readonly since: number;
	readonly isParents: (line: RawLine) => boolean;
}

/** A line of any kind, of the gates or of memory: whose it is and when it was written are known. */
interface RawLine {
	readonly at: string;
	readonly s: string;
	readonly [key: string]: unknown;
}

function isLine(line: unknown): line is RawLine {
	const { at, s } = (line ?? {}) as Partial<RawLine>;
	return typeof at === 'string' && typeof s === 'string';
}

/** The session with the latest line that names it as the parent. */
async function parentOf(
	{ place, session }: Child,
	{ since, isParents }: Search,
	ports: Ports,
): Promise<Session | undefined> {
	const found: RawLine[] = [];
	for (const key of await ports.journal.recent(place, since)) {
		const lines = (await ports.journal.read(place, key)).filter(isLine);
		found.push(...lines.filter((line) => line.s !== session.uuid && isParents(line)));
	}
	const latest = found.sort((a, b) => (a.at < b.at ? 1 : -1))[0];
	return latest === undefined ? undefined : parseSessionId(latest.s, ports.sha256);
}

/** Never from a live session (D1). */
async function isLive({ uuid }: Session, place: Place, ports: Ports): Promise<boolean> {
	const entries = entriesOf(await readRegistry(place, ports));
	const entry = entries.find(([, one]) => one.uuid === uuid)?.[1];
	return entry !== undefined && isAlive(entry, machineOf(ports));
}
