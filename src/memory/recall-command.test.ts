import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { someLesson } from '../../tests/support/some-lesson.ts';
import { parseCommand } from '../shell/read-line.ts';
import type { KnownLesson } from './lesson.ts';
import { findForCommand } from './recall-command.ts';

type Kind = KnownLesson['kind'];
/** Kind, text, commands before which it comes, commands before which it does not. */
type Labelled = readonly [Kind, string, readonly string[], readonly string[]];

const read = (path: string) => parse(readFileSync(path, 'utf8'));
const sets: Readonly<Record<string, readonly Labelled[]>> = read('tests/recall/commands.yaml');

function shown(command: string, ...lessons: readonly KnownLesson[]): string[] {
	return findForCommand(parseCommand(command), lessons).map(({ lesson }) => lesson.text);
}

it.each([
	['tuned', 0.95],
	['kept', 0.9],
])('the labelled lessons that name a command come before it, %s: %d at least', (set, least) => {
	const pairs = (sets[set] ?? []).flatMap(([kind, text, ...commands]) => {
		const lesson = someLesson(text, { kind });
		return commands.map((some) => some.map((command) => ({ command, lesson })));
	});
	const named = pairs.filter((_, nth) => nth % 2 === 0).flat();
	const found = named.filter(({ command, lesson }) => shown(command, lesson).length > 0);
	expect(found.length / named.length).toBeGreaterThanOrEqual(least);
	const others = pairs.filter((_, nth) => nth % 2 === 1).flat();
	expect(others.filter(({ command, lesson }) => shown(command, lesson).length > 0)).toEqual([]);
});

/** What some of the ordinary calls run is named by these of the other labelled lessons. */
const NAMING =
	/^(?:vitest|jest|bun install|cargo test|helm upgrade|Never run (?:the seed script|terraform apply))|pull request$/;

it('at most 1 of 100 ordinary calls bring a lesson that does not name them', () => {
	const lessons = ['tuned', 'kept', 'third', 'fifth'].flatMap((set) => {
		const rows: readonly (readonly [Kind, string])[] = read(`tests/recall/${set}.yaml`);
		return rows.map(([kind, text]) => someLesson(text, { kind }));
	});
	const lists: Readonly<Record<string, string[]>> = read('tests/contract/ordinary-calls.yaml');
	const calls = Object.values(lists).flat();
	const brought = calls.flatMap((call) => shown(call, ...lessons));
	const wrong = brought.filter((text) => !NAMING.test(text));
	expect(brought.length).toBeGreaterThan(10);
	expect(wrong.length / calls.length, wrong.join('\n')).toBeLessThanOrEqual(0.01);
});

it('warnings and decisions come before others', () => {
	const kinds = ['learning', 'decision', 'pattern', 'warning'] as const;
	const lessons = kinds.map((kind) => someLesson(`make seed, by a ${kind}`, { kind }));
	expect(shown('make seed', ...lessons).slice(0, 2)).toEqual(['make seed, by a warning', 'make seed, by a decision']);
});

it('a lesson that forbids an option is about lines that have it, one that asks for it about those without', () => {
	const forbids = someLesson('never run npm test with --watch');
	const asks = someLesson('npm test needs NODE_ENV=test');
	expect(shown('npm test', forbids, asks)).toEqual([asks.text]);
	expect(shown('NODE_ENV=test npm test --watch', forbids, asks)).toEqual([forbids.text]);
});
