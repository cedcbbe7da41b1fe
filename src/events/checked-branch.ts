import { fnv1a } from '../core/text/strings.ts';
import { keep, readKept } from '../git/call-marks.ts';
import { type BranchName, onBranch } from '../git/place.ts';
import { EDIT_TOOLS } from '../host/tools.ts';
import { unlessError } from '../store/errors.ts';
import type { HookEvent, ToolEvent } from './projects.ts';
import type { ProjectCall } from './read-call.ts';

/** Notes the branch on which an edit is checked, unless the session's last edit in the project was checked there. */
export function noteCheckedBranch(
	{ input, session, ports }: HookEvent<ToolEvent>,
	call: ProjectCall | undefined,
): void {
	if (call === undefined || !Object.hasOwn(EDIT_TOOLS, input.tool_name)) return;
	const { root, branch } = call.project.place;
	const calls = { session: session.uuid, context: ports.context };
	const name = `branch-${fnv1a(root)}`;
	const noted = readKept(calls, name) as { branch?: string } | undefined;
	// Without it an edit counts on the branch where it ended; change detection reports a disk that takes no write.
	if (noted?.branch !== branch) unlessError(() => keep(calls, name, { branch }));
}

/** An edit on the branch on which it was checked: a person may have switched to another one while it ran. */
export function onCheckedBranch(
	{ input, session, ports }: HookEvent<ToolEvent>,
	call: ProjectCall,
): ProjectCall {
	if (!Object.hasOwn(EDIT_TOOLS, input.tool_name)) return call;
	const { project } = call;
	const calls = { session: session.uuid, context: ports.context };
	const noted = readKept(calls, `branch-${fnv1a(project.place.root)}`);
	const { branch = project.place.branch } = (noted ?? {}) as { branch?: BranchName };
	return { ...call, project: { ...project, place: onBranch(project.place, branch) } };
}
