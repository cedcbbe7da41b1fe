import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	type ContinuityWorld,
	makeContinuityWorld,
	type Played,
} from '../support/continuity-world.ts';
import { plantRecords, someInsight, someRecord } from '../support/some-record.ts';

const OLD = '5e6f7a8b-0000-4000-8000-000000000002';
const SEED = 'Never run the seed script on staging';
const LAMP = 'the lamp in the hall hums when the heating runs';

async function afterAMonth(config = 'version: 1\n') {
	const world = await makeContinuityWorld(config);
	const insights = [someInsight('i1234567', SEED), someInsight('i7654321', LAMP)];
	plantRecords(world.world.repo, someRecord(OLD, { days: 30, branch: 'feature/old', insights }));
	const session = world.session(1);
	session.start();
	return { world, session, transcript: join(world.stateDir, '../../client/t.jsonl') };
}

/** The model starts a subagent. */
function starts(session: Played, id: string, prompt: string, more: object = {}): void {
	const { type, ...event } = { type: undefined, ...more };
	const { stdout } = session.hook('pre-tool-use', {
		...{ hook_event_name: 'PreToolUse', tool_name: 'Agent', tool_use_id: id, ...event },
		tool_input: { description: 'd', prompt, subagent_type: type },
	});
	expect(stdout).toBe('');
}

/** The client notes, a moment later, which subagent that was. */
function writeStart(transcript: string, agent: string, toolUseId: string): void {
	const path = join(transcript.replace('.jsonl', ''), `subagents/agent-${agent}.meta.json`);
	mkdirSync(dirname(path), { recursive: true });
	writeFileSync(path, JSON.stringify({ toolUseId }));
}

/** What a subagent is told as it starts; empty when nothing. */
function begins(session: Played, transcript_path: string, more: object = {}): string {
	const agent = { agent_id: 'a1', agent_type: 'general-purpose', transcript_path, ...more };
	const { stdout } = session.hook('subagent-start', { hook_event_name: 'SubagentStart', ...agent });
	if (stdout === '') return '';
	const { hookSpecificOutput: said } = JSON.parse(stdout);
	expect(said.hookEventName).toBe('SubagentStart');
	return said.additionalContext;
}

describe('a subagent whose task an earlier session learned something about', () => {
	it('is told of it, and its session is told of it all the same', async () => {
		const { world, session, transcript } = await afterAMonth();
		await using _ = world satisfies ContinuityWorld;
		starts(session, 't1', 'Run the seed script on staging.');
		const told = begins(session, transcript).split('\n');
		expect(told).toEqual([
			'[EARLIER LESSONS: what sessions of this repository learned about this task]',
			expect.stringMatching(/^- warning: "Never run the seed script on staging" \(30 days ago/),
			expect.stringContaining('[END OF EARLIER LESSONS: '),
		]);
		expect(begins(session, transcript)).toBe('');
		expect(begins(session, transcript, { agent_id: 'a2' })).toContain(SEED);
		const prompt = {
			hook_event_name: 'UserPromptSubmit',
			prompt: 'Run the seed script on staging.',
		};
		expect(session.hook('user-prompt-submit', prompt).stdout).toContain(SEED);
	});

	it('is told of its own task alone where several start together', async () => {
		const { world, session, transcript } = await afterAMonth();
		await using _ = world;
		starts(session, 't1', 'Run the seed script on staging.');
		starts(session, 't2', 'Why does the lamp in the hall hum?');
		starts(session, 't3', 'Why does the lamp in the hall hum?', { type: 'Explore' });
		writeStart(transcript, 'a9', 't2');
		const first = begins(session, transcript);
		expect(first).toContain(SEED);
		expect(first).not.toContain(LAMP);
		const second = begins(session, transcript, { agent_id: 'a9' });
		expect(second).toContain(LAMP);
		expect(second).not.toContain(SEED);
		expect(begins(session, transcript, { agent_id: 'a3', agent_type: 'Explore' })).toContain(LAMP);
	});

	it('is not told of the task of another, nor of one that was started with another prompt', async () => {
		const { world, session, transcript } = await afterAMonth();
		await using _ = world;
		starts(session, 't1', 'Run the seed script on staging.', { prompt_id: 'p1' });
		writeStart(transcript, 'a1', 't1');
		starts(session, 't2', 'Rename foo to bar.', { prompt_id: 'p1' });
		expect(begins(session, transcript, { agent_id: 'a2', prompt_id: 'p1' })).toBe('');
		expect(begins(session, transcript, { agent_id: 'a3', prompt_id: 'p2' })).toBe('');
		expect(begins(session, transcript, { prompt_id: 'p1' })).toContain(SEED);
	});

	it('leaves nothing of the words of a task', async () => {
		const { world, session } = await afterAMonth();
		await using _ = world;
		starts(session, 't1', 'Run the seed script on staging, says Quetzalcoatl.');
		starts(session, 't2', 'Rename foo to bar.');
		const lines = session.lines('agent');
		expect(lines).toMatchObject([
			{ call: 't1', type: 'general-purpose', about: [expect.stringMatching(/^[0-9a-f]{8}$/)] },
			{ call: 't2', about: [] },
		]);
		expect(JSON.stringify(lines)).not.toMatch(/seed|Quetzalcoatl/i);
	});

	it('is told by the synonyms of the project', async () => {
		const synonyms = '[[lantern, lamp], [buzz, hums], [radiator, heating]]';
		const { world, session, transcript } = await afterAMonth(
			`version: 1\ncontinuity: { synonyms: ${synonyms} }\n`,
		);
		await using _ = world;
		const without = await afterAMonth();
		await using __ = without.world;
		const task = 'Does the lantern buzz with the radiator?';
		starts(session, 't1', task);
		starts(without.session, 't1', task);
		expect(begins(session, transcript)).toContain(LAMP);
		expect(begins(without.session, without.transcript)).toBe('');
	});

	it('is told nothing where nothing fits, nobody knows its task, or the config says so', async () => {
		const { world, session, transcript } = await afterAMonth();
		await using _ = world;
		expect(begins(session, transcript)).toBe('');
		starts(session, 't1', 'Rename foo to bar.');
		expect(begins(session, transcript)).toBe('');
		starts(session, 't2', 'Run the seed script on staging.');
		expect(begins(session, transcript, { agent_type: '' })).toBe('');
		const off = await afterAMonth('version: 1\ncontinuity: { recall: false }\n');
		await using __ = off.world;
		starts(off.session, 't1', 'Run the seed script on staging.');
		expect(begins(off.session, off.transcript)).toBe('');
		expect(off.session.lines('agent')).toEqual([]);
	});
});
