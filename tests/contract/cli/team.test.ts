import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeIn } from '../../support/git-repo.ts';
import { ANA, idIn, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';

const CONFIG = 'version: 1\n';
const TEAM = '.claude/lessons.jsonl';
const TEXT = 'the label printer wants CP850';

const teamFile = ({ repo }: ReqWorld) => readFileSync(join(repo, TEAM), 'utf8');

/** What a prompt about it brings in a session of its own. */
async function shown(world: ReqWorld): Promise<string> {
	const prompt = {
		hook_event_name: 'UserPromptSubmit',
		prompt: 'why does the label printer fail?',
	};
	return (await world.hook('user-prompt-submit', randomUUID(), prompt)).stdout;
}

it('a lesson for the team is a line of a file to commit, once, without session and secrets', async () => {
	await using world = await makeReqWorld(CONFIG);
	await world.start(ANA);
	const secret = `ghp_${'a1B2'.repeat(9)}`;
	const say = (text: string, ...more: string[]) =>
		world.asModel(ANA, 'learn', 'warning', text, '--team', ...more);
	const { stdout } = await say(TEXT, '--tags', 'barcodes, umlauts');
	expect(stdout).toMatch(
		/^warning i\w{12} in \.claude\/lessons\.jsonl; found by barcodes, umlauts\n$/,
	);
	await say(TEXT);
	await say(`${TEXT} and ${secret}`);
	const lines = teamFile(world)
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line));
	const more = { kind: 'warning', user: 'ana', at: expect.any(String) };
	expect(lines).toEqual([
		{ ...more, text: TEXT, tags: ['barcodes', 'umlauts'] },
		{ ...more, text: `${TEXT} and [redacted:github]` },
	]);
});

it('another clone shows it, and what is said of it there stays there', async () => {
	await using world = await makeReqWorld(CONFIG);
	const line = JSON.stringify({ kind: 'warning', text: TEXT, user: 'kim' });
	writeIn(world.repo, TEAM, `${line}\n`);
	expect(await shown(world)).toContain(TEXT);
	const listed = await world.req('learn', 'list');
	expect(listed.stdout).toMatch(/ warning .* team +shown +the label printer/);
	const id = idIn(listed);
	for (const verdict of ['dispute', 'confirm', 'forget']) {
		expect((await world.req('learn', verdict, id.slice(0, 5))).exit, verdict).toBe(0);
		expect((await shown(world)).includes(TEXT), verdict).toBe(verdict === 'confirm');
	}
	expect(teamFile(world)).toBe(`${line}\n`);
	expect(readFileSync(join(world.repo, '.git/requirements/notes.jsonl'), 'utf8')).toContain(id);
	expect(await world.json('learn', 'list', '--all')).toEqual([]);
});

it('reading it writes nothing', async () => {
	await using world = await makeReqWorld(CONFIG);
	writeIn(world.repo, TEAM, `${JSON.stringify({ kind: 'learning', text: TEXT })}\n{"kind":`);
	expect(await world.json('learn', 'list')).toMatchObject([{ text: TEXT, team: true }]);
	expect(existsSync(join(world.repo, '.git/requirements/notes.jsonl'))).toBe(false);
});

it('Claude may note one while edits are blocked: it bypasses nothing', async () => {
	await using world = await makeReqWorld('version: 1\nrequirements: { commit_plan: {} }\n');
	await world.start(ANA);
	const call = ran('Bash', { command: `req learn --team '${TEXT}'` });
	const before = { ...call, hook_event_name: 'PreToolUse' };
	expect((await world.hook('pre-tool-use', ANA, before)).stdout).toBe('');
	await world.asModel(ANA, 'learn', TEXT, '--team');
	expect((await world.hook('post-tool-use', ANA, call)).stdout).toBe('');
	expect(await world.json('status', '--session', ANA)).toMatchObject({
		requirements: [{ triggered: false }],
	});
});
