import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const say = (content: string) => [
	{ role: 'user', content },
	{ role: 'assistant', content: 'I see.' },
];

/** One question of each kind of answer: found, not found, and one that nothing answers. */
const questions = [
	{
		...{
			question_id: 'q1',
			question_type: 'single',
			question: 'Which port does my printer daemon use?',
		},
		haystack_session_ids: ['s1', 's2', 's3'],
		haystack_sessions: [
			say('The weather is nice in Rome.'),
			say('My printer daemon listens on port 9100.'),
			say('I like tea.'),
		],
		answer_session_ids: ['s2'],
	},
	{
		...{ question_id: 'q2', question_type: 'single', question: 'What is the name of my cat?' },
		haystack_session_ids: ['s1', 's2'],
		haystack_sessions: [say('Minka sleeps on the sofa.'), say('Trains are late again.')],
		answer_session_ids: ['s1'],
	},
	{
		...{ question_id: 'q3_abs', question_type: 'single', question: 'Where is my boat?' },
		...{
			haystack_session_ids: ['s1'],
			haystack_sessions: [say('I have no boat.')],
			answer_session_ids: [],
		},
	},
];

function run(...args: readonly string[]) {
	return spawnSync('npx', ['tsx', 'bench/recall.ts', ...args], {
		cwd: repository,
		encoding: 'utf8',
	});
}

it('scores a file of LongMemEval by session, and says what to give it', () => {
	const dir = mkdtempSync(join(tmpdir(), 'req-recall-'));
	try {
		writeFileSync(join(dir, 'some.json'), JSON.stringify(questions));
		const { stdout } = run(join(dir, 'some.json'));
		expect(stdout).toContain('| all | 2 | 50.0 % | 50.0 % | 50.0 % | 50.0 % | 50.0 % | 50.0 % |');
		const none = run();
		expect(none.status).toBe(2);
		expect(none.stderr).toContain('npm run bench:recall --');
	} finally {
		rmSync(dir, { recursive: true });
	}
});
