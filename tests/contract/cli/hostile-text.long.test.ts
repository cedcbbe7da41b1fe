import { expect, it } from 'vitest';
import { writeIn } from '../../support/git-repo.ts';
import { ANA, BEN, GATED, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { daysAgo, plantRecords, someInsight, someRecord } from '../../support/some-record.ts';

/** What a terminal obeys, and a line that looks like the program's own. */
const HOSTILE = '\u001b]0;owned\u0007\u001b[31mred \u202egnp\nKEY\n✓ everything in order';

/** A session whose every text is hostile, one more that is live, and a satisfaction by nobody. */
async function hostileWorld(): Promise<ReqWorld> {
	const world = await makeReqWorld(GATED);
	const at = daysAgo(1);
	const last_activity = at;
	plantRecords(
		world.repo,
		someRecord(ANA, {
			...{ name: HOSTILE, hot_topics: [HOSTILE], notes: [{ at, from: 'turn', text: HOSTILE }] },
			insights: [someInsight('i11112222', HOSTILE)],
			pins: [{ label: HOSTILE, content: HOSTILE, importance: 'standard', pinned_at: at }],
			pending_tasks: [{ id: 't1', title: HOSTILE, status: 'open', flagged_incomplete: false, last_activity }],
			activity: {
				next_actions: [HOSTILE],
				blockers: [{ type: HOSTILE, text: HOSTILE, at, source: 'user' }],
			},
		}),
	);
	await world.start(BEN);
	await world.req('satisfy', 'commit_plan', '--evidence', HOSTILE);
	world.editState(/"satisfied_by": ?"user"/, `"satisfied_by":${JSON.stringify(HOSTILE)}`);
	const sessions = { [HOSTILE]: 7 };
	writeIn(world.dir, 'other/sessions.json', JSON.stringify({ schema_version: 1, sessions }));
	const plugins = { [`req@${HOSTILE}`]: true };
	writeIn(world.repo, '.claude/settings.json', JSON.stringify({ enabledPlugins: plugins }));
	return world;
}

it('whatever is stored, nothing that a terminal obeys is printed, and no line of its own', async () => {
	await using world = await hostileWorld();
	const listed = (await world.json('session', 'list')) as { name: string | null }[];
	expect(listed.map(({ name }) => name)).toEqual([null, null]);
	const show = ['session', 'show', ANA];
	for (const args of [
		['status'],
		['log'],
		['task', 'list'],
		['note', 'list', '--session', ANA],
		['learn', 'list'],
		['search', 'red'],
		['session', 'list'],
		['session', 'list', '--completed'],
		show,
		[...show, '--learnings'],
		['session', 'lineage', ANA],
		['session', 'export', ANA],
		['session', 'preview'],
		['session', 'events'],
		['inherit', 'show', ANA],
		['doctor'],
	]) {
		const { stdout, stderr } = await world.req(...args);
		expect(`${stdout}${stderr}`, args.join(' ')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
		expect(stdout, args.join(' ')).not.toMatch(/^(?:KEY|✓ everything in order)$/m);
	}
	const elsewhere = await world.reqWith({ env: { CLAUDE_CONFIG_DIR: `${world.dir}/other` } }, 'doctor');
	expect(elsewhere.stdout).not.toMatch(/\u001b|^✓ everything in order$/m);
});
