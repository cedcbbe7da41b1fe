import { Fault } from '../../core/fault/fault.ts';

const NUMBER = /^[1-9]\d{0,5}$/;

/**
 * The entry of a list that a number means, counted from 1 as the list shows it.
 *
 * @param list the command that shows it, such as `req next list`
 * @throws Fault `unknown_name`
 */
export function numbered<Entry>(entries: readonly Entry[], word: string, list: string): Entry {
	const entry = NUMBER.test(word.trim()) ? entries[Number(word) - 1] : undefined;
	if (entry !== undefined) return entry;
	const range = entries.length === 0 ? 'it is empty' : `1 to ${entries.length}`;
	throw new Fault('unknown_name', `there is no number "${word}" in the list: ${range}`, {
		hint: `${list} shows the numbers`,
	});
}
