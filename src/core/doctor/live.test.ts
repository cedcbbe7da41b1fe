import { describe, expect, it } from 'vitest';
import type { HookCommand } from './hook-commands.ts';
import { hooksFor, liveFindings, median, slowFindings } from './live.ts';
import type { HookRun } from './live-answer.ts';
import { liveScript } from './live-script.ts';

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
const refusal = JSON.stringify({
	hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'doctor_checked' },
});

describe('a rehearsed session', () => {
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
		['the turn ends', { exit: 1, stderr: 'at x\nError: broke\n at y' }, ['live_crashed']],
		['the turn ends', { exit: null }, ['live_crashed']],
		['the turn ends', { exit: null, isLate: true }, ['live_late']],
		['the turn ends', { stdout: 'hello' }, ['live_noise']],
	])('%s: %j', (what, more, codes) => {
		const found = liveFindings(step(what), [{ hook: hook(''), run: run(more) }]);
		expect(found.map(({ code }) => code)).toEqual(codes);
	});

	it('needs a hook for each event but that of typed commands', () => {
		const lacking = liveScript('/r', 's').filter((one) => liveFindings(one, []).length > 0);
		expect(lacking.map(({ event }) => event)).not.toContain('UserPromptExpansion');
		expect(lacking).toHaveLength(6);
		const codes = lacking.flatMap((one) => liveFindings(one, []).map(({ code }) => code));
		expect(new Set(codes)).toEqual(new Set(['live_no_hook']));
	});

	it('is slow above half a second', () => {
		const time = { what: 'x', event: 'Stop', ratio: 1 };
		expect(
			slowFindings([
				{ ...time, ms: 500 },
				{ ...time, ms: 501 },
			]),
		).toHaveLength(1);
		expect(median([9, 1, 5])).toBe(5);
	});
});
