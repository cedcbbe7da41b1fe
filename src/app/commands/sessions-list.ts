import { type Config, remembers } from '../../core/config/config.ts';
import type { Registry } from '../../core/registry/schema.ts';
import type { Stretch } from '../../core/text/asked-time.ts';
import type { Ports } from '../ports.ts';
import { commonDirOf } from '../registering.ts';
import { sceneAt } from '../scene.ts';
import { type AskedWhen, askedStretch } from './asked-stretch.ts';
import type { Caller } from './caller.ts';
import {
	type ListedSession,
	recordedSessions,
	registeredSessions,
	together,
} from './listed-sessions.ts';
import { homeOfCaller } from './memory-of.ts';

export interface SessionsListRequest {
	readonly caller: Caller;
	/** Of any age, archived ones too, and the live ones of every repository. */
	readonly all: boolean;
	/** Only those that are over. */
	readonly completed: boolean;
	readonly when: AskedWhen;
	/** Minutes that the reader's clock is ahead of UTC at a moment (milliseconds). */
	readonly offset: (ms: number) => number;
}

export interface SessionsList {
	/** Newest first. */
	readonly sessions: readonly ListedSession[];
	/** Why the registry could not be read, or `undefined`. */
	readonly unreadable: string | undefined;
	/** Sessions of this project are remembered, so that more is known than who is alive. */
	readonly remembered: boolean;
	/** The key of the config that switches remembering off; `undefined` where none does. */
	readonly off: 'enabled' | 'continuity.enabled' | undefined;
}

const DAY = 86_400_000;
/** Older ones are listed where somebody asks for them (D14). */
const RECENT_DAYS = 30;

/**
 * The sessions of this repository: live ones and those of the last 30 days, or those of a time that was
 * asked for (D11, D14, S2-059).
 */
export async function sessionsList(
	request: SessionsListRequest,
	ports: Ports,
): Promise<SessionsList> {
	const { caller, all, completed } = request;
	const place = await homeOfCaller(caller, ports);
	const now = ports.now();
	const stretch = askedStretch(request.when, { now, offset: request.offset });
	const { registry, unreadable } = await registryNow(ports);
	const scene = await sceneAt(place, ports);
	const remembered = scene !== undefined && remembers(scene.config);
	const registered = registeredSessions(registry, all ? undefined : commonDirOf(place), ports);
	const recorded = remembered
		? await recordedSessions(place, reachOf({ ...request, stretch }, scene.config, now), ports)
		: [];
	const sessions = together(registered, recorded)
		.filter((session) => wasAtWork(session, stretch, now))
		.filter(({ status }) => !completed || status !== 'live')
		.sort((one, other) => orderOf(other, completed).localeCompare(orderOf(one, completed)));
	return { sessions, unreadable, remembered, off: remembered ? undefined : offBy(scene?.config) };
}

/** How many days back records are looked for; `undefined`: at any age. The index knows no longer ones (D14). */
function reachOf(
	{ all, when, stretch }: Pick<SessionsListRequest, 'all' | 'when'> & { readonly stretch: Stretch },
	{ continuity }: Config,
	now: number,
): number | undefined {
	const isBounded = when.since !== undefined || when.on !== undefined;
	const reachesBack = stretch.from < now - RECENT_DAYS * DAY;
	const isDeep = all || (isBounded ? reachesBack : when.until !== undefined);
	return isDeep || continuity.retentionDays < RECENT_DAYS ? undefined : RECENT_DAYS;
}

function offBy(config: Config | undefined): SessionsList['off'] {
	if (config === undefined) return undefined;
	return config.enabled ? 'continuity.enabled' : 'enabled';
}

/** Whether any of a session lies in a stretch of time. */
function wasAtWork(
	{ startedAt, endedAt, lastActivity, status }: ListedSession,
	{ from, to }: Stretch,
	now: number,
): boolean {
	const end = status === 'live' ? now : Date.parse(endedAt ?? lastActivity);
	return Date.parse(startedAt) < to && end >= from;
}

/** What is over is sorted by its end. */
function orderOf({ startedAt, endedAt, lastActivity }: ListedSession, byEnd: boolean): string {
	return byEnd ? (endedAt ?? lastActivity) : startedAt;
}

async function registryNow(
	ports: Ports,
): Promise<{ registry: Registry; unreadable: string | undefined }> {
	const loaded = await ports.registry.read();
	const none = { registry: { schema_version: 1 as const, sessions: {} }, unreadable: undefined };
	switch (loaded.kind) {
		case 'present':
			return { registry: loaded.doc, unreadable: undefined };
		case 'absent':
			return none;
		case 'newer':
			return { ...none, unreadable: 'it was written by a newer req' };
		case 'corrupt':
			return { ...none, unreadable: loaded.reason };
		default:
			return loaded satisfies never;
	}
}
