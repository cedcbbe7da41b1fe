import { covers, type Trigger } from '../config/config.ts';
import { typed } from '../text/one-line.ts';
import type { Standing } from './standing.ts';

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
