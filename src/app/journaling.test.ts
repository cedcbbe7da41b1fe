import { expect, it } from 'vitest';
import { secretText } from '../../tests/support/planted-secrets.ts';
import type { JournalEntry as Entry } from '../core/journal/line.ts';
import { redactEntries } from './journaling.ts';

const { text, token, secrets } = secretText('entry');

const ENTRIES: readonly Entry[] = [
	{ e: 'refuse', branch: 'main', names: ['a'], tool: 'Edit', path: `src/${token}.ts` },
	{ e: 'protect', branch: 'main', tool: 'Bash', what: text, answer: 'deny' },
	{ e: 'skill', skill: token, by: 'user' },
	{ e: 'prompt', terms: { [token]: 2, cache: 1 } },
	{ e: 'file', path: `src/${token}.ts` },
	{ e: 'fn', names: [token], path: 'a.ts' },
	{ e: 'test', runner: 'npm', command: text },
	{ e: 'commit', subject: text, branch: 'main' },
	{ e: 'task', id: token, title: text, stage: text, source: 'req' },
	{ e: 'pin', label: token, content: text, importance: 'standard' },
	{ e: 'unpin', label: token },
	{
		...{ e: 'insight', id: 'i1', kind: 'decision', text, why: text, confidence: 0.5 },
		...{ source: 'prompt', tags: [token] },
	},
	{ e: 'score', id: 'i1', old: 0.5, new: 0.6, reason: text },
	{ e: 'next', text },
	{ e: 'block', type: token, text, source: 'user' },
	{ e: 'turn', branch: 'main', text },
	{ e: 'note', from: 'agent', text },
	{ e: 'name', name: token },
	{ e: 'phase', phase: text },
	{
		...{ e: 'restore', from: '1a2b3c4d', score: 1, mode: 'auto' },
		pins: [
			{
				...{ label: token, content: text, importance: 'critical' },
				pinned_at: '2026-11-20T10:00:00.000Z',
				origin: { session: '1a2b3c4d', at: '2026-11-20T10:00:00.000Z' },
			},
		],
	},
] satisfies Entry[];

it.each(ENTRIES)('no secret is left in a line of kind $e', async (entry) => {
	expect(JSON.stringify(entry)).toContain(token);
	const written = JSON.stringify(redactEntries([entry]));
	expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
});

it('ids, paths, branches and times stay as they are', async () => {
	const entries: readonly Entry[] = [
		{
			e: 'commit',
			subject: 'Keep it',
			sha: '9fceb02d0ae598e95dc970b74767f19372d61af8',
			branch: 'x/y',
		},
		{ e: 'file', path: 'src/events/user-prompt-expansion.ts', p: 'p-1' },
		{ e: 'link', previous: '1a2b3c4d', parent: null },
	];
	expect(redactEntries(entries)).toEqual(entries);
});

it('a line of a kind that only a newer build knows is let through', async () => {
	const newer = { e: 'later', text: 'a b' } as unknown as Entry;
	expect(redactEntries([newer])).toEqual([newer]);
});
