import { expect, it } from 'vitest';
import type { Happening } from './log-lines.ts';
import { makeReport, reportText } from './log-report.ts';

const SPAN = { since: '2026-11-22T09:00:00.000Z', until: '2026-11-29T09:00:00.000Z' };

function happened(minute: number, kind: Happening['kind'], more: Partial<Happening> = {}) {
	const at = new Date(Date.parse(SPAN.since) + minute * 60_000).toISOString();
	const none = { text: '', by: null, asked_by: null, metadata: null };
	return { at, kind, requirements: ['plan'], branch: 'main', session: 'a', ...none, ...more };
}

it('the wait goes from the first refusal in a session to what satisfied it there; the median counts', () => {
	const happenings = [
		happened(0, 'refused'),
		happened(1, 'refused', { session: 'b' }),
		happened(2, 'refused'),
		happened(4, 'satisfied', { by: 'skill' }),
		happened(5, 'satisfied', { by: 'plan' }),
		happened(11, 'satisfied', { by: 'skill', session: 'b' }),
		happened(12, 'refused'),
	];
	expect(makeReport(happenings, [], SPAN).requirements).toMatchObject([
		{ refused: 4, satisfied_by: { skill: 2, plan: 1 }, median_seconds_to_satisfied: 7 * 60 },
	]);
});

it('is Markdown that names what was only warned of, and stays a table whatever a name is', () => {
	const sessions = [{ turns: 2, green: 1, red: 3 }];
	const made = makeReport([happened(1, 'warned', { requirements: ['a|b', 'plan'] })], sessions, SPAN);
	const [title, , counts, , head, , first, , , note] = reportText(made).split('\n');
	expect(title).toMatch(/^### req, 2026-11-2\d /);
	expect(counts).toBe('1 session, 2 turns; 1 test run passed, 3 failed');
	expect(head).toMatch(/^\| requirement \| refused \| warned \|/);
	expect(first).toMatch(/^\| a\\\|b \| – \| 1 \|/);
	expect(note).toContain('would have refused');
});
