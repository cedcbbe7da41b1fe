import { refusalRun } from './refusal-run.ts';
import { terminalRows } from './terminal-rows.ts';
import { terminalSvg } from './terminal-svg.ts';

/** The pictures of a refusal, from one run of the built hooks: path and text, the same every time. */
export function refusalPictures(): Readonly<Record<string, string>> {
	const rows = terminalRows(refusalRun());
	const caption = {
		title: 'A refusal and its next step',
		description:
			'Claude wants to edit a file. The edit is refused, and the refusal names a skill. After the skill the edit is allowed. The same with git commit and its review.',
	};
	return {
		'docs/refusal.svg': terminalSvg(rows, { ...caption, isAnimated: false }),
		'docs/refusal-animated.svg': terminalSvg(rows, { ...caption, isAnimated: true }),
	};
}
