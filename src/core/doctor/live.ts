import { oneLine } from '../text/one-line.ts';
import { type Finding, finding } from './finding.ts';
import type { HookCommand } from './hook-commands.ts';
import type { HookRun } from './live-answer.ts';
import { isExpected, type LiveStep } from './live-script.ts';

/** Every call of a tool waits this long (ms) without anybody noticing. */
const SLOW_MS = 500;
const NO_HOOKS = /^(?:SessionStart|PreToolUse|PostToolUse|Stop|SessionEnd)$/;

/** How long one step took, in milliseconds, and against an empty `node`. */
export interface LiveTime {
	readonly what: string;
	readonly event: string;
	readonly ms: number;
	readonly ratio: number;
}

/** The commands the client would run for a step. */
export function hooksFor(hooks: readonly HookCommand[], { event, tool }: LiveStep): HookCommand[] {
	return hooks.filter((hook) => hook.event === event && isMatched(hook.matcher, tool));
}

/** What is wrong with what hooks did in one step. */
export function liveFindings(
	step: LiveStep,
	ran: readonly { readonly hook: HookCommand; readonly run: HookRun }[],
): Finding[] {
	if (ran.length === 0) {
		const isNeeded = NO_HOOKS.test(step.event);
		return isNeeded ? [finding('live_no_hook', `nothing runs when ${step.what}`, at(step))] : [];
	}
	const broken = ran.flatMap(({ hook, run }) => brokenFinding(step, hook, run));
	if (broken.length > 0) return broken;
	const isRight = ran.some(({ run }) =>
		isExpected(run.json, run.stdout.trim() === '', step.expected),
	);
	if (isRight) return [];
	const said = ran.map(({ run }) => oneLine(run.stdout) || 'nothing').join('; ');
	return [finding('live_wrong', `${step.what}: expected ${step.expected}, got ${said}`, at(step))];
}

/** Steps that keep everybody waiting. */
export function slowFindings(times: readonly LiveTime[]): Finding[] {
	return times
		.filter(({ ms }) => ms > SLOW_MS)
		.map(({ what, event, ms }) =>
			finding('live_slow', `${what}: ${Math.round(ms)} ms`, { key: event }),
		);
}

/** The middle of several measurements; 0 of none. */
export function median(numbers: readonly number[]): number {
	return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

function brokenFinding(step: LiveStep, hook: HookCommand, run: HookRun): Finding[] {
	const command = oneLine([hook.command, ...(hook.args ?? [])].join(' '));
	const said = run.stderr.trim() === '' ? '' : `: ${oneLine(tail(run.stderr))}`;
	if (run.isLate) {
		return [finding('live_late', `${step.what}: ${command} took too long${said}`, at(step))];
	}
	if (run.exit !== 0) {
		const how = run.exit === null ? 'did not end by itself' : `ended with ${run.exit}`;
		return [finding('live_crashed', `${step.what}: ${command} ${how}${said}`, at(step))];
	}
	if (run.stdout.trim() !== '' && run.json === undefined) {
		return [finding('live_noise', `${step.what}: ${oneLine(run.stdout)}`, at(step))];
	}
	return [];
}

function at({ event }: LiveStep): { readonly key: string } {
	return { key: event };
}

/** The line of a stack that names the error, else the last lines. */
function tail(stderr: string): string {
	const lines = stderr.trim().split('\n');
	return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.slice(-2).join(' ');
}

/** Names, `|` between them, `.*` at the end of one: what matchers of this package use. */
function isMatched(matcher: string, tool: string): boolean {
	if (matcher === '' || matcher === '*') return true;
	return matcher
		.split('|')
		.some((name) =>
			name.endsWith('.*') ? tool.startsWith(name.slice(0, -'.*'.length)) : name === tool,
		);
}
