import type { Pin } from '../../core/session-record/schema.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Layout } from '../desk.ts';
import { columns } from './columns.ts';

const HEAD = ['LABEL', 'IMPORTANCE', 'PINNED', 'TEXT'];

/** Pins as lines: label, importance, age, text, and where an inherited one is from. */
export function pinListText(
	session: string,
	pins: readonly Pin[],
	{ width, when }: Layout,
): string {
	if (pins.length === 0) return `session ${session} has no pins`;
	const rows = pins.map(({ label, importance, pinned_at, content, origin }) => [
		oneLine(label),
		importance,
		when(pinned_at),
		origin === undefined
			? oneLine(content)
			: `${oneLine(content)} [inherited from ${oneLine(origin.session)} ${when(origin.at)}]`,
	]);
	return columns([HEAD, ...rows], width).join('\n');
}

/** The same for scripts; absent values are null (D37). */
export function pinListJson(pins: readonly Pin[]): object[] {
	return pins.map(({ label, content, importance, pinned_at, origin }) => ({
		...{ label, content, importance, pinned_at },
		origin: origin === undefined ? null : { session: origin.session, at: origin.at },
	}));
}
