import { member, textIn } from '../store/foreign-json.ts';

/** What a Bash call printed, as its response tells. */
export function printed(response: unknown): string {
	return ['stdout', 'stderr'].map((one) => textIn(response, one) ?? '').join('\n');
}

/** What the tool PowerShell answers, as a success, if the machine has no PowerShell. */
const NO_POWERSHELL = 'PowerShell is not available on this system.';

/** Whether a call that Claude Code reports as a success ran at all. */
export function hasRun(tool: string, response: unknown): boolean {
	return tool !== 'PowerShell' || textIn(response, 'stderr') !== NO_POWERSHELL;
}

/** Whether a call of the tool Skill ran the skill as a subagent, to its end. */
export function isForkedSkill(response: unknown): boolean {
	return textIn(response, 'status') === 'forked';
}

/** The background task that a shell command has become. */
export function taskOf(response: unknown): string | undefined {
	return textIn(response, 'backgroundTaskId') ?? textIn(response, 'taskId');
}

/** Whether a shell command ran to its end: one in the background, or Monitor's task, has only begun. */
export function hasFinished(response: unknown): boolean {
	const task = member(response, 'backgroundTaskId') ?? member(response, 'taskId');
	return task === undefined && member(response, 'interrupted') !== true;
}
