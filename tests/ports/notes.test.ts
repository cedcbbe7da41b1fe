import { appendFileSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { Place } from '../../src/git/place.ts';
import {
	addNotes,
	type Draft,
	foldNotes,
	forgetNotesOf,
	type NotesLine,
	noteId,
	readNotes,
} from '../../src/memory/notes.ts';
import { addTeamLesson, readTeamFile } from '../../src/memory/team-file.ts';
import { valuesIn } from '../../src/store/log.ts';
import { placeIn } from '../support/place-in.ts';
import { writer } from '../support/writer.ts';

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();

function draft(text: string, more: Partial<Draft> = {}): Draft {
	const of = { source: 'agent', branch: 'main', user: 'ana', session: 's1' } as const;
	return { at: daysAgo(0), kind: 'learning', text, ...of, ...more };
}

async function notes() {
	const fixture = await createFixture({ requirements: {}, 'root/.claude': {} });
	const place = {
		...placeIn(fixture.getPath('requirements'), 'main'),
		root: fixture.getPath('root'),
	};
	const path = join(place.stateDir, 'notes.jsonl');
	const write = (...added: readonly NotesLine[]) => addNotes(place, () => ({ added }), writer(1_000));
	return {
		place,
		path,
		teamPath: join(place.root, '.claude/lessons.jsonl'),
		write,
		say: async (one: Draft) => {
			const { added } = await addNotes(place, (_, lineOf) => ({ added: [lineOf(one)] as const }), writer(1_000));
			return added[0];
		},
		texts: () => readNotes(place).all.map(({ text }) => text),
		[Symbol.asyncDispose]: () => fixture.rm(),
	};
}

describe('notes.jsonl', () => {
	it('is redacted as it is written, and known by the words that are stored', async () => {
		await using at = await notes();
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const { id } = await at.say(draft(`use ${secret}`, { why: secret, tags: [secret] }));
		expect(readFileSync(at.path, 'utf8')).not.toContain(secret);
		expect(await at.say(draft(`use ${secret}`))).toMatchObject({ id });
	});

	it('loses a torn and a foreign line only', async () => {
		await using at = await notes();
		await at.say(draft('one'));
		appendFileSync(at.path, '{"op":"shout"}\n[]\n\u0000\n{"at":"2026-01-01T00:00:00.000Z","op":"no');
		await at.say(draft('two'));
		expect(at.texts()).toEqual(['one', 'two']);
		await at.write({ at: daysAgo(0), op: 'forget', id: (await at.say(draft('three'))).id });
		expect(at.texts()).toEqual(['one', 'two']);
		expect(readFileSync(at.path, 'utf8')).toContain('{"op":"shout"}');
	});

	it('is rewritten without what is forgotten', async () => {
		await using at = await notes();
		const { id } = await at.say(draft('tea is hot', { session: 's1' }));
		await at.say(draft('tea is hot', { session: 's2' }));
		const other = await at.say(draft('rain is wet', { session: 's2' }));
		await at.write({ at: daysAgo(0), op: 'forget', id });
		expect(readFileSync(at.path, 'utf8')).not.toContain('tea');
		await at.write({ at: daysAgo(0), op: 'confirm', id: other.id, confidence: 1, session: 's1' });
		await forgetNotesOf(at.place, 's1', writer(1_000));
		expect(readFileSync(at.path, 'utf8')).not.toContain('"s1"');
		expect(readNotes(at.place)).toMatchObject({
			all: [{ text: 'rain is wet' }],
			verdicts: [{ op: 'forget' }, { op: 'confirm' }],
		});
	});

	it('keeps what another session said in the same words when a session is forgotten', async () => {
		await using at = await notes();
		await at.say(draft('tea is hot', { session: 's2' }));
		await at.say(draft('tea is hot', { session: 's1' }));
		await forgetNotesOf(at.place, 's1', writer(1_000));
		expect(readNotes(at.place).all).toMatchObject([{ text: 'tea is hot', session: 's2' }]);
	});

	it('is compacted above 1 MB: what still holds is kept, with what a newer build wrote', async () => {
		await using at = await notes();
		const learned = await at.say(draft('tea is hot', { at: daysAgo(90) }));
		const disputed = { at: daysAgo(80), op: 'dispute', id: learned.id, confidence: 0.5 } as const;
		const recent = await at.say(draft('pour', { kind: 'next', at: daysAgo(70) }));
		const old = await at.say(draft('boil', { kind: 'next', at: daysAgo(70) }));
		await at.write(
			disputed,
			{ at: daysAgo(2), op: 'resolve', id: recent.id, how: 'done' },
			{ at: daysAgo(60), op: 'resolve', id: old.id, how: 'done' },
		);
		appendFileSync(at.path, `${JSON.stringify({ at: daysAgo(50), op: 'sing', text: 'la' })}\n`);
		const again = Array.from({ length: 4_000 }, (_, n) => {
			const line = {
				...learned,
				id: 'i1',
				text: 'said again and again',
				at: daysAgo(40 - n / 1_000),
			};
			return `${JSON.stringify({ ...line, why: 'x'.repeat(100) })}\n`;
		});
		appendFileSync(at.path, again.join(''));
		const before = foldNotes(valuesIn(readFileSync(at.path, 'utf8')));
		expect(statSync(at.path).size).toBeGreaterThan(1024 * 1024);
		await at.say(draft('one more'));
		expect(statSync(at.path).size).toBeLessThan(10_000);
		const kept = before.all.filter(({ id }) => id !== old.id);
		expect(readNotes(at.place).all).toEqual([...kept, expect.objectContaining({ text: 'one more' })]);
		expect(readFileSync(at.path, 'utf8')).toContain('"sing"');
	});
});

describe('.claude/lessons.jsonl', () => {
	const line = (text: string) => `${JSON.stringify({ kind: 'warning', text, user: 'kim' })}\n`;

	it('is read line by line: foreign text, flat, and nothing of another shape', async () => {
		await using at = await notes();
		const wrong = ['[]', '{"kind":"pin","text":"x"}', '{"kind":"warning","text":5}', '{"kind"'];
		const hostile = `\u001b[31mred\u0007\n${'long '.repeat(500)}`;
		writeFileSync(at.teamPath, `${wrong.join('\n')}\n${line('rain is wet')}${line(hostile)}`);
		const [first, second, ...more] = readNotes(at.place).all;
		expect(first).toMatchObject({ text: 'rain is wet', user: 'kim', branch: '', isTeams: true });
		expect(second?.text).toMatch(/^red long [a-z ]+$/);
		expect(second?.text.length).toBeLessThanOrEqual(1_000);
		expect(more).toEqual([]);
	});

	it('is not read if it leads out of the project, or is huge', async () => {
		await using at = await notes();
		const outside = join(at.place.root, '../outside.jsonl');
		writeFileSync(outside, line('rain is wet'));
		symlinkSync(outside, at.teamPath);
		expect(at.texts()).toEqual([]);
		const lesson = await at.say(draft('tea is hot'));
		const obstacle = addTeamLesson(at.place, { ...lesson, supersedes: [] }, writer(0));
		expect(obstacle?.what).toMatch(/lessons\.jsonl: it is a link/);
		expect(readTeamFile(at.place).problems).toEqual([{ what: 'leads out of the project' }]);
		expect(readFileSync(outside, 'utf8')).toBe(line('rain is wet'));
	});

	it('is not written through a folder that is a link', async () => {
		await using at = await notes();
		const place = { ...at.place, root: join(at.place.root, 'other') };
		mkdirSync(place.root);
		symlinkSync(join(at.place.root, '.claude'), join(place.root, '.claude'));
		const lesson = await at.say(draft('tea is hot'));
		const obstacle = addTeamLesson(place, { ...lesson, supersedes: [] }, writer(0));
		expect(obstacle?.what).toMatch(/is a link/);
	});

	it('loses only the lines that cannot be read, and says which', async () => {
		await using at = await notes();
		const long = line('z'.repeat(5_000_000));
		writeFileSync(at.teamPath, `${line('rain is wet')}${long}{"broken\n\n[1]\n${line('tea is hot')}`);
		expect(at.texts()).toEqual(['rain is wet', 'tea is hot']);
		const what = 'line 2 is longer than 16 kB; 3 lines cannot be read: 2, 3, 5';
		expect(readTeamFile(at.place).problems).toEqual([{ what, line: 2 }]);
	});

	it('too large, its last lines are read; of too many lessons the last ones', async () => {
		await using at = await notes();
		const [last] = [line('tea is hot')];
		writeFileSync(at.teamPath, `${line('z'.repeat(17 * 1024 ** 2))}${last}`);
		expect(at.texts()).toEqual(['tea is hot']);
		expect(readTeamFile(at.place).problems).toMatchObject([{ what: /larger than 16 MB/ }]);
		const many = Array.from({ length: 3_000 }, (_, nth) => line(`rain ${nth}`));
		writeFileSync(at.teamPath, many.join(''));
		expect(at.texts()).toHaveLength(1_000);
		expect(at.texts().at(-1)).toBe('rain 2999');
		expect(readTeamFile(at.place).problems).toMatchObject([{ what: /^has 3000 lessons/ }]);
	});

	it('gives no date that is later than the file', async () => {
		await using at = await notes();
		const lesson = { kind: 'warning', text: 'rain is wet' };
		const [now, later] = [daysAgo(0), '2099-01-01T00:00:00Z'];
		const lines = [later, now].map((day) => ({ ...lesson, text: `wet on ${day}`, at: day }));
		writeFileSync(at.teamPath, lines.map((one) => JSON.stringify(one)).join('\n'));
		expect(readNotes(at.place).all.map((one) => one.at)).toEqual(['', now]);
	});
});

describe('a lesson that supersedes another in .claude/lessons.jsonl', () => {
	const OLD = 'never run seed.sql on staging';
	const NEW = 'seed.sql is fine on staging since May';
	const idOf = (text: string) => noteId({ kind: 'warning', text, branch: '' });
	const line = (text: string, days: number | undefined, supersedes?: string) => {
		const at = days === undefined ? undefined : daysAgo(days);
		const named = supersedes === undefined ? undefined : [idOf(supersedes)];
		return `${JSON.stringify({ kind: 'warning', text, at, supersedes: named })}\n`;
	};
	const shown = (place: Place) =>
		readNotes(place)
			.all.filter(({ confidence }) => confidence > 0)
			.map(({ text }) => text);
	const both = (days?: number) => `${line(OLD, 9)}${line(NEW, days, OLD)}`;

	it.each([5, undefined])('holds for everybody, whoever said it here before: %s', async (days) => {
		await using at = await notes();
		await at.say(draft(OLD, { kind: 'warning', at: daysAgo(8) }));
		writeFileSync(at.teamPath, both(days));
		expect(shown(at.place)).toEqual([NEW]);
		const old = readNotes(at.place).all.find(({ text }) => text === OLD);
		expect(old).toMatchObject({ confidence: 0, supersededBy: idOf(NEW) });
	});

	it.each(['again', 'confirm'])('holds no longer after what is said here since: %s', async (how) => {
		await using at = await notes();
		writeFileSync(at.teamPath, both(5));
		if (how === 'again') await at.say(draft(OLD, { kind: 'warning' }));
		else await at.write({ at: daysAgo(6), op: 'confirm', id: idOf(OLD), confidence: 1 });
		expect(shown(at.place).sort()).toEqual([OLD, NEW]);
	});

	it('holds again if a line below says the other once more', async () => {
		await using at = await notes();
		writeFileSync(at.teamPath, both(5));
		const again = await at.say(draft(OLD, { kind: 'warning' }));
		const add = () => addTeamLesson(at.place, { ...again, supersedes: [idOf(NEW)] }, writer(0));
		add();
		expect(shown(at.place)).toEqual([OLD]);
		const text = readFileSync(at.teamPath, 'utf8');
		add();
		expect(readFileSync(at.teamPath, 'utf8')).toBe(text);
	});
});
