import type { Held } from '../../app/commands/inherited.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Layout } from '../desk.ts';
import { columns } from './columns.ts';

/** What a session has to do next, numbered as `req next done` counts. */
export function nextListText(
	session: string,
	actions: readonly Held<string>[],
	{ width }: Layout,
): string {
	if (actions.length === 0) return `nothing is noted as next in session ${session}`;
	const rows = actions.map(({ entry, origin }, index) => [
		`${index + 1}`,
		`${oneLine(entry)}${originText(origin)}`,
	]);
	return columns(rows, width).join('\n');
}

/** Of which earlier session something is. */
export function originText(origin: string | undefined): string {
	return origin === undefined ? '' : ` [inherited from ${oneLine(origin)}]`;
}

/** The same for scripts; `origin`: null for what is the session's own. */
export function nextListJson(actions: readonly Held<string>[]): object[] {
	return actions.map(({ entry, origin }, index) => ({
		...{ number: index + 1, text: entry },
		origin: origin ?? null,
	}));
}
