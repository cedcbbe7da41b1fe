import type { LastSession } from '../restore/restoration.ts';
import { counted } from '../text/counted.ts';
import { type InjectionItem, rankOf } from './injection-item.ts';
import { toldName, toldText } from './told-text.ts';

/** How the last session left its work, one line each. */
export function lastSessionItems(last: LastSession): InjectionItem[] {
	const { commits, tests, failed, unmet, uncommitted, note } = last;
	const lines = [
		...(unmet.length === 0 ? [] : [`- ended with ${some(unmet)} unmet`]),
		...(failed.length === 0 ? [] : [`- tests failed last: ${some(failed)}`]),
		...(uncommitted.length === 0
			? []
			: [`- changed and not committed by it: ${some(uncommitted.toReversed())}`]),
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

/** Names that are told of a longer list. */
const MOST = 5;

function some(names: readonly string[]): string {
	const more = names.length - MOST;
	const rest = more > 0 ? [`and ${counted(more, 'other')}`] : [];
	return [...names.slice(0, MOST).map(toldName), ...rest].join(', ');
}
