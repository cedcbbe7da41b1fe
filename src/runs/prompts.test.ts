import fc from 'fast-check';
import { expect, it } from 'vitest';
import { taskPrompt } from './prompts.ts';

const AT = '2026-11-20T10:00:00.000Z';

it('whatever a task list holds stays in its own line, and findings in a quotation', () => {
	const unit = fc.constantFrom(...'a ">\n\r\u001b\u0085\u202e\u2028é漢');
	const text = fc.string({ unit });
	fc.assert(
		fc.property(text, text, text, (title, description, findings) => {
			const task = {
				...{ id: 't1', title, description, stage: title, status: 'open' as const },
				...{ branch: 'main', source: 'req' as const, flagged_incomplete: false },
				...{ created_at: AT, last_activity: AT },
			};
			const prompt = taskPrompt(task, { findings, isResumed: false });
			const lines = prompt.split('\n');
			const at = lines.indexOf('What the last session on it said at its end:');
			expect(lines.slice(0, 5).map((line) => line.split(':')[0])).toEqual([
				'Work on task t1 of this branch.',
				...['Task', 'What there is to know', 'Stage', ''],
			]);
			const quoted = at === -1 ? [] : lines.slice(at + 1);
			expect(quoted.every((line) => line.startsWith('> '))).toBe(true);
			expect(at === -1).toBe(findings === '');
			expect(prompt).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
		}),
	);
});
