import { blocksCommits, blocksEdit } from '../gate/concerns.ts';
import { bypassedText } from '../gate/gate-text.ts';
import { factOf } from '../gate/requirement-types.ts';
import { namesIn } from '../gate/status.ts';
import type { PostToolUseInput } from '../host/messages.ts';
import { note, promptOf } from '../journal/journal.ts';
import { readStatuses } from './armed-work.ts';
import type { HookEvent, WorkedProject } from './projects.ts';

/** Files of one call that the journal names. */
export const MAX_PATHS = 20;

/** The work of a call that requirements may block. */
interface OwnWork {
	/** Requirements that were unmet before the call. */
	readonly unmet: readonly string[];
	readonly files: readonly string[];
	/** The branch that is checked out got a commit. */
	readonly isCommit: boolean;
}

/**
 * Notes what bypassed requirements that are unmet still; the journal's line arms them.
 *
 * @returns their names, and what Claude and the user are shown
 */
export async function noteBypass(
	event: HookEvent<PostToolUseInput>,
	project: WorkedProject,
	{ unmet: before, files, isCommit }: OwnWork,
): Promise<{ readonly names: readonly string[]; readonly text?: string }> {
	const { input, session, context } = event;
	const { place, config } = project;
	const { branch } = place;
	const requirements = config.requirements.filter((one) => {
		// A guard may have come to apply as the call switched branches.
		if (!before.includes(one.name) && factOf(one) === undefined) return false;
		return files.some((path) => blocksEdit(one, path)) || (isCommit && blocksCommits(one));
	});
	if (requirements.length === 0) return { names: [] };
	const asked = { session, transcript: input.transcript_path, requirements };
	const { state, statuses } = await readStatuses(project, asked, context);
	const unmet = statuses.filter(({ satisfied }) => !satisfied);
	if (unmet.length === 0 || state?.paused !== undefined) return { names: [] };
	const paths = files.filter((path) => unmet.some((one) => blocksEdit(one.requirement, path)));
	const names = namesIn(unmet);
	const entry = {
		...{ e: 'bypassed' as const, branch, names, tool: input.tool_name },
		paths: paths.slice(0, MAX_PATHS),
		...promptOf(input),
	};
	await note(place, session, { entries: [entry], context });
	const shown = { paths, unmet, branch, now: context.now() };
	return { names, text: bypassedText(input.tool_name, shown) };
}
