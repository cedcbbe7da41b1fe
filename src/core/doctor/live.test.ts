import { describe, expect, it } from 'vitest';
import { examine } from './finding.ts';
import type { HookCommand } from './hook-commands.ts';
import {
	type HookRun,
	hooksFor,
	LIVE,
	type LiveTime,
	liveScript,
	median,
	type PlayedStep,
} from './live.ts';

const hook = (matcher: string): HookCommand => ({
	...{ event: 'PreToolUse', matcher, command: 'node', args: [], timeout: undefined },
});
const run = (more: Partial<HookRun>): HookRun => {
	const stdout = more.stdout ?? '';
	const json: unknown = stdout.startsWith('{') ? JSON.parse(stdout) : undefined;
	return { exit: 0, isLate: false, stdout, json, stderr: '', ms: 30, ...more };
};
const step = (what: string) => {
	const found = liveScript('/r', 's').find((one) => one.what === what);
	if (found === undefined) throw new Error(`no step ${what}`);
	return found;
};
const codesOf = (played: readonly PlayedStep[], times: readonly LiveTime[]) =>
	examine('live', LIVE, { played, times }).findings.map(({ code }) => code);
const refusal = JSON.stringify({
	hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'doctor_checked' },
});

describe('a played session', () => {
	it.each([
		['', true],
		['*', true],
		['Edit|Write', true],
		['Edit|Writer', false],
		['mcp__.*|Wri.*', true],
		['(', false],
	])('the matcher %j has a hook for Write: %s', (matcher, has) => {
		expect(hooksFor([hook(matcher)], step('an edit is refused'))).toHaveLength(has ? 1 : 0);
	});

	it.each<[string, Partial<HookRun>, readonly string[]]>([
		['an edit is refused', { stdout: refusal }, []],
		['an edit is refused', { stdout: '' }, ['live_wrong']],
		['an edit is refused', { stdout: '{"decision":"block"}' }, ['live_wrong']],
		['the edit is allowed', { stdout: '' }, []],
		['the edit is allowed', { stdout: refusal }, ['live_wrong']],
		['the skill satisfies', { stdout: '{"x":1}' }, []],
		['the session starts', { stdout: '{"x":"doctor_checked"}' }, []],
		['the session starts', { stdout: '' }, ['live_wrong']],
		['the turn ends', { exit: 1, stderr: 'at x\nError: broke\n at y' }, ['live_failed']],
		['the turn ends', { exit: null }, ['live_failed']],
		['the turn ends', { exit: null, isLate: true }, ['live_failed']],
		['the turn ends', { stdout: 'hello' }, ['live_failed']],
	])('%s: %j', (what, more, codes) => {
		const played = [{ step: step(what), ran: [{ by: hook(''), run: run(more) }] }];
		expect(codesOf([...played, ...played], [])).toEqual(codes);
	});

	it('of a server, what it says wrong is said to be its own', () => {
		const wrong = { step: step('an edit is refused'), ran: [{ by: 'the server', run: run({}) }] };
		const { findings } = examine('live', LIVE, { played: [wrong as PlayedStep], times: [] });
		expect(findings[0]?.what).toContain('(from the server)');
	});

	it('needs a hook for each event that it plays', () => {
		const steps = liveScript('/r', 's');
		const played = steps.map((one) => ({ step: one, ran: [] }));
		const { findings } = examine('live', LIVE, { played, times: [] });
		const events = [...new Set(steps.map(({ event }) => event))];
		expect(findings.map(({ code, key }) => [code, key])).toEqual(
			events.map((event) => ['live_wrong', event]),
		);
	});

	it('is slow above half a second', () => {
		const time = { what: 'x', event: 'Stop', ratio: 1, serverMs: undefined };
		const times = [500, 501].map((ms) => ({ ...time, ms }));
		expect(codesOf([], times)).toEqual(['live_slow']);
		expect(codesOf([], [{ ...time, ms: 501, serverMs: 9 }])).toEqual([]);
		expect(median([9, 1, 5])).toBe(5);
	});
});
