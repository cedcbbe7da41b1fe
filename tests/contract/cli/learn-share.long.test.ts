import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { insightId } from '../../../src/core/session-record/insights.ts';
import { git } from '../../support/git-repo.ts';
import { ANA, BEN, builtReq, type ReqWorld } from '../../support/run-req.ts';
import { aTeam, TEXT, toldTo } from '../../support/sharing-team.ts';
import { plantRecords, someInsight, someRecord } from '../../support/some-record.ts';

const OLD = '77777777-0000-4000-8000-000000000003';

const refsOf = (repo: string) =>
	git(repo, 'for-each-ref', '--format=%(refname)', 'refs/req')
		.split('\n')
		.filter((ref) => ref !== '');
const everything = (repo: string) =>
	refsOf(repo)
		.map((ref) => git(repo, 'log', '-p', '--format=%an %ae %cn %ce %B', ref))
		.join('\n');

describe('req learn share', () => {
	it('shows what would leave, and sends nothing before somebody agreed', async () => {
		await using team = await aTeam();
		const { one, remote } = team;
		const shown = one.req('learn', 'share', '--dry-run');
		expect(shown.stdout).toContain(`+ learning: "${TEXT}"`);
		expect(one.json('learn', 'share', '--dry-run')).toMatchObject({
			...{ sent: 0, would_send: [{ kind: 'learning', text: TEXT }] },
		});
		const asked = one.req('learn', 'share');
		expect(asked.exit).not.toBe(0);
		expect(asked.stderr).toContain('--yes');
		expect(refsOf(remote)).toEqual([]);
		expect(one.asModel(ANA, 'learn', 'share', '--yes').exit).not.toBe(0);
		expect(one.req('learn', 'share', '--fetch').exit).not.toBe(0);
		expect(refsOf(remote)).toEqual([]);
	});

	it('says what stays here, because only the model noted it', async () => {
		await using team = await aTeam();
		const { one } = team;
		one.asModel(ANA, 'learn', 'the stapler jams on Fridays');
		const id = insightId('learning', 'the stapler jams on Fridays');
		expect(one.req('learn', 'share', '--dry-run').stdout).toContain(
			`1 lesson stays here until you confirm it (\`req learn confirm ID\`): ${id}\n`,
		);
		expect(one.json('learn', 'share', '--dry-run')).toMatchObject({ unconfirmed: [id] });
		one.req('learn', 'confirm', id);
		expect(one.json('learn', 'share', '--dry-run')).toMatchObject({ unconfirmed: [] });
	});

	it('takes its tags along, which it is found by', async () => {
		await using team = await aTeam();
		const { one, other } = team;
		one.req('learn', TEXT, '--tags', 'barcodes, umlauts');
		expect(one.req('learn', 'share', '--dry-run').stdout).toContain('found by barcodes, umlauts');
		one.req('learn', 'share', '--yes');
		other.req('learn', 'share', '--yes');
		expect(toldTo(other, 'why are the umlauts of our barcodes wrong?')).toContain(TEXT);
		expect(other.json('learn', 'list')).toMatchObject([
			{ text: TEXT, kind: 'learning', source: 'shared', told: true, session: null },
		]);
		expect(other.json('learn', 'list', '--session', BEN)).toEqual([]);
	});

	it('takes along tags that it was given after it was shared, whoever gave them', async () => {
		await using team = await aTeam();
		const { one, other } = team;
		one.req('learn', TEXT, '--tags', 'barcodes');
		for (const clone of [one, other]) clone.req('learn', 'share', '--yes');
		one.req('learn', TEXT, '--tags', 'umlauts, ribbon');
		const shown = one.req('learn', 'share', '--dry-run').stdout;
		expect(shown).toContain(
			`+ learning: "${TEXT}" (shared before)\n    found by umlauts, ribbon\n`,
		);
		expect(one.json('learn', 'share', '--dry-run')).toMatchObject({
			would_send: [],
			would_tag: [{ kind: 'learning', text: TEXT, tags: ['umlauts', 'ribbon'] }],
		});
		expect(toldTo(other, 'why are the umlauts of our barcodes wrong?')).toBe('');
		expect(one.req('learn', 'share').stdout).toContain(
			'0 lessons sent, 1 with new tags, 0 taken back',
		);
		expect(one.json('learn', 'share')).toMatchObject({ sent: 0, tagged: 0, taken_back: 0 });
		other.req('learn', 'share', '--fetch');
		expect(toldTo(other, 'why are the umlauts of our ribbon wrong?')).toContain(TEXT);
		expect(other.json('learn', 'share', '--dry-run')).toMatchObject({ would_tag: [] });
		other.req('learn', TEXT, '--tags', 'toner, umlauts');
		other.req('learn', 'share');
		one.req('learn', 'share', '--fetch');
		expect(one.json('learn', 'share', '--dry-run')).toMatchObject({ would_tag: [] });
	});

	it('sends no tag that holds a secret', async () => {
		await using team = await aTeam();
		const { one } = team;
		one.req('learn', 'share', '--yes');
		const token = ['gh', 'p_0123456789abcdefghijABCDEFGHIJ456789'].join('');
		const tagged = { ...someInsight('i12345678', TEXT), kind: 'learning' as const, source: 'user' };
		plantRecords(one.repo, someRecord(OLD, { insights: [{ ...tagged, tags: [token] }] }));
		expect(one.json('learn', 'share', '--dry-run')).toMatchObject({ would_tag: [] });
	});

	it('brings it to the others, who are told of it with their prompts', async () => {
		await using team = await aTeam();
		const { one, other, remote } = team;
		expect(one.req('learn', 'share', '--yes').stdout).toContain('1 lesson sent');
		expect(refsOf(remote)).toEqual([expect.stringMatching(/^refs\/req\/knowledge\/[0-9a-f]{16}$/)]);
		expect(toldTo(other)).toBe('');
		expect(other.req('learn', 'share', '--yes').stdout).toContain(
			'1 lesson of others is known here',
		);
		expect(toldTo(other)).toMatch(
			/learning: \\"the label printer wants CP850\\" \(today, shared by [0-9a-f]{8}, i/,
		);
		expect(JSON.parse(one.req('learn', 'share', '--json').stdout)).toMatchObject({
			sent: 0,
			taken_back: 0,
		});
	});

	it('sends nothing of the machine, the user, the session or the branch, and no secret', async () => {
		await using team = await aTeam();
		const { one, remote } = team;
		const token = ['gh', 'p_0123456789abcdefghijABCDEFGHIJ456789'].join('');
		const planted = {
			user: 'ana',
			branch: 'feature/old',
			insights: [{ ...someInsight('i12345678', `the key is ${token}`), source: 'user' }],
			notes: [{ at: '2026-01-01T00:00:00.000Z', from: 'user', text: 'A dry brush did not help.' }],
			activity: { next_actions: ['Oil the brush'] },
		};
		plantRecords(one.repo, someRecord(OLD, planted));
		one.req('learn', 'share', '--yes');
		const sent = everything(remote);
		expect(sent).toContain(TEXT);
		const keys = [ANA.slice(0, 8), OLD.slice(0, 8)];
		for (const bound of [token, one.dir, 'feature/x', 'ana', ...keys, 'brush'])
			expect(sent).not.toContain(bound);
	});

	it('sends what a person noted or confirmed, and not what the model alone learned', async () => {
		await using team = await aTeam();
		const { one } = team;
		const agents = 'the model noted that the lamp hums';
		one.asModel(ANA, 'learn', agents);
		expect(one.req('learn', 'share', '--dry-run').stdout).not.toContain(agents);
		const learned = one.json('learn', 'list', '--all') as { id: string; text: string }[];
		one.req('learn', 'confirm', learned.find(({ text }) => text === agents)?.id ?? '');
		expect(one.req('learn', 'share', '--dry-run').stdout).toContain(agents);
	});

	it('takes back what was disputed or forgotten, and nothing because its session is gone', async () => {
		await using team = await aTeam();
		const { one, other } = team;
		one.req('learn', 'the lamp in the hall hums');
		one.req('learn', 'the gate at the back sticks');
		one.req('learn', 'share', '--yes');
		other.req('learn', 'share', '--yes');
		const learned = one.json('learn', 'list', '--all') as { id: string; text: string }[];
		const idOf = (text: string) => learned.find((one) => one.text.includes(text))?.id ?? '';
		one.req('learn', 'dispute', idOf('lamp'));
		one.req('learn', 'forget', idOf('gate'));
		expect(one.req('learn', 'share').stdout).toContain('2 taken back');
		expect(other.req('learn', 'share', '--fetch').stdout).toContain('1 lesson of others is');
		rmSync(join(one.repo, '.git/requirements/sessions'), { recursive: true });
		expect(one.req('learn', 'share').stdout).toContain('0 taken back');
	});

	it('is not told any more where somebody disputes it, until it is confirmed', async () => {
		await using team = await aTeam();
		const { one, other } = team;
		one.req('learn', 'share', '--yes');
		other.req('learn', 'share', '--yes');
		const id =
			/, (i[0-9a-f]{8})\)/.exec(other.req('why', 'the label printer').stdout)?.[1] ?? 'none';
		expect(other.req('learn', 'dispute', id).stdout).toContain('not told here any more');
		expect(toldTo(other)).toBe('');
		expect(other.req('learn', 'confirm', id).stdout).toContain('told here again');
		expect(toldTo(other)).toContain(TEXT);
	});

	it('changes nothing for a verdict that is refused, or that may mean several', async () => {
		await using team = await aTeam();
		const { one, other } = team;
		const id = insightId('learning', TEXT);
		one.req('learn', 'share', '--yes');
		other.req('learn', 'share', '--yes');
		const stateOf = ({ repo }: ReqWorld) =>
			JSON.parse(readFileSync(join(repo, '.git/requirements/share.json'), 'utf8'));
		const next = '88888888-0000-4000-8000-000000000004';
		one.start(next);
		expect(one.asModel(next, 'learn', 'forget', id).stderr).toContain('only the user can run');
		expect(stateOf(one).withdrawn).toEqual([]);
		expect(other.asModel(BEN, 'learn', 'forget', id).stderr).toContain('only the user can run');
		expect(stateOf(other).hidden).toEqual([]);
		expect(other.req('learn', 'forget', id).stdout).toContain('not told here any more');
		expect(stateOf(other).hidden).toHaveLength(1);
	});

	it('begins as no other writer where what it keeps is torn, and leaves what is newer', async () => {
		await using team = await aTeam();
		const { one } = team;
		one.req('learn', 'share', '--yes');
		const path = join(one.repo, '.git/requirements/share.json');
		const text = readFileSync(path, 'utf8');
		writeFileSync(path, text.slice(0, 20));
		expect(one.req('learn', 'share')).toMatchObject({
			exit: 1,
			stderr: expect.stringContaining('share.json cannot be read'),
		});
		const newer = { ...JSON.parse(text), schema_version: 2, more: 1 };
		writeFileSync(path, JSON.stringify(newer));
		expect(one.req('learn', 'share').stderr).toContain('a newer req wrote share.json');
		expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(newer);
		writeFileSync(path, JSON.stringify({ ...newer, schema_version: 1 }));
		expect(one.req('learn', 'share').exit).toBe(0);
		expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ more: 1 });
	});

	it('takes no consent from the repository, so a start runs none of its programs', async () => {
		await using team = await aTeam();
		const { one, remote } = team;
		const ran = join(one.dir, 'ran');
		writeFileSync(join(one.dir, 'pw.sh'), `#!/bin/sh\ntouch '${ran}'\nexit 1\n`, { mode: 0o755 });
		git(one.repo, 'remote', 'set-url', 'origin', 'ssh://nobody.invalid/x');
		git(one.repo, 'config', 'core.sshCommand', join(one.dir, 'pw.sh'));
		const forged = { schema_version: 1, writer: 'a'.repeat(16), hidden: [], withdrawn: [] };
		const agreed = { remote: 'origin', address: 'ssh://nobody.invalid/x', fetchedAt: '' };
		const path = join(one.repo, '.git/requirements/share.json');
		writeFileSync(path, JSON.stringify({ ...forged, ...agreed }));
		one.start(OLD);
		expect(one.req('learn', 'share', '--fetch').stderr).toContain('nobody agreed to share');
		await new Promise((resolve) => setTimeout(resolve, 1_500));
		expect(existsSync(ran)).toBe(false);
		git(one.repo, 'remote', 'set-url', 'origin', remote);
		expect(one.req('learn', 'share').stderr).toContain('nobody agreed yet');
	});

	it('asks again where the remote pushes to a second place, and shows all that leaves', async () => {
		await using team = await aTeam();
		const { one } = team;
		const long = `${'The printer is behind the door. '.repeat(12)}Its owner is ACME`;
		one.req('learn', long);
		expect(one.req('learn', 'share', '--dry-run').stdout).toContain('Its owner is ACME');
		one.req('learn', 'share', '--yes');
		const elsewhere = join(one.dir, 'elsewhere.git');
		git(one.dir, 'init', '-q', '--bare', elsewhere);
		git(one.repo, 'remote', 'set-url', '--add', '--push', 'origin', team.remote);
		git(one.repo, 'remote', 'set-url', '--add', '--push', 'origin', elsewhere);
		expect(one.req('learn', 'share').stderr).toContain(`${team.remote} and ${elsewhere}`);
		expect(refsOf(elsewhere)).toEqual([]);
	});

	it('forgets a writer that the remote has no more', async () => {
		await using team = await aTeam();
		const { one, other, remote } = team;
		one.req('learn', 'share', '--yes');
		other.req('learn', 'share', '--yes');
		const [ref = ''] = refsOf(remote);
		git(one.repo, 'push', '-q', 'origin', '--delete', ref);
		git(one.repo, 'push', '-q', 'origin', `HEAD:${ref}/x`);
		expect(other.req('learn', 'share', '--fetch').stdout).toContain(
			'0 lessons of others are known',
		);
		expect(toldTo(other)).toBe('');
	});

	it('reads no link in place of what others share', async () => {
		await using team = await aTeam();
		const { one, other } = team;
		one.req('learn', 'share', '--yes');
		other.req('learn', 'share', '--yes');
		const cache = join(other.repo, '.git/requirements/sessions/shared.cache.jsonl');
		const elsewhere = join(other.dir, 'elsewhere');
		renameSync(cache, elsewhere);
		symlinkSync(elsewhere, cache);
		expect(toldTo(other)).toBe('');
	});

	it('keeps every verdict of several at the same moment', async () => {
		await using team = await aTeam();
		const { one, other } = team;
		const texts = ['zero', 'one', 'two', 'three'].map((name) => `the ${name} printer hums`);
		for (const text of texts) one.req('learn', text);
		one.req('learn', 'share', '--yes');
		other.req('learn', 'share', '--yes');
		const known = texts.map((text) => insightId('learning', text));
		const dispute = (id: string) =>
			spawn(process.execPath, [builtReq, 'learn', 'dispute', id], {
				...{ cwd: other.repo, env: other.env, stdio: 'ignore' },
			});
		await Promise.all(known.map((id) => new Promise((resolve) => dispute(id).on('exit', resolve))));
		const state = readFileSync(join(other.repo, '.git/requirements/share.json'), 'utf8');
		expect(JSON.parse(state).hidden).toHaveLength(known.length);
	});

	it('is one writer, whoever begins, and sends after a kill what was not sent', async () => {
		await using team = await aTeam();
		const { one, remote } = team;
		const run = () =>
			spawn(process.execPath, [builtReq, 'learn', 'share', '--yes'], {
				cwd: one.repo,
				env: one.env,
				stdio: 'ignore',
			});
		const ended = (child: ReturnType<typeof run>) =>
			new Promise((resolve) => child.on('exit', resolve));
		await Promise.all([run(), run(), run()].map(ended));
		expect(refsOf(remote)).toHaveLength(1);
		for (const after of [60, 140, 220]) {
			one.req('learn', `the printer hums after ${after}`);
			const child = run();
			const end = ended(child);
			await new Promise((resolve) => setTimeout(resolve, after));
			child.kill('SIGKILL');
			await end;
		}
		expect(one.req('learn', 'share')).toMatchObject({ exit: 0, stderr: '' });
		expect(
			everything(remote)
				.match(/the printer hums after \d+/g)
				?.sort(),
		).toEqual([140, 220, 60].map((n) => `the printer hums after ${n}`));
		expect(refsOf(remote)).toHaveLength(1);
	});

	it('--stop ends it here', async () => {
		await using team = await aTeam();
		const { one, other } = team;
		one.req('learn', 'share', '--yes');
		other.req('learn', 'share', '--yes');
		const stopped = one.req('learn', 'share', '--stop');
		expect(stopped.exit).toBe(0);
		const [, command = ''] = /git (push origin --delete \S+)$/m.exec(stopped.stdout) ?? [];
		git(one.repo, '-c', 'core.hooksPath=/dev/null', ...command.split(' '));
		expect(refsOf(team.remote)).toEqual([]);
		expect(other.asModel(BEN, 'learn', 'share', '--fetch', '--stop').exit).not.toBe(0);
		expect(toldTo(other)).toContain(TEXT);
		expect(other.req('learn', 'share', '--stop').exit).toBe(0);
		expect(toldTo(other, 'how does the label printer work?')).toBe('');
		expect(other.req('learn', 'share').exit).not.toBe(0);
	});

	it('asks again where the remote is another one', async () => {
		await using team = await aTeam();
		const { one } = team;
		one.req('learn', 'share', '--yes');
		const elsewhere = join(one.dir, 'elsewhere.git');
		git(one.dir, 'init', '-q', '--bare', elsewhere);
		git(one.repo, 'remote', 'set-url', 'origin', elsewhere);
		expect(one.req('learn', 'share').exit).not.toBe(0);
		expect(refsOf(elsewhere)).toEqual([]);
	});

	it.each([
		'core.sshCommand',
		'core.askPass',
		'credential.https://example.com.helper',
		'remote.origin.uploadpack',
		'http.proxy',
	])('asks again where the clone itself sets %s, and runs nothing by itself', async (key) => {
		await using team = await aTeam();
		const { one } = team;
		one.req('learn', 'share', '--yes');
		const ran = join(one.dir, 'ran');
		const program = `touch ${ran}; git-upload-pack`;
		git(one.repo, 'config', key, program);
		expect(one.req('learn', 'share', '--fetch').stderr).toContain('nobody agreed');
		expect(existsSync(ran)).toBe(false);
		expect(one.json('learn', 'share', '--dry-run')).toMatchObject({
			remote: `${team.remote}, by ${key.toLowerCase()}=${program}`,
		});
	});

	it('takes no address for another one because the part that differs is not shown', async () => {
		await using team = await aTeam();
		const { one } = team;
		const token = (n: number) => ['gh', `p_${n}123456789abcdefghijABCDEFGHIJ45678`].join('');
		const at = (n: number) => join(one.dir, token(n), 'r.git');
		for (const n of [1, 2]) git(one.dir, 'init', '-q', '--bare', at(n));
		git(one.repo, 'remote', 'set-url', 'origin', at(1));
		expect(one.req('learn', 'share', '--yes').exit).toBe(0);
		git(one.repo, 'remote', 'set-url', 'origin', at(2));
		const { stderr } = one.req('learn', 'share', '--fetch');
		expect(stderr).toContain('nobody agreed');
		expect(stderr).not.toContain(token(2));
	});

	it('is off where the config does not ask for it, and says so', async () => {
		await using team = await aTeam('version: 1\n');
		const { stderr, exit } = team.one.req('learn', 'share', '--yes');
		expect(exit).not.toBe(0);
		expect(stderr).toContain('share: true');
		expect(refsOf(team.remote)).toEqual([]);
	});

	it('says why a remote cannot be reached, without its password', async () => {
		await using team = await aTeam();
		git(
			team.one.repo,
			'remote',
			'set-url',
			'origin',
			'https://ana:hunter2secret@127.0.0.1:1/x.git',
		);
		const { stderr, exit } = team.one.req('learn', 'share', '--yes');
		expect(exit).not.toBe(0);
		expect(stderr).toContain('could not be reached');
		expect(stderr).not.toContain('hunter2secret');
	});
});

it('a session start brings what others share, where somebody agreed, and does not wait', async () => {
	await using team = await aTeam();
	const { one, other } = team;
	other.req('learn', 'share', '--yes');
	one.req('learn', 'share', '--yes');
	const state = join(other.repo, '.git/requirements/share.json');
	const kept = JSON.parse(readFileSync(state, 'utf8'));
	writeFileSync(state, JSON.stringify({ ...kept, fetchedAt: '2026-01-01T00:00:00.000Z' }));
	other.start(BEN);
	await vi.waitFor(() => expect(toldTo(other)).toContain(TEXT), { timeout: 20_000, interval: 200 });
});
