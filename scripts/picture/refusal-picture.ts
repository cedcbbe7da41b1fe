import { refusalRun } from './refusal-run.ts';
import { terminalRows } from './terminal-rows.ts';
import { terminalSvg } from './terminal-svg.ts';

/** Where the README looks for it. */
export const PICTURE = 'docs/refusal.svg';

/** The picture of a refusal and its way out, from a run of the built hooks: the same text every time. */
export function refusalPicture(): string {
	return terminalSvg(terminalRows(refusalRun()), {
		title: 'A refusal and its way out',
		description:
			'Claude wants to edit a file. The edit is refused, and the refusal names a skill. After the skill the edit goes through. The same with git commit and its review.',
	});
}
