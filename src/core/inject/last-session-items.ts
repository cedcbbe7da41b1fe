import type { LastSession } from '../restore/last-session.ts';
import { type InjectionItem, rankOf } from './injection-item.ts';
import { toldName, toldText } from './told-text.ts';

/** How the last session left its work, one line each. */
export function lastSessionItems({ commits, tests, note }: LastSession): InjectionItem[] {
	const lines = [
		...commits.map((subject) => `- committed ${toldText(subject)}`),
		...(tests.length === 0 ? [] : [`- tests passed: ${tests.map(toldName).join(', ')}`]),
		...(note === undefined ? [] : [`- said last: ${toldText(note)}`]),
	];
	return lines.map((line, index) => ({
		section: 'last',
		...{ line, text: line, what: 'how the last session ended' },
		rank: rankOf('last', index),
	}));
}
