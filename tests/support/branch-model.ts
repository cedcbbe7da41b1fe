import type { Session } from '../../src/host/session-id.ts';
import { at } from './some-state.ts';

/** Requirements of the model by name; a scope never changes here. */
export const SCOPES = {
	plan: 'session',
	review: 'single_use',
	design: 'branch',
	licence: 'permanent',
} as const;
export type Name = keyof typeof SCOPES;
export const NAMES = Object.keys(SCOPES) as Name[];

/** What a holder, a session or the root of a requirement, knows. Times in seconds. */
export interface Holder {
	satisfied?: { at: number; by: string; stale?: number } | undefined;
	triggered?: number;
	spent?: number;
	cleared?: number;
}

const DAY = 24 * 60 * 60;
const ROOT = 'root';

/** Branch state as plainly as it can be said, to hold the real one against. */
export class BranchModel {
	now = 0;
	paused: number | undefined;
	readonly holders = new Map<string, Holder>();
	/** Every satisfaction that left, as often as it left. */
	readonly left: string[] = [];
	readonly #rolled = new Map<string, Holder>();

	satisfy(session: Session, name: Name, by: string): void {
		const isShared = isRoot(name) && by !== 'approval';
		const id = idOf(name, isShared ? ROOT : session.uuid);
		this.#end(id);
		this.#holder(id).satisfied = { at: this.now, by };
	}

	trigger(session: Session, name: Name): void {
		this.#holder(idOf(name, session.uuid)).triggered ??= this.now;
	}

	spend(session: Session, name: Name): void {
		const id = idOf(name, session.uuid);
		if (!this.#end(id)) return;
		delete this.#holder(id).triggered;
		this.#holder(id).spent = this.now;
	}

	stale(session: Session, name: Name): void {
		const satisfied = this.holders.get(idOf(name, isRoot(name) ? ROOT : session.uuid))?.satisfied;
		if (satisfied !== undefined) satisfied.stale ??= this.now;
	}

	clear(session: Session, name: Name, isForAll: boolean): void {
		for (const id of this.holders.keys()) {
			const isHers = id === idOf(name, session.uuid) || id === idOf(name, ROOT);
			const isMeant = isHers || (isForAll && id.startsWith(`${name} `));
			if (isMeant && this.#end(id)) this.#holder(id).cleared = this.now;
		}
	}

	forget(session: Session): void {
		for (const name of NAMES) {
			const id = idOf(name, session.uuid);
			this.#end(id);
			this.holders.delete(id);
		}
	}

	/** What was last touched more than 30 days ago leaves, unless its session lives. */
	tidy(live: readonly Session[]): void {
		for (const [id, holder] of this.holders) {
			const isKept = id.endsWith(ROOT) || live.some(({ uuid }) => id.endsWith(uuid));
			if (isKept || !isOld(holder, this.now)) continue;
			this.#end(id);
			this.holders.delete(id);
			this.#rolled.set(id, holder);
		}
	}

	recall(session: Session): void {
		for (const name of NAMES) {
			const id = idOf(name, session.uuid);
			const holder = this.#rolled.get(id);
			if (holder === undefined || this.holders.has(id)) continue;
			// What left stays as it was, whatever happens to what came back.
			this.holders.set(id, structuredClone(holder));
		}
	}

	pause(): void {
		this.paused = this.now;
	}

	unpause(): void {
		this.paused = undefined;
	}

	#holder(id: string): Holder {
		const holder = this.holders.get(id) ?? {};
		this.holders.set(id, holder);
		return holder;
	}

	#end(id: string): boolean {
		const holder = this.holders.get(id);
		if (holder?.satisfied === undefined) return false;
		this.left.push(`${id} ${at(holder.satisfied.at)}`);
		this.#rolled.delete(id);
		this.holders.set(id, { ...holder, satisfied: undefined });
		return true;
	}
}

export function idOf(name: string, holder: string): string {
	return `${name} ${holder}`;
}

function isRoot(name: Name): boolean {
	return SCOPES[name] === 'branch' || SCOPES[name] === 'permanent';
}

/** A holder that knows no time has no age. */
function isOld({ satisfied, triggered, spent, cleared }: Holder, now: number): boolean {
	const known = [satisfied?.at, satisfied?.stale, triggered, spent, cleared].filter(
		(time) => time !== undefined,
	);
	return known.length > 0 && Math.max(...known) < now - 30 * DAY;
}
