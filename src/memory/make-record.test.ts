import { describe, expect, it } from 'vitest';
import { at, folded, line, recordOf, said } from '../../tests/support/folded-record.ts';
import { ANNA } from '../../tests/support/some-session.ts';
import { MAX_RECORD_BYTES, recordText } from './make-record.ts';
import { noteId } from './notes.ts';
import { hasWork } from './record.ts';

describe('a record tells', () => {
	it('when and where the session was', () => {
		const record = folded([{ e: 'turn', branch: 'topic' }]);
		expect(record).toMatchObject({ key: ANNA.key, uuid: ANNA.uuid, project: 'app', user: 'anna' });
		expect(record).toMatchObject({ started_at: at(0), last_activity: at(1), ended_at: null });
		expect(record).toMatchObject({ status: 'active', branch: 'topic', journal_bytes: 7 });
	});

	it('how it ended, and that a later start reopens it', () => {
		const end = { e: 'end', reason: 'logout' };
		expect(folded([end])).toMatchObject({
			status: 'complete',
			ended_at: at(1),
			end_reason: 'logout',
		});
		const again = folded([end, { e: 'start', source: 'resume', branch: 'main', cwd: '/' }]);
		expect(again).toMatchObject({ status: 'active', ended_at: null, started_at: at(0) });
		expect(again.end_reason).toBeUndefined();
	});

	it('that it broke off with its last sign of life; a sign after that was one too', () => {
		const task = { e: 'task', id: 't1', title: 'x', status: 'in_progress', source: 'client' };
		const broken = folded([task, { e: 'continued', by: 'b' }, { e: 'crashed' }]);
		expect(broken).toMatchObject({ status: 'crashed', crash_recovered: true, ended_at: at(1) });
		expect(broken.pending_tasks).toMatchObject([{ id: 't1', status: 'in_progress' }]);
		const uncounted = { e: 'uncounted', branch: 'main', names: ['tested'], why: 'x' };
		for (const sign of [{ e: 'tool', name: 'Edit' }, uncounted]) {
			const alive = folded([task, { e: 'crashed' }, sign]);
			expect(alive).toMatchObject({ status: 'active', ended_at: null, last_activity: at(3) });
		}
	});

	it('D14: that others speak of it is no activity of its own', () => {
		const others = [{ e: 'continued', by: 'b' }, { e: 'name', name: 'n' }, { e: 'complete' }];
		expect(folded(others)).toMatchObject({ last_activity: at(0), name: 'n', closed: true });
	});

	it('that its work is finished, until the user prompts it again', () => {
		const [complete, prompt] = [{ e: 'complete' }, { e: 'prompt', terms: {}, asked: 'Go on' }];
		const records = [
			[prompt, complete, { e: 'turn', branch: 'main' }],
			[complete, { ...prompt, aside: true }],
			[complete, prompt],
			[complete, prompt, complete],
		].map((entries) => folded(entries));
		expect(records.map(({ closed = false }) => closed)).toEqual([true, true, false, true]);
	});

	it('its pins; an own one takes the place of an inherited one of its label', () => {
		const own = said(1, { id: 'pa', kind: 'pin', label: 'a', text: 'own' });
		const theirs = ['a', 'b'].map((label) => {
			return said(0, { id: `p${label}2`, kind: 'pin', label, text: 'old', session: 'b' });
		});
		const restore = { e: 'restore', from: 'b', score: 1, mode: 'auto', pins: ['pa2', 'pb2'] };
		expect(folded([restore], [own, ...theirs]).pins).toMatchObject([
			{ label: 'b', content: 'old', origin: { session: 'b', at: at(0) } },
			{ label: 'a', content: 'own' },
		]);
	});

	it('no pin that was removed, wherever it was said', () => {
		const restore = { e: 'restore', from: 'b', score: 1, mode: 'auto', pins: ['pa'] };
		const theirs = said(0, { id: 'pa', kind: 'pin', label: 'a', text: 'old', session: 'b' });
		expect(folded([restore], [theirs]).pins).toHaveLength(1);
		const removed = { at: at(5), op: 'resolve', id: 'pa', how: 'removed' };
		expect(folded([restore], [theirs, removed]).pins).toEqual([]);
	});

	it('what was learnt here, and how sure it became', () => {
		const insight = { id: 'i1', kind: 'learning', text: 'x', confidence: 0.5, source: 'prompt' };
		const score = { at: at(3), op: 'confirm', id: 'i1', old: 0.5, confidence: 1 };
		const notes = [said(1, insight), said(2, { ...insight, id: 'i2', confidence: 1 })];
		const record = folded([], [...notes, { ...score, session: ANNA.uuid }]);
		expect(record.recent_learnings).toEqual(['i1', 'i2']);
		expect(record.insights[0]).toMatchObject({ id: 'i1', confidence: 1 });
		expect(record.confidence_updates).toEqual([
			{ memory_id: 'i1', old_score: 0.5, new_score: 1, reason: 'confirmed', timestamp: at(3) },
		]);
		const byAnother = folded([], [...notes, { ...score, session: 'another' }]);
		expect(byAnother.confidence_updates).toEqual([]);
		expect(byAnother.insights[0]).toMatchObject({ confidence: 1 });
	});

	it('D26: what a prompt let suppose, until somebody has a word on it', () => {
		const candidate = { e: 'candidate', kind: 'decision', text: 'use zod' };
		const blocker = { e: 'candidate', kind: 'blocker', type: 'unclear', text: 'who deploys' };
		const record = folded([candidate, blocker, candidate]);
		expect(record.candidates.map(({ text }) => text)).toEqual(['who deploys', 'use zod']);
		expect([record.insights, record.activity.blockers, hasWork(record)]).toEqual([[], [], false]);
		const id = noteId({ kind: 'decision', text: 'use zod', branch: '' });
		const forgotten = { at: at(5), op: 'forget', id };
		expect(folded([candidate], [forgotten]).candidates).toEqual([]);
	});

	it('which tasks wait', () => {
		const task = (id: string, more: object) => ({
			...{ e: 'task', id, title: id, source: 'req', ...more },
		});
		const record = folded([
			task('t1', { status: 'done' }),
			task('t2', { stage: 'build' }),
			task('t3', { status: 'done', flagged: true }),
			task('t4', { status: 'dropped' }),
		]);
		expect(record.pending_tasks).toMatchObject([
			{ id: 't2', stage: 'build', status: 'in_progress', flagged_incomplete: false },
			{ id: 't3', flagged_incomplete: true },
		]);
		expect(record.activity.completed).toEqual(['task:t1', 'task:t3']);
	});

	it('what it was shown, and whether it followed', () => {
		const refuse = { e: 'refuse', branch: 'main', names: ['tested'], tool: 'Bash' };
		const satisfied = { e: 'satisfied', names: ['tested'], by: 'command' };
		expect(folded([refuse, refuse, satisfied, refuse]).sop_interactions).toEqual([
			{ sop_path: 'tested', injected_at: at(1), acknowledged: true, tool_call: 'Bash' },
			{ sop_path: 'tested', injected_at: at(4), acknowledged: false, tool_call: 'Bash' },
		]);
	});

	it('whom it follows and who follows it', () => {
		const record = folded([
			{ e: 'link', previous: 'p', parent: null },
			{ e: 'link', previous: 'q', parent: 'c' },
			...['s', 't', 's', ANNA.key].map((by) => ({ e: 'continued', by })),
		]);
		expect(record).toMatchObject({ previous: 'p', parent: 'c' });
		expect(record).toMatchObject({ continued_by: 's', continuations: ['s', 't'] });
	});

	it('the projects it worked in, packages of a workspace included', () => {
		const record = folded([
			{ e: 'prompt', terms: {}, asked: 'Look at the shop', projects: ['shop', 'core'] },
			{ e: 'file', path: 'packages/core/a.ts' },
			{ e: 'file', path: 'b.ts', project: 'lib' },
			{ e: 'elsewhere', root: '/home/anna/worktree-2' },
		]);
		expect(record.active_projects).toEqual(['app', 'shop', 'core', 'lib']);
	});

	it('what was completed and comes next, each once', () => {
		const test = { e: 'test', runner: 'npm', command: 'npm test' };
		const [ship, plan] = ['ship', 'plan'].map((text, n) => said(n, { id: `n${n}`, kind: 'next', text }));
		const done = { at: at(5), op: 'resolve', id: 'n1', how: 'done' };
		const { activity } = folded([test, test], [ship, plan, done] as object[]);
		expect(activity).toMatchObject({
			completed: ['test:npm', 'done:plan'],
			next_actions: ['ship'],
		});
	});

	it('what it was about', () => {
		const root = '/w/lbf-ham-radio';
		const start = { e: 'start', source: 'startup', branch: 'lbf-ham-radio', cwd: '/w', root };
		const record = recordOf(
			[
				line(0, start),
				line(1, { e: 'prompt', terms: { ft991a: 3, 'ham radio': 2 } }),
				line(3, { e: 'file', path: 'src/rig/ft991a.py' }),
			],
			[said(2, { id: 'p1', kind: 'pin', label: 'rig', text: 'the FT-991A speaks CAT' })],
		);
		for (const topic of ['ft991a', 'ham radio', 'lbf-ham-radio']) {
			expect(record?.hot_topics).toContain(topic);
		}
		expect(record?.hot_topics.length).toBeLessThanOrEqual(20);
	});

	it('how often: pins three times, lessons and names twice, prompts and paths once', () => {
		const start = {
			e: 'start',
			source: 'startup',
			branch: 'zebra',
			cwd: '/w',
			root: '/w/lion-pride',
		};
		const record = recordOf(
			[
				line(0, start),
				line(1, { e: 'prompt', terms: { giraffe: 1 } }),
				line(2, { e: 'file', path: 'src/tiger.ts' }),
				line(3, { e: 'file', path: 'packages/hippo/index.ts' }),
			],
			[
				said(4, { id: 'p1', kind: 'pin', label: 'panther', text: 'panther' }),
				said(5, { id: 'i1', kind: 'learning', text: 'a gazelle' }),
			],
		);
		expect(record?.terms).toMatchObject({
			...{ panther: 6, gazelle: 2, zebra: 2, 'lion-pride': 2, giraffe: 1, tiger: 1 },
			// As a package, and in the path.
			hippo: 3,
		});
	});

	it('nothing that is computed when it is restored', () => {
		expect(Object.keys(folded([]))).not.toContain('relevance_score');
		expect(Object.keys(folded([]))).not.toContain('inherited_at');
	});

	const filesOf = (count: number) => Array.from({ length: count }, (_, n) => ({ e: 'file', path: `src/${n}/file.ts` }));

	it('D28: what had to go: the oldest files first', () => {
		const { activity } = folded(filesOf(900));
		expect(activity.files.at(-1)?.path).toBe('src/899/file.ts');
		expect(activity.dropped?.['files']).toBe(900 - activity.files.length);
		expect(activity.files[0]?.path).toBe(`src/${activity.dropped?.['files']}/file.ts`);
	});

	it.each([900, 3_000])('D28: of %d files no more than has to', (count) => {
		const record = folded(filesOf(count));
		expect(Buffer.byteLength(recordText(record))).toBeGreaterThan(0.97 * MAX_RECORD_BYTES);
	});

	it('D28: insights and files give way to each other: the longer list goes first', () => {
		const insights = Array.from({ length: 300 }, (_, n) =>
			said(n, { id: `i${n}`, kind: 'learning', text: 'x'.repeat(900) }),
		);
		const few = folded(filesOf(40), insights);
		expect(few.activity.files).toHaveLength(40);
		expect(few.insights.at(-1)?.id).toBe('i299');
		expect(few.activity.dropped).toEqual({ insights: 300 - few.insights.length });
		const many = folded(filesOf(900), insights);
		expect(many.activity.files.length).toBeGreaterThan(0);
		const size = JSON.stringify(many.insights, undefined, '\t').length;
		expect(size).toBeGreaterThan(20 * 1024);
		expect(size).toBeLessThan(26 * 1024);
	});
});
