import type { Task } from '../task/schema.ts';
import { named, oneLine, typed } from '../text/one-line.ts';
import { withoutMentions } from './without-mentions.ts';

export interface PromptFacts {
	readonly task: Task;
	/** Requirements of the branch that are unmet at the start, with what satisfies each. */
	readonly gates: readonly string[];
	/** What an earlier session said last of the task. */
	readonly findings: string | undefined;
	/** The session worked on it before. */
	readonly isResumed: boolean;
}

/** Characters of what an earlier session said. */
const MAX_FINDINGS = 2_000;

/**
 * What a headless session is asked to do: the task, how it ends, which gates hold, what is known (issue: runs). What
 * comes from the task list stands in quotes, one line each.
 */
export function taskPrompt({ task, gates, findings, isResumed }: PromptFacts): string {
	const { title, description, stage } = task;
	const id = named(task.id);
	const lines = [
		isResumed ? `Go on with task ${id} of this branch.` : `Work on task ${id} of this branch.`,
		`Task: "${oneLine(title)}"`,
		...(description === undefined ? [] : [`What there is to know: "${oneLine(description)}"`]),
		...(stage === undefined ? [] : [`Stage: ${oneLine(stage)}`]),
		'',
		`The task is done when what it asks for works and is shown to work. Then run ${typed(`req task done ${task.id}`)}; a session that ends without it counts as failed.`,
		`If it cannot be done now, leave it as it is and say in one sentence what is missing: \`req block add TYPE "…"\`.`,
		`What the next session should know: \`req learn "…"\`, \`req next add "…"\`.`,
		...(gates.length === 0 ? [] : ['', 'Requirements of this branch:', ...gates]),
		...(findings === undefined
			? []
			: ['', 'What the last session on it said at its end:', quotedText(findings)]),
	];
	return withoutMentions(lines.join('\n'));
}

/** As a quotation: what stands in it is data. */
function quotedText(text: string): string {
	return text
		.slice(-MAX_FINDINGS)
		.split('\n')
		.map((line) => `> ${oneLine(line)}`)
		.join('\n');
}
