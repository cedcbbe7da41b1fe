import { expect, it } from 'vitest';
import { makeContinuityWorld } from '../support/continuity-world.ts';
import { evaluatedIn } from '../support/evaluated-files.ts';

/** What reads commands, carries satisfactions along and reports faults. */
const LATE = /^src\/(?:core\/command\/|app\/(?:carry|faults)|runtime\/report-fault|adapters\/lock)/;

const HOLDS = `version: 1
requirements:
  commit_plan: {}
  checks:
    satisfied_by:
      command: npm test
    blocks: [{ command: git push }]
`;

it('a session start that tells of an earlier session evaluates only so many of our files', async () => {
	await using story = await makeContinuityWorld(HOLDS);
	const first = story.session(1);
	first.start();
	first.edit('src/parser.ts');
	first.stop('The parser is done.');
	first.end();
	let told = '';
	const files = evaluatedIn((env) => {
		told = story.session(2, { env }).start();
	});
	expect(told).toContain('SESSION CONTINUITY');
	expect(files).toContain('src/app/continuity/compile.ts');
	expect(files.length).toBeLessThanOrEqual(108);
});

it('an edit that is told a lesson looks for no secrets: whoever stored it has', async () => {
	await using story = await makeContinuityWorld('version: 1\ncontinuity: { inject_on: [] }\n');
	const first = story.session(1);
	first.start();
	first.req('learn', 'warning', 'Never sort the imports of src/parser.ts');
	first.end();
	const second = story.session(2);
	second.start();
	second.hook('user-prompt-submit', { prompt: 'What about the lamp?' });
	let said = '';
	const files = evaluatedIn((env) => {
		const tool_input = { file_path: 'src/parser.ts', old_string: 'a', new_string: 'b' };
		const event = { tool_name: 'Edit', tool_input, tool_use_id: 'toolu_1' };
		said = story.session(2, { env }).hook('pre-tool-use', event).stdout;
	});
	expect(said).toContain('Never sort the imports');
	expect(files).toContain('src/core/lesson/lessons-told.ts');
	expect(files.filter((file) => file.startsWith('src/core/redact/'))).toEqual([]);
});

it.each([
	['an edit', 'Edit', { file_path: 'src/parser.ts', old_string: 'a', new_string: 'b' }, 55],
	['a command', 'Bash', { command: 'git push' }, 72],
])('a refusal of %s evaluates only so many of our files', async (_, tool, input, most) => {
	await using story = await makeContinuityWorld(HOLDS);
	let said = '';
	const session = story.session(1);
	session.start();
	const files = evaluatedIn((env) => {
		const event = { tool_name: tool, tool_input: input, tool_use_id: 'toolu_1' };
		const again = story.session(1, { env });
		said = again.hook('pre-tool-use', event).stdout;
	});
	expect(said).toContain('"deny"');
	expect(files).toContain('src/core/gate/gate-text.ts');
	expect(files.length).toBeLessThanOrEqual(most);
	expect(files.filter((file) => LATE.test(file)).length > 0).toBe(tool === 'Bash');
});
