import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fnv1a } from '../../src/core/text/strings.ts';
import {
	type ContinuityWorld,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';
import { daysAgo, plantRecords, someInsight, someRecord } from '../support/some-record.ts';

const OLD = '5e6f7a8b-0000-4000-8000-000000000002';
const TRIED = 'I tried a larger stream buffer for the CSV import, but it did not help.';
const PROMPT = 'Give the CSV import a larger stream buffer.';
/** A start would tell it before the prompt does. */
const SILENT_STARTS = 'version: 1\ncontinuity: { inject_on: [] }\n';

const note = (text: string, from = 'turn') => ({ at: daysAgo(30), from, text });

/** A world in which a session of a month ago, on another branch, ended its turns so. */
async function afterAMonth(notes: readonly object[], more: object = {}): Promise<ContinuityWorld> {
	const world = await makeContinuityWorld();
	const old = { days: 30, branch: 'feature/old', notes, ...more };
	plantRecords(world.world.repo, someRecord(OLD, old as Parameters<typeof someRecord>[1]));
	return world;
}

function begun({ session }: ContinuityWorld, n: number): Played {
	const played = session(n);
	played.start();
	return played;
}

function toldBy({ stdout }: { readonly stdout: string }): string {
	return stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
}

function ask(session: Played, prompt: string): string {
	return toldBy(
		session.hook('user-prompt-submit', { hook_event_name: 'UserPromptSubmit', prompt }),
	);
}

/** Another turn, which ends otherwise. */
function goOn(session: Played): void {
	const prompt = 'Then measure what it takes';
	session.hook('user-prompt-submit', {
		...{ hook_event_name: 'UserPromptSubmit', prompt, prompt_id: 'p2' },
	});
	session.stop('Two processes take half of the time.');
}

const idOf = (text: string) => `v${fnv1a(text)}`;

describe('what a session of a month ago tried in vain', () => {
	it('comes with the prompt that is about it, with its age, branch and source, and the id to dispute it by', async () => {
		const said = `Measured.\n- ${TRIED} Two processes take half of the time.`;
		await using world = await afterAMonth([note(said)]);
		const session = begun(world, 1);
		expect(ask(session, PROMPT).split('\n')).toEqual([
			'[EARLIER LESSONS: what sessions of this repository learned about this]',
			`- tried: "${TRIED}" (30 days ago, branch feature/old, session 5e6f7a8b, ${idOf(TRIED)})`,
			expect.stringContaining('[END OF EARLIER LESSONS: '),
		]);
		expect(ask(session, PROMPT)).toBe('');
	});

	it.each([
		['a turn', 'turn', true],
		['a person', 'user', true],
		['a compaction', 'compaction', false],
		['a subagent', 'agent', false],
	])('as %s told it', async (_who, from, isTold) => {
		await using world = await afterAMonth([note(TRIED, from)]);
		expect(ask(begun(world, 1), PROMPT).includes(TRIED)).toBe(isTold);
	});

	it.each([
		'Have you tried a larger stream buffer for the CSV import, or did it not help?',
		'The larger stream buffer of the CSV import does not change the public types.',
		'The CSV import has a larger stream buffer now, which helped.',
	])('is not said by: %s', async (text) => {
		await using world = await afterAMonth([note(text)]);
		expect(ask(begun(world, 1), PROMPT)).toBe('');
	});

	it('comes with the edit of a file that it names, and of no other', async () => {
		const text = 'I tried to sort the rows in src/import.ts, but it made things worse.';
		const activity = { files: [{ path: 'src/other.ts', edits: 1, last: daysAgo(30) }] };
		await using world = await afterAMonth([note(text)], { activity });
		const session = begun(world, 1);
		ask(session, 'Go on.');
		const edit = (path: string) =>
			toldBy(
				session.hook('pre-tool-use', {
					...{ hook_event_name: 'PreToolUse', tool_name: 'Edit', tool_use_id: path },
					tool_input: { file_path: join(world.world.repo, path), old_string: 'a', new_string: 'b' },
				}),
			);
		expect(edit('src/other.ts')).toBe('');
		expect(edit('src/import.ts')).toContain(`- tried: "${text}"`);
	});

	it('comes with a failure that it speaks of', async () => {
		const text = 'I tried another port against SQLITE_BUSY of the ledger, but it failed as well.';
		await using world = await afterAMonth([note(text)]);
		const session = begun(world, 1);
		ask(session, 'Go on.');
		const failed = session.hook('post-tool-use-failure', {
			...{ hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_use_id: 't1' },
			...{ tool_input: { command: 'npm run ledger' }, error: 'Exit code 1\nError: SQLITE_BUSY' },
		});
		expect(toldBy(failed)).toContain(`- tried: "${text}"`);
	});

	it('stands behind what somebody noted, and takes the place of none of it', async () => {
		const warnings = ['SIGPIPE kills it', 'the header row is lost', 'the lock file stays'].map(
			(text, n) => someInsight(`i123456${n}`, `A larger stream buffer of the CSV import: ${text}`),
		);
		const notes = Array.from({ length: 6 }, (_, n) =>
			note(`A larger stream buffer for the CSV import with option${n} did not help.`),
		);
		await using world = await afterAMonth(notes, { insights: warnings });
		const kinds = ask(begun(world, 1), PROMPT).match(/^- \w+/gm);
		expect(kinds).toEqual(['- warning', '- warning', '- warning', '- tried', '- tried']);
	});

	it('is no lesson that anybody reviews, promotes or shares', async () => {
		await using world = await afterAMonth([note(TRIED)]);
		ask(begun(world, 1), PROMPT);
		expect(world.world.json('learn', 'list', '--all')).toEqual([]);
		expect(world.world.json('learn', 'review', '--all')).toEqual([]);
		expect(world.world.json('search', '--as-prompt', PROMPT)).toMatchObject([
			{ kind: 'tried', told: true },
		]);
		expect(world.world.json('learn', TRIED)).toMatchObject({ alike: [] });
	});
});

describe('what was not tried in vain after all', () => {
	it('is told to nobody once somebody disputes it', async () => {
		await using world = await afterAMonth([note(TRIED), note('The rows had no effect.')]);
		expect(ask(begun(world, 1), PROMPT)).toContain(TRIED);
		const id = idOf(TRIED);
		expect(world.world.req('learn', 'dispute', id.slice(0, 5)).stdout).toContain(
			`disputed ${id}: "${TRIED}" is not told any more`,
		);
		expect(ask(begun(world, 2), PROMPT)).toBe('');
		rmSync(join(world.stateDir, 'sessions/lessons.cache.jsonl'));
		expect(ask(begun(world, 3), PROMPT)).toBe('');
		expect(ask(begun(world, 4), 'Which rows had no effect?')).toContain('The rows had no effect.');
		const again = world.world.req('learn', 'dispute', id);
		expect([again.exit, again.stderr]).toEqual([
			1,
			expect.stringContaining(`nothing that was tried in vain is "${id}"`),
		]);
	});

	it('is no more told by the next start, whoever said it', async () => {
		await using world = await makeContinuityWorld();
		const first = begun(world, 1);
		first.edit('src/a.ts');
		first.stop(TRIED);
		goOn(first);
		expect(first.req('learn', 'dispute', idOf(TRIED))).toContain('not told any more');
		first.end();
		expect(world.session(2).start()).not.toContain(TRIED);
	});

	it('cannot be confirmed, and is not the model’s to forget for another session', async () => {
		await using world = await afterAMonth([note(TRIED)]);
		const session = begun(world, 1);
		const id = idOf(TRIED);
		const asModel = (verdict: string) => world.world.asModel(session.uuid, 'learn', verdict, id);
		expect(asModel('confirm').stderr).toContain('it counts as it is');
		expect(asModel('forget').stderr).toContain(`the user runs \`req learn forget ${id}\``);
		expect(ask(session, PROMPT)).toContain(TRIED);
	});
});

describe('what a session tried in vain', () => {
	it('is there for the next one, whether the file of lessons is there or not', async () => {
		await using world = await makeContinuityWorld(SILENT_STARTS);
		const first = begun(world, 1);
		ask(first, 'Hello there.');
		first.edit('src/a.ts');
		first.stop(`${TRIED} I measure again.`);
		first.end();
		expect(ask(begun(world, 2), PROMPT)).toContain(TRIED);
		rmSync(join(world.stateDir, 'sessions/lessons.cache.jsonl'));
		expect(ask(begun(world, 3), PROMPT)).toContain(TRIED);
	});

	it('is not told again where the start told it', async () => {
		await using world = await makeContinuityWorld();
		const first = begun(world, 1);
		first.edit('src/a.ts');
		first.stop(TRIED);
		goOn(first);
		first.end();
		const second = world.session(2);
		expect(second.start()).toContain(`- tried in vain: "${TRIED}"`);
		expect(ask(second, PROMPT)).toBe('');
		const third = world.session(3);
		expect(third.start('resume')).not.toContain(TRIED);
		expect(ask(third, PROMPT)).toContain(TRIED);
	});

	it('is not told again where it is what the start says was said last', async () => {
		await using world = await makeContinuityWorld();
		const first = begun(world, 1);
		first.edit('src/a.ts');
		first.stop(TRIED);
		first.end();
		const second = world.session(2);
		expect(second.start()).toContain(`- said last: "${TRIED}"`);
		expect(ask(second, PROMPT)).toBe('');
	});

	it('is stored without secrets, and costs nothing where nothing was tried', async () => {
		await using world = await makeContinuityWorld();
		const cache = join(world.stateDir, 'sessions/lessons.cache.jsonl');
		const first = begun(world, 1);
		first.edit('src/a.ts');
		first.stop('The key AKIAIOSFODNN7EXAMPLQ did not work for the upload bucket.');
		ask(begun(world, 2), 'Hello there.');
		expect(readFileSync(cache, 'utf8')).toContain('upload bucket');
		expect(readFileSync(cache, 'utf8')).not.toContain('AKIA');
		expect(existsSync(cache)).toBe(true);
		const before = readFileSync(cache, 'utf8');
		first.stop('All is well with the upload.');
		expect(readFileSync(cache, 'utf8')).toBe(before);
	});
});
