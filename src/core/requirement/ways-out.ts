import { covers, type Requirement, type Trigger } from '../config/config.ts';
import { factOf } from '../requirement-type/type-table.ts';
import { typed } from '../text/one-line.ts';
import type { Standing } from './standing.ts';

/** One legal next step that satisfies a requirement; `text` is what to type or run. */
export interface WayOut {
	readonly kind: 'skill' | 'plan' | 'command' | 'user';
	readonly text: string;
	/** A skill that counts only when its last step has run, which is this. */
	readonly ends?: string;
}

/** Everything that satisfies a requirement, what the model can do by itself first. */
export function waysOut(requirement: Requirement): WayOut[] {
	if (factOf(requirement) !== undefined)
		return [{ kind: 'user', text: `req approve ${requirement.name} --ttl 1h` }];
	return [
		...requirement.skills.map((skill) => skillWay(requirement, skill)),
		...(requirement.plan ? [{ kind: 'plan' as const, text: 'an approved plan' }] : []),
		...requirement.commands.map(({ run }) => ({ kind: 'command' as const, text: run })),
		...manualWay(requirement),
	];
}

function skillWay({ satisfyOn }: Requirement, skill: string): WayOut {
	const way = { kind: 'skill', text: `/${skill}` } as const;
	return satisfyOn === 'load' ? way : { ...way, ends: `req done ${skill} --evidence TEXT` };
}

/** D36: what only the user may do is never offered to the model as its own step. */
function manualWay({ manual, name }: Requirement): WayOut[] {
	const text = `req satisfy ${name}`;
	switch (manual) {
		case 'anyone':
			return [{ kind: 'command', text }];
		case 'user':
			return [{ kind: 'user', text }];
		case 'never':
			return [];
	}
}

/** What the session has satisfied on another branch it does not have to do again: only the user says so (D1). */
export function carryWay({
	requirement,
	heldOn,
}: Pick<Standing, 'requirement' | 'heldOn'>): WayOut[] {
	if (heldOn === undefined || requirement.manual === 'never') return [];
	return [{ kind: 'user', text: `req satisfy ${requirement.name} --carry` }];
}

/** What an unmet requirement holds back, in a few words. */
export function holdsWhat(standing: Pick<Standing, 'requirement' | 'triggered'>): string {
	const { enforce, blocks } = standing.requirement;
	const calls = [...new Set(blocks.map(callText))].join(', ');
	if (enforce === 'warn') return `warns at ${calls}`;
	const held = [
		...(enforce === 'stop' || calls === '' ? [] : [calls]),
		...(holdsTurn(standing) ? ['the end of the turn'] : []),
	];
	return `holds ${held.join(' and ')}`;
}

/**
 * Whether the turn waits as well as the calls: work was done, or can be done without a refusal. Where everything that
 * arms a requirement is refused until it is satisfied, an unmet one holds no turn.
 */
export function holdsTurn({
	requirement,
	triggered,
}: Pick<Standing, 'requirement' | 'triggered'>): boolean {
	const { enforce, holdsStop, triggers, blocks } = requirement;
	return holdsStop && (triggered || enforce === 'stop' || !covers(blocks, triggers));
}

function callText(trigger: Trigger): string {
	switch (trigger.on) {
		case 'edit':
			return trigger.glob === undefined ? 'edits' : `edits of ${trigger.glob}`;
		case 'command':
			return typed(trigger.command);
		case 'tool':
			return `tool ${trigger.pattern}`;
	}
}
