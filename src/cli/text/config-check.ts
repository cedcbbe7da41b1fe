import type { ConfigView } from '../../app/commands/config-view.ts';
import type { Problem } from '../../core/config/config.ts';
import { problemText } from '../../core/inject/notices.ts';
import { counted } from '../../core/text/counted.ts';

/** Every problem with file, line and key, or that there is none (D34). */
export function checkText({ found }: ConfigView): string {
	if (found.kind === 'none') return 'no requirements are configured here; `req init` makes a start';
	const { problems, config } = found;
	const all = counted(config.requirements.length, 'requirement');
	return problems.length === 0 ? `${all}, no problem` : problems.map(problemText).join('\n');
}

/** The same for scripts; absent values are null (D37). */
export function problemsJson(problems: readonly Problem[]): object[] {
	return problems.map(({ file, line, key, message }) => ({
		file,
		line: line ?? null,
		key,
		message,
	}));
}
