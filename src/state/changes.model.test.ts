import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BranchModel, idOf, NAMES, type Name, SCOPES } from '../../tests/support/branch-model.ts';
import { ANNA, BERT, TWIN } from '../../tests/support/some-session.ts';
import { at, EMPTY, rolled } from '../../tests/support/some-state.ts';
import type { Session } from '../host/session-id.ts';
import type { BranchState, SessionEntry } from './branch-state.ts';
import { applyChanges, type BranchChange } from './changes.ts';
import type { HistoryLine } from './history.ts';
import { recallChanges } from './recall.ts';

interface Real {
	doc: BranchState;
	readonly history: HistoryLine[];
}

/** One thing that happens: who, to which requirement, how, and how many seconds after the last. */
interface Step {
	readonly op: Op;
	readonly who: Session;
	readonly name: Name;
	readonly how: 'skill' | 'approval';
	readonly isForAll: boolean;
	readonly later: number;
}

function changesOf(step: Step, now: string, { doc, history }: Real): BranchChange[] {
	const { op, who: session, name, how, isForAll } = step;
	const about = { name, scope: SCOPES[name], session, at: now };
	switch (op) {
		case 'satisfy':
			return [{ op, ...about, by: how }];
		case 'trigger':
		case 'spend':
		case 'stale':
			return [{ op, ...about }];
		case 'clear':
			return [{ op, ...about, allSessions: isForAll }];
		case 'forget':
			return [{ op, at: now, session }];
		case 'recall':
			return recallChanges(history, session, doc);
		case 'measure':
			return [{ op, ...about, lines: 7 }];
		case 'pause':
			return [{ op, paused: isForAll ? undefined : { at: now, by: 'user' } }];
		case 'roll_over':
			return [];
	}
}

/** What is armed for the next session is no satisfaction, and what is disarmed bypassed a gate: they have their own tests. */
type Op = Exclude<BranchChange['op'], `${string}_inherit` | 'disarm'> | 'roll_over';

const TO_MODEL: Record<Op, (model: BranchModel, step: Step) => unknown> = {
	satisfy: (model, { who, name, how }) => model.satisfy(who, name, how),
	trigger: (model, { who, name }) => model.trigger(who, name),
	spend: (model, { who, name }) => model.spend(who, name),
	stale: (model, { who, name }) => model.stale(who, name),
	clear: (model, { who, name, isForAll }) => model.clear(who, name, isForAll),
	forget: (model, { who }) => model.forget(who),
	recall: (model, { who }) => model.recall(who),
	roll_over: (model, { who }) => model.tidy([who]),
	pause: (model, { isForAll }) => (isForAll ? model.unpause() : model.pause()),
	measure: () => undefined,
};

/** What the real state says, in the terms of the model. */
function seenIn(doc: BranchState): Record<string, object> {
	const seen: Record<string, object> = {};
	for (const [name, { sessions, ...root }] of Object.entries(doc.requirements)) {
		if (root.satisfied === true) seen[idOf(name, 'root')] = fields(root);
		for (const entry of Object.values(sessions)) seen[idOf(name, `${entry.uuid}`)] = fields(entry);
	}
	return seen;
}

function fields({ satisfied_at, satisfied_by, stale_since, ...rest }: SessionEntry): object {
	const { triggered_at, spent_at, cleared_at } = rest;
	return { satisfied_at, satisfied_by, stale_since, triggered_at, spent_at, cleared_at };
}

function expectedOf(model: BranchModel): Record<string, object> {
	const time = (seconds: number | undefined) => (seconds === undefined ? undefined : at(seconds));
	const entries = [...model.holders].flatMap(([id, { satisfied, triggered, spent, cleared }]) => {
		if (id.endsWith('root') && satisfied === undefined) return [];
		const seen = {
			satisfied_at: time(satisfied?.at),
			satisfied_by: satisfied?.by,
			stale_since: time(satisfied?.stale),
			triggered_at: time(triggered),
			spent_at: time(spent),
			cleared_at: time(cleared),
		};
		return [[id, seen] as const];
	});
	return Object.fromEntries(entries);
}

/** Satisfactions in history lines, as the model names what left. */
function leftIn(history: readonly HistoryLine[]): string[] {
	return history.flatMap(({ requirement, session, entry }) => {
		const { satisfied, satisfied_at, uuid } = entry as SessionEntry;
		const holder = session === undefined ? 'root' : `${uuid}`;
		return satisfied === true ? [`${idOf(requirement, holder)} ${satisfied_at}`] : [];
	});
}

/** Entries of other sessions, by their full id. */
function othersThan(who: Session, doc: BranchState): Map<string, SessionEntry> {
	const others = new Map<string, SessionEntry>();
	for (const [name, { sessions }] of Object.entries(doc.requirements)) {
		for (const entry of Object.values(sessions)) {
			if (entry.uuid !== who.uuid) others.set(idOf(name, `${entry.uuid}`), entry);
		}
	}
	return others;
}

function isForEverybody({ op, isForAll }: Step): boolean {
	return op === 'roll_over' || (op === 'clear' && isForAll);
}

class Happening implements fc.Command<BranchModel, Real> {
	readonly #step: Step;
	constructor(step: Step) {
		this.#step = step;
	}

	check = () => true;
	toString = () => JSON.stringify({ ...this.#step, who: this.#step.who.uuid });

	run(model: BranchModel, real: Real): void {
		const step = this.#step;
		model.now += step.later;
		const now = at(model.now);
		const before = real.doc;
		const changes = changesOf(step, now, real);
		const { doc, retired } =
			step.op === 'roll_over'
				? rolled(before, model.now, step.who)
				: applyChanges(before, changes, now);
		TO_MODEL[step.op](model, step);
		real.doc = doc;
		real.history.push(...retired);

		expect(seenIn(doc)).toEqual(expectedOf(model));
		expect(doc.paused?.at).toBe(model.paused === undefined ? undefined : at(model.paused));
		expect(leftIn(real.history).sort()).toEqual([...model.left].sort());
		if (step.op !== 'roll_over')
			expect(doc.updated_at).toBe(doc === before ? before.updated_at : now);
		if (step.op !== 'measure' && step.op !== 'pause')
			expect(doc === before).toBe(isSame(seenIn(before), seenIn(doc)));
		expect(applyChanges(doc, changes, at(model.now + 1))).toEqual({ doc, retired: [] });
		expect(applyChanges(doc, changes, at(model.now + 1)).doc).toBe(doc);
		if (isForEverybody(step)) return;
		for (const [id, entry] of othersThan(step.who, before)) {
			expect(othersThan(step.who, doc).get(id)).toBe(entry);
		}
	}
}

function isSame(a: object, b: object): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

const step: fc.Arbitrary<Step> = fc.record({
	op: fc.constantFrom(
		...(['satisfy', 'satisfy', 'trigger', 'spend', 'stale', 'clear', 'forget'] as const),
		...(['recall', 'recall', 'measure', 'pause', 'pause', 'roll_over', 'roll_over'] as const),
	),
	who: fc.constantFrom(ANNA, TWIN, BERT),
	name: fc.constantFrom(...NAMES),
	how: fc.constantFrom('skill', 'approval'),
	isForAll: fc.boolean(),
	later: fc.constantFrom(1, 60, 31 * 24 * 60 * 60),
});

it('D1, D10, D31: whatever happens to a branch, its state is what a plain model says', () => {
	const commands = fc.commands([step.map((one) => new Happening(one))], {
		maxCommands: 60,
		size: 'max',
	});
	fc.assert(
		fc.property(commands, (happenings) => {
			fc.modelRun(
				() => ({ model: new BranchModel(), real: { doc: EMPTY, history: [] } }),
				happenings,
			);
		}),
		{ numRuns: 60 },
	);
});
