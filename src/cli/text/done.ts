import type { Done } from '../../app/commands/done.ts';

/** What a completed skill satisfied. */
export function doneText({ skill, session, satisfied, already }: Done): string {
	const whose = `for session ${session.key}`;
	return [
		...(satisfied.length === 0
			? []
			: [`${skill} is completed: ${satisfied.join(', ')} satisfied ${whose}`]),
		...(already.length === 0 ? [] : [`satisfied already ${whose}: ${already.join(', ')}`]),
	].join('\n');
}
