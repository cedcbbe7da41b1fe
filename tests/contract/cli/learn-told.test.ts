import { describe, expect, it } from 'vitest';
import { writeIn } from '../../support/git-repo.ts';
import { ANA, makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords, someInsight, someRecord } from '../../support/some-record.ts';

const OLD = '77777777-0000-4000-8000-000000000003';
const ID = 'i11112222';
const SAID = 'the tests need a running database';
const PROMPT = 'do the tests need a database?';

/** A start would tell it before a prompt does. */
const SILENT = 'version: 1\ncontinuity: { inject_on: [] }\n';
const OFF = 'version: 1\ncontinuity: { inject_on: [], recall: false }\n';

/** A world in which an earlier session learned something. */
async function withKnown(more: object = {}, config = SILENT): Promise<ReqWorld> {
	const world = await makeReqWorld(config);
	plantRecords(world.repo, someRecord(OLD, { insights: [someInsight(ID, SAID)], ...more }));
	return world;
}

/** What `req learn list` says of it, for scripts and for people, and whether a prompt about it is told. */
async function said(world: ReqWorld) {
	const listed = (await world.json('learn', 'list', '--all')) as { id: string; state: string }[];
	const line = (await world.req('learn', 'list', '--all')).stdout.split('\n')[1] ?? '';
	const isAsked = (
		await world.hook('user-prompt-submit', ANA, {
			hook_event_name: 'UserPromptSubmit',
			prompt: PROMPT,
		})
	).stdout.includes(SAID);
	return [listed.find(({ id }) => id === ID)?.state === 'shown', line, isAsked];
}

describe('what `req learn list` says is told is what a prompt is told', () => {
	it.each([
		['of the same user', {}, SILENT, true, / {2}shown {2}/],
		['of another user', { user: 'ben' }, SILENT, false, / {2}another user's {2}/],
		['of a nested client', { channel: 'nested' }, SILENT, false, / {2}nested client's {2}/],
		['where recall is off', {}, OFF, false, / {2}recall off {2}/],
	])('%s', async (...[, more, config, isTold, word]) => {
		await using world = await withKnown(more, config);
		await world.start(ANA);
		expect(await said(world)).toEqual([isTold, expect.stringMatching(word), isTold]);
	});

	it('where the client reads it anyway', async () => {
		await using world = await withKnown();
		writeIn(world.repo, 'CLAUDE.md', `- ${SAID}\n`);
		await world.start(ANA);
		expect(await said(world)).toEqual([false, expect.stringContaining('  client reads it  '), false]);
	});
});
