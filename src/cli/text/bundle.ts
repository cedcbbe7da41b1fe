import type { ShownBundle } from '../../app/commands/inherit-show.ts';
import type { Bundle } from '../../core/inherit/bundle.ts';
import { LISTS, type List, selectionText } from '../../core/inherit/selection.ts';
import { counted } from '../../core/text/counted.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import type { Paint } from './paint.ts';
import { dated } from './time.ts';

/** A bundle to read: each item with how sure it was there, and the session it is of. */
export function bundleText(shown: ShownBundle, { bold }: Paint, now: number): string {
	const { bundle } = shown;
	if (bundle === undefined) return noneText(shown);
	const title = bold(`inherited from ${named(bundle.from_session)}`);
	const parts = LISTS.map((list) => listText(list, bundle, bold)).filter((text) => text !== '');
	return [
		[title, ...factLines(shown, bundle, now)].join('\n'),
		...parts,
		...progressText(bundle, bold),
	].join('\n\n');
}

function noneText({ session, waiting }: ShownBundle): string {
	const none =
		session === undefined
			? 'no session is at work here; `req inherit show REF` shows what one would inherit'
			: `session ${session.key} inherited nothing; \`req inherit show REF\` shows what it could`;
	if (waiting === undefined) return none;
	const next = `the next session of this branch inherits from ${named(waiting)}`;
	return `${none}\n${next}: \`req session preview\`, \`req inherit --cancel\``;
}

function factLines(
	{ isRunning }: ShownBundle,
	{ from_completed_at: ended, lineage, select, truncated }: Bundle,
	now: number,
): string[] {
	return [
		isRunning ? '  still at work' : `  over since  ${dated(ended, now)}`,
		`  lineage     ${lineage.map(named).join(' → ')}`,
		`  selected    ${selectionText(select)}`,
		...(truncated ? ['  not all of it found room'] : []),
	];
}

function listText(list: List, bundle: Bundle, bold: Paint['bold']): string {
	const lines = bundle[list].map((text, index) => {
		const origin = bundle.origins[list][index];
		const from =
			origin === undefined ? '' : ` [${named(origin.session)}, ${origin.confidence.toFixed(2)}]`;
		return `  ${oneLine(text)}${from}`;
	});
	return lines.length === 0 ? '' : [`${bold(list)} (${lines.length})`, ...lines].join('\n');
}

function progressText({ progress_summary: summary }: Bundle, bold: Paint['bold']): string[] {
	const lines = summary.split('\n').map(oneLine);
	const said = lines.filter((line) => line !== '').map((line) => `  ${line}`);
	if (said.length === 0) return [];
	return [[`${bold('progress')} (${counted(summary.length, 'character')})`, ...said].join('\n')];
}

/** The `inherited` block of seed 000 and more; `{}` where there is none (CTX-2). */
export function bundleJson({ bundle }: ShownBundle): object {
	return bundle ?? {};
}
