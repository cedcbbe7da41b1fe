import { expect, it } from 'vitest';
import { killedPid, makeContinuityWorld } from '../support/continuity-world.ts';
import { drawFor } from '../support/redaction/draw.ts';
import { everythingStored } from '../support/remembered.ts';

const token = (name: string) => ['gh', 'p_', drawFor(name).word(36)].join('');

it('a secret in the name of a branch makes no topic and is not passed on', async () => {
	await using played = await makeContinuityWorld();
	const secret = token('branch');
	played.branch(`fix-billing/${secret}`);
	const first = played.session(1, { pid: await killedPid() });
	await first.start();
	await first.edit('src/invoice.ts');
	await first.req('note', 'pin', 'deploy', `with ${token('pin')}`);
	await first.stop();
	await first.end();
	const terms = Object.keys(first.record()?.terms ?? {});
	expect(terms).toEqual(expect.arrayContaining(['billing', 'invoice', 'deploy']));
	const words = secret.toLowerCase();
	expect(terms.filter((term) => words.includes(term) || /redacted|github/.test(term))).toEqual([]);
	const told = await played.session(2).start();
	expect(told).not.toContain(secret);
});

it('what is cut short was redacted before', async () => {
	await using played = await makeContinuityWorld();
	const session = played.session(1);
	await session.start();
	// The cut goes through the middle of each.
	const long = (name: string) => `${'word '.repeat(55)}use ${token(name)} for ${name}`;
	await session.tool('TaskCreate', { subject: long('task') }, { task: { id: '1', subject: '' } });
	await session.bash(`git commit -m "${long('commit')}"`);
	await session.stop(`${'word '.repeat(397)}${token('turn')} and ${'more '.repeat(9_000)}`);
	const stored = everythingStored(played.world);
	expect(stored).toContain('[redacted:github]');
	const halves = ['task', 'commit', 'turn'].map((name) => token(name).slice(0, 12));
	expect(halves.filter((half) => stored.includes(half))).toEqual([]);
});

it('a message of megabytes does not hold up the end of a turn', async () => {
	await using played = await makeContinuityWorld();
	const session = played.session(1);
	await session.start();
	await session.stop(`the reader is ready. ${'DB_PASSWORD=hunter2xx7Q sk-ant-x '.repeat(125_000)}`);
	expect(session.lines('turn')).toMatchObject([{ text: /^the reader is ready/ }]);
});
