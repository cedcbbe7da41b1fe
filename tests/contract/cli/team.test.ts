import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { git, writeIn } from '../../support/git-repo.ts';
import { ANA, idIn, makeReqWorld, type ReqWorld, ran } from '../../support/run-req.ts';

const CONFIG = 'version: 1\n';
const TEAM = '.claude/lessons.jsonl';
const TEXT = 'the label printer wants CP850';

const teamFile = ({ repo }: ReqWorld) => readFileSync(join(repo, TEAM), 'utf8');

const lineOf = (text: string, more: object = {}) => JSON.stringify({ kind: 'warning', text, ...more });

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
	const say = (text: string, ...more: string[]) => world.asModel(ANA, 'learn', 'warning', text, '--team', ...more);
	const { stdout } = await say(TEXT, '--tags', 'barcodes, umlauts');
	expect(stdout).toMatch(/^warning i\w{12} in \.claude\/lessons\.jsonl; found by barcodes, umlauts\n$/);
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

it('the author of a lesson for the team is who commits it', async () => {
	await using world = await makeReqWorld(CONFIG);
	git(world.repo, 'config', 'user.name', 'Ana Sol');
	await world.req('learn', 'warning', TEXT, '--team');
	expect(JSON.parse(teamFile(world))).toMatchObject({ user: 'Ana Sol' });
	expect(await world.json('learn', 'list')).toMatchObject([{ state: 'shown' }]);
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

it('a lesson that supersedes another says so in the file', async () => {
	await using world = await makeReqWorld(CONFIG);
	const old = idIn(await world.req('learn', 'warning', TEXT, '--team'));
	await world.req('learn', 'warning', 'the printer wants UTF-8', '--supersedes', old, '--team');
	const [, second = ''] = teamFile(world).trimEnd().split('\n');
	expect(JSON.parse(second)).toMatchObject({ supersedes: [old] });
});

it('with the first one `req` says how two branches merge, and writes nothing of it', async () => {
	await using world = await makeReqWorld(CONFIG);
	const hint = 'add the line `.claude/lessons.jsonl merge=union` to .gitattributes';
	expect((await world.req('learn', TEXT, '--team')).stderr).toContain(hint);
	expect(existsSync(join(world.repo, '.gitattributes'))).toBe(false);
	expect((await world.req('learn', `${TEXT}, always`, '--team')).stderr).toBe('');
	rmSync(join(world.repo, TEAM));
	writeIn(world.repo, '.gitattributes', `${TEAM} merge=union\n`);
	expect((await world.req('learn', TEXT, '--team')).stderr).toBe('');
});

it('a prompt says that it is from a file of the repository, with no date of the future', async () => {
	await using world = await makeReqWorld(CONFIG);
	const text = 'the label printer fails without CP850';
	writeIn(world.repo, TEAM, lineOf(text, { at: '2099-01-01T00:00:00Z', user: 'kim' }));
	const said = await shown(world);
	expect(said).toContain(`[EARLIER LESSONS: what the repository's file ${TEAM} says about this]`);
	expect(said).toMatch(/\(from \.claude\/lessons\.jsonl, by kim, i\w+\)/);
	await world.req('learn', 'warning', 'the label printer fails in winter');
	expect(await shown(world)).toContain(
		`what sessions of this repository learned, and what the repository's file ${TEAM} says, about`,
	);
});

it.each(['forget', 'dispute'])('%s of one says that it counts here only', async (verdict) => {
	await using world = await makeReqWorld(CONFIG);
	writeIn(world.repo, TEAM, ['{', lineOf(TEXT), lineOf(TEXT, { tags: ['labels'] })].join('\n'));
	const { stdout } = await world.req('learn', verdict, idIn(await world.req('learn', 'list')));
	expect(stdout).toContain('This counts in this clone only: for the whole team, remove lines 2, 3');
	expect(stdout).toContain(`of ${TEAM} and commit the file`);
	const own = idIn(await world.req('learn', 'the printer is loud'));
	expect((await world.req('learn', verdict, own)).stdout).not.toContain('team');
});

it('a file that is a link is not written; the lesson is stored here, which `req` says', async () => {
	await using world = await makeReqWorld(CONFIG);
	const outside = join(world.dir, 'outside.jsonl');
	writeFileSync(outside, '');
	symlinkSync(outside, join(world.repo, TEAM));
	const { exit, stderr } = await world.req('learn', 'warning', TEXT, '--team');
	expect(exit).toBe(1);
	expect(stderr).toMatch(
		/lessons\.jsonl: it is a link, which req does not follow; warning i\w+ is stored for the next sessions on branch feature\/x, not for the team/,
	);
	expect(stderr).not.toContain('nothing was stored');
	expect(await world.json('learn', 'list')).toMatchObject([{ text: TEXT, team: false }]);
	expect(readFileSync(outside, 'utf8')).toBe('');
});
