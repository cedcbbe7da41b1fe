import { MS_A_DAY, type Pin, type Unpinned } from '../session-record/schema.ts';
import { isAllowed, type SourceRecord } from './choose-sources.ts';
import type { Drop, InheritedPin, RestoreFacts } from './restoration.ts';
import { secretsAmong } from './secrets-among.ts';

/** A pin with the key of the source it came by. */
export interface PinFrom {
	readonly pin: InheritedPin;
	readonly source: string;
	/** Branch of that source. */
	readonly branch: string;
	/** Since when the source may have had it. */
	readonly since: string;
}

/**
 * The pins of the sources that come in: each label and each text once, critical ones first, no more than the caps
 * (S2-046..050, D23). An ordinary pin ends with its origin: as long after it as sessions are looked back on.
 *
 * @param sources newest first
 */
export function restorePins(
	sources: readonly SourceRecord[],
	facts: RestoreFacts,
): { readonly pins: readonly PinFrom[]; readonly dropped: readonly Drop[] } {
	const dropped: Drop[] = [];
	const seen = new Set<string>();
	const own = new Set(facts.own.map(({ label }) => key(label)));
	const all = sources.flatMap(offeredBy);
	const texts = all.flatMap(({ pin }) => [pin.label, pin.content]);
	const asked = { ...facts, holdsSecret: secretsAmong(texts, facts.holdsSecret) };
	const offered = all.filter((one) => {
		const { pin, source } = one;
		const why = refusal(one, { own, seen, facts: asked });
		if (why !== undefined) dropped.push({ what: whatIs(pin, why, source), why });
		else for (const mark of marks(pin)) seen.add(mark);
		return why === undefined;
	});
	const isCritical = ({ pin }: PinFrom) => pin.importance === 'critical';
	const ordered = [...offered.filter(isCritical), ...offered.filter((one) => !isCritical(one))];
	const room = roomFor(facts);
	dropped.push(
		...ordered.slice(room).map(({ pin }): Drop => ({ what: `pin ${pin.label}`, why: 'cap' })),
	);
	return { pins: ordered.slice(0, room), dropped };
}

function offeredBy({ record, pins }: SourceRecord): PinFrom[] {
	return record.pins
		.filter(({ importance }) => isAllowed(pins, importance))
		.map((pin) => ({
			pin: { ...pin, origin: pin.origin ?? { session: record.key, at: record.last_activity } },
			...{ source: record.key, branch: record.branch, since: record.started_at },
		}));
}

function refusal(
	{ pin, since }: PinFrom,
	{
		own,
		seen,
		facts,
	}: {
		readonly own: ReadonlySet<string>;
		readonly seen: ReadonlySet<string>;
		readonly facts: RestoreFacts;
	},
): Drop['why'] | undefined {
	if (facts.holdsSecret(pin.label) || facts.holdsSecret(pin.content)) return 'secret';
	if (own.has(key(pin.label))) return 'own_wins';
	if (facts.mode === 'auto' && facts.unpinned.some((gone) => isThat(gone, pin, since))) {
		return 'removed';
	}
	if (marks(pin).some((mark) => seen.has(mark))) return 'duplicate';
	const age = facts.now - Date.parse(pin.origin.at);
	const isOver = facts.mode === 'auto' && !(age <= facts.continuity.lookbackDays * MS_A_DAY);
	return isOver && pin.importance === 'standard' ? 'expired' : undefined;
}

/** Pinned anew, or asked for by a session that began later, it is another pin. */
function isThat({ label, session, at }: Unpinned, pin: InheritedPin, since: string): boolean {
	const isSame = session === pin.origin.session && key(label) === key(pin.label);
	return isSame && at > pin.pinned_at && at > since;
}

function marks({ label, content }: Pin): readonly string[] {
	return [`label ${key(label)}`, `content ${key(content)}`];
}

function whatIs({ label }: Pin, why: Drop['why'], source: string): string {
	return why === 'secret' ? `a pin of ${source}` : `pin ${label}`;
}

function roomFor({ own, mode, continuity: { pins } }: RestoreFacts): number {
	const free = Math.max(0, pins.max - own.length);
	return mode === 'explicit' ? free : Math.min(pins.maxInherited, free);
}

function key(text: string): string {
	return text.trim().toLowerCase();
}
