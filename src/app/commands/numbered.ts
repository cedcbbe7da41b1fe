import { Fault } from '../../core/fault/fault.ts';
import { flat, quoted } from '../../core/text/one-line.ts';

const NUMBER = /^[1-9]\d{0,5}$/;

/** A list that somebody reads, and names an entry of. */
export interface Numbered<Entry> {
	readonly entries: readonly Entry[];
	readonly textOf: (entry: Entry) => string;
	/** The command that shows it, such as `req next list`. */
	readonly list: string;
}

/**
 * The entry that a number means, counted from 1 as the list shows it, or its text, or a part that no other has.
 *
 * @throws Fault `unknown_name`
 */
export function picked<Entry>(word: string, numbered: Numbered<Entry>): Entry {
	const { entries, list } = numbered;
	const entry = NUMBER.test(word.trim()) ? entries[Number(word) - 1] : undefined;
	if (entry !== undefined) return entry;
	if (entries.length === 0) {
		throw new Fault('unknown_name', `there is no ${quoted(word)}: nothing is open here`, {
			hint: '--session names another session: req session list',
		});
	}
	const meant = saying(flat(word).toLowerCase(), numbered);
	const [only] = meant;
	if (only !== undefined && meant.length === 1) return only;
	const what = meant.length === 0 ? 'is none of' : `means ${meant.length} of`;
	throw new Fault('unknown_name', `${quoted(word)} ${what} 1 to ${entries.length}`, {
		hint: `${list} shows the numbers`,
	});
}

function saying<Entry>(words: string, { entries, textOf }: Numbered<Entry>): readonly Entry[] {
	if (words === '' || NUMBER.test(words)) return [];
	const same = entries.filter((entry) => textOf(entry).toLowerCase() === words);
	return same.length > 0
		? same
		: entries.filter((entry) => textOf(entry).toLowerCase().includes(words));
}
