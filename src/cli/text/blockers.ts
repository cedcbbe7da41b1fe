import type { Blocker } from '../../app/commands/blockers.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { relativeTime } from '../../core/text/relative-time.ts';
import { columns } from './columns.ts';

/** What holds a session up, numbered as `req block resolve` counts. */
export function blockListText(session: string, blockers: readonly Blocker[], now: number): string {
	if (blockers.length === 0) return `nothing holds session ${session} up`;
	const rows = blockers.map(({ type, text, at, source, resolved }, index) => [
		resolved === true ? '' : `${index + 1}`,
		oneLine(type),
		relativeTime(at, now),
		`${oneLine(text)}${noteText(source, resolved)}`,
	]);
	return columns(rows).join('\n');
}

function noteText(source: string, resolved: boolean | undefined): string {
	if (resolved === true) return ' (resolved)';
	return source === 'prompt' ? ' (from a prompt)' : '';
}

/** The same for scripts; what is resolved has no number. */
export function blockListJson(blockers: readonly Blocker[]): object[] {
	return blockers.map(({ type, text, at, source, resolved }, index) => ({
		number: resolved === true ? null : index + 1,
		...{ type, text, at, source },
		resolved: resolved === true,
	}));
}
