import { expect, it } from 'vitest';
import type { Run } from '../support/client-run.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { bash, call, read, text, write } from '../support/model-turns.ts';
import { injectedContext, mainRequests } from '../support/seen-by-model.ts';
import { plantRecords, someInsight, someRecord } from '../support/some-record.ts';

const OLD = '5e6f7a8b-0000-4000-8000-000000000002';

/** For each request, which of these lessons an event's hooks had told the model by then. */
function toldBy(run: Run, event: string, lessons: readonly string[]): string[] {
	return mainRequests(run).map((request) => {
		const told = injectedContext(request, event).join('\n');
		return lessons.filter((lesson) => told.includes(lesson)).join();
	});
}

it('a lesson of a month ago reaches the model with its prompt, the edit or the text of its file, once, and none that is in CLAUDE.md', async () => {
	await using world = await openGatedWorld('version: 1\n');
	const SEED = 'Never run the seed script on staging';
	const SORT = 'Never sort the imports of login.ts';
	const COOKIE = 'Never log the cookie of session.ts';
	const insights = [SEED, SORT, COOKIE, 'Never print on the label printer'].map((lesson, at) =>
		someInsight(`i123456${at}`, lesson),
	);
	// The client of these tests names no user.
	const old = { days: 30, branch: 'feature/old', user: 'user', insights };
	plantRecords(world.repo, someRecord(OLD, old));
	world.write('CLAUDE.md', '# App\n\n- Never print on the label printer\n');
	for (const name of ['other.ts', 'session.ts']) world.write(name, 'const a = 1;\n');

	const run = await world.run({
		prompts: [
			'Rename foo to bar.',
			'Run the seed script on staging.',
			'Run the seed script on staging, print on the label printer.',
		],
		main: [
			...[text('Renamed.'), text('I had better not.')],
			...[write(world.path('login.ts')), read(world.path('other.ts'))],
			read(world.path('session.ts')),
			call('Edit', { file_path: world.path('session.ts'), old_string: '1', new_string: '2' }),
			text('Tidied.'),
		],
	});

	const lessons = insights.map((insight) => insight.text);
	// What was told stays in the conversation.
	const at = (event: string) => toldBy(run, event, lessons);
	expect(at('UserPromptSubmit')).toEqual(['', SEED, SEED, SEED, SEED, SEED, SEED]);
	expect(at('PreToolUse:Write')).toEqual(['', '', '', SORT, SORT, SORT, SORT]);
	expect(at('PreToolUse:Read')).toEqual(['', '', '', '', '', COOKIE, COOKIE]);
	expect(at('PreToolUse:Edit').join('')).toBe('');
	expect(JSON.stringify(mainRequests(run)[0]?.messages)).toContain('- Never print on the label');
});

it('a warning that forbids a command blocks it once', async () => {
	await using world = await openGatedWorld('version: 1\n');
	const line = { kind: 'warning', text: 'never run seed.sh on staging', user: 'ben' };
	world.write('.claude/lessons.jsonl', `${JSON.stringify(line)}\n`);
	world.write('seed.sh', 'echo seeded by hand\n');

	const run = await world.run({
		prompts: ['Fill the tables.'],
		main: [bash('sh seed.sh'), bash('sh seed.sh'), text('Filled.')],
	});

	const [, afterFirst, afterSecond] = mainRequests(run).map(({ messages }) => JSON.stringify(messages));
	expect(afterFirst).toContain('req: command blocked once: a warning forbids it.');
	expect(afterFirst).toContain(line.text);
	expect(afterFirst).not.toContain('seeded by hand');
	expect(afterSecond).toContain('seeded by hand');
});

it('what one session learns reaches the next with a tag, the file that it worked on, and the failure that it mended', async () => {
	await using world = await openGatedWorld('version: 1\n');
	const CODEPAGE = 'the label printer wants CP850';
	const TEAM = 'Ask the security team about cookies first';
	const UP = 'touch the up file before the check';
	const fails = 'echo "Error: connect ECONNREFUSED 127.0.0.1:5432" >&2; exit 1';
	await world.run({
		prompts: ['Note it.', 'Run it.', 'Tidy up.'],
		main: [
			...[bash(`req learn "${CODEPAGE}" --tags "umlauts, barcodes"`), text('Noted.')],
			bash(`test -e up || { ${fails}; }`),
			bash(`req learn "${UP}"`),
			...[bash('touch up; test -e up'), bash('test -e up'), text('It works.')],
			...[write(world.path('login.ts')), bash(`req learn warning "${TEAM}"`), text('Tidied.')],
		],
	});
	// Starts tell nothing from now on: what they tell does not come again.
	world.write('.claude/requirements.yaml', 'version: 1\ncontinuity: { inject_on: [] }\n');

	const next = await world.run({
		prompts: ['Fix the umlauts of our barcodes.'],
		main: [read(world.path('login.ts')), bash(`test -e down || { ${fails}; }`), text('I see.')],
	});

	const at = (event: string) => toldBy(next, event, [CODEPAGE, TEAM, UP]);
	expect(at('UserPromptSubmit')).toEqual([CODEPAGE, CODEPAGE, CODEPAGE]);
	expect(at('PreToolUse:Read')).toEqual(['', TEAM, TEAM]);
	expect(at('PostToolUseFailure:Bash')).toEqual(['', '', UP]);
});
