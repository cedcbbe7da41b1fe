import { minute } from '../../app/local-time.ts';
import type { Insight, Pin, SessionRecord } from '../../core/session-record/schema.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import { columns } from '../columns.ts';

/** How the commands that show one session name it. */
export const REFERENCE =
	'name, key, id or the first 4 or more characters of it; default: this session, else the newest of the branch';

/** A part of a page: its title, how many there are, and one line each. */
export interface Part {
	readonly title: string;
	readonly count: number;
	readonly lines: readonly string[];
}

/** More than so many lines of one part are counted, not shown. */
const MOST = 12;

/** Parts that hold something, below their titles; long ones are cut unless all of it was asked for. */
export function partsText(parts: readonly Part[], bold: (text: string) => string): string[] {
	return parts
		.filter(({ count }) => count > 0)
		.map(({ title, count, lines }) => {
			const shown = lines.slice(0, MOST).map((line) => `  ${line}`);
			const more = lines.length - shown.length;
			const rest = more === 0 ? [] : [`  +${more} more: --json shows all`];
			return [`${bold(title)} (${count})`, ...shown, ...rest].join('\n');
		});
}

/** Pins, critical ones first, each with where it came from. */
export function pinsPart(pins: readonly Pin[]): Part {
	const isCritical = ({ importance }: Pin) => importance === 'critical';
	const sorted = [...pins.filter(isCritical), ...pins.filter((pin) => !isCritical(pin))];
	const rows = sorted.map((pin) => [
		isCritical(pin) ? '!' : '·',
		oneLine(pin.label),
		`${oneLine(pin.content)}${originText(pin)}`,
	]);
	return { title: 'Pins', count: pins.length, lines: columns(rows) };
}

function originText({ origin }: Pin): string {
	if (origin === undefined) return '';
	return ` [inherited from ${oneLine(origin.session)} @ ${minute(origin.at)}]`;
}

/** Insights, the surest first. */
export function insightsPart(insights: readonly Insight[]): Part {
	const rows = [...insights]
		.sort((one, other) => other.confidence - one.confidence)
		.map(({ id, kind, confidence, text, why }) => [
			oneLine(id),
			kind,
			confidence.toFixed(2),
			`${oneLine(text)}${why === undefined ? '' : ` — ${oneLine(why)}`}`,
		]);
	return { title: 'Insights', count: insights.length, lines: columns(rows) };
}

/** Tasks that wait. */
export function tasksPart({ pending_tasks: tasks }: SessionRecord): Part {
	const rows = tasks.map(({ id, title, status, stage, flagged_incomplete }) => [
		oneLine(id),
		oneLine(title),
		[status, stage, flagged_incomplete ? 'flagged' : undefined]
			.filter((word) => word !== undefined)
			.map(oneLine)
			.join(', '),
	]);
	return { title: 'Tasks', count: tasks.length, lines: columns(rows) };
}

/** What comes next, and what stands in the way. */
export function aheadParts({ activity }: SessionRecord): Part[] {
	const blockers = activity.blockers.filter(({ resolved }) => resolved !== true);
	return [
		listPart('Next', activity.next_actions),
		{
			title: 'Blockers',
			count: blockers.length,
			lines: columns(blockers.map(({ type, text }) => [oneLine(type), oneLine(text)])),
		},
	];
}

/** A list of foreign texts, one line each. */
export function listPart(title: string, texts: readonly string[]): Part {
	return { title, count: texts.length, lines: texts.map(oneLine) };
}

/** A name in words, or the key where there is none. */
export function calledText({ name, key }: Pick<SessionRecord, 'name' | 'key'>): string {
	return name === undefined ? oneLine(key) : `${quoted(name)} ${oneLine(key)}`;
}
