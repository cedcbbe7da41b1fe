import type { Blocker } from '../../app/commands/blockers.ts';
import type { Held } from '../../app/commands/inherited.ts';
import { oneLine } from '../../core/text/one-line.ts';
import type { Layout } from '../desk.ts';
import { columns } from './columns.ts';
import { originText } from './next-actions.ts';

/** What holds a session up, numbered as `req block resolve` counts. */
export function blockListText(
	session: string,
	blockers: readonly Held<Blocker>[],
	{ width, when }: Layout,
): string {
	if (blockers.length === 0) return `nothing holds session ${session} up`;
	const rows = blockers.map(({ entry: { type, text, at, source, resolved }, origin }, index) => [
		resolved === true ? '' : `${index + 1}`,
		oneLine(type),
		when(at),
		`${oneLine(text)}${noteText(source, resolved)}${originText(origin)}`,
	]);
	return columns(rows, width).join('\n');
}

function noteText(source: string, resolved: boolean | undefined): string {
	if (resolved === true) return ' (resolved)';
	return source === 'prompt' ? ' (from a prompt)' : '';
}

/** The same for scripts; what is resolved has no number. */
export function blockListJson(blockers: readonly Held<Blocker>[]): object[] {
	return blockers.map(({ entry: { type, text, at, source, resolved }, origin }, index) => ({
		number: resolved === true ? null : index + 1,
		...{ type, text, at, source },
		resolved: resolved === true,
		origin: origin ?? null,
	}));
}
