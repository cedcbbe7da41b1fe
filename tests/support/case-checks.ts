import type { HookStep, Said } from './case-format.ts';
import type { HookResult } from './run-hook.ts';

type Json = Readonly<Record<string, unknown>>;

/** A text the client would cut is one that nobody reads. */
const CUT_AT = 10_000;

const VERDICTS = ['deny', 'ask', 'block'] as const;

/** Values that an expectation leaves open. */
const OPEN: Readonly<Record<string, (value: unknown) => boolean>> = {
	'#any': (value) => value !== undefined,
	'#absent': (value) => value === undefined,
	'#time': (value) => typeof value === 'string' && new Date(value).toISOString() === value,
};

/** Everything in which `actual` lacks `expected`, one line each: objects by their keys, lists whole. */
export function mismatches(actual: unknown, expected: unknown, at = ''): string[] {
	if (Array.isArray(expected)) return listMismatches(actual, expected, at);
	if (typeof expected === 'object' && expected !== null) {
		return keyMismatches(actual, Object.entries(expected), at);
	}
	return isAsExpected(actual, expected) ? [] : [`${at}: ${show(actual)} instead of ${show(expected)}`];
}

function isAsExpected(actual: unknown, expected: unknown): boolean {
	const isOpen = typeof expected === 'string' && Object.hasOwn(OPEN, expected);
	return isOpen ? OPEN[expected]?.(actual) === true : actual === expected;
}

function keyMismatches(actual: unknown, expected: readonly [string, unknown][], at: string): string[] {
	if (typeof actual !== 'object' || actual === null) return [`${at}: ${show(actual)} is no object`];
	return expected.flatMap(([key, value]) => mismatches(valueAt(actual, key), value, `${at}.${key}`));
}

/** The value at a key; `a.b.c` leads through objects. */
function valueAt(json: unknown, path: string): unknown {
	return path.split('.').reduce((at, key) => (at as Json | undefined)?.[key], json);
}

function listMismatches(actual: unknown, expected: readonly unknown[], at: string): string[] {
	if (!Array.isArray(actual) || actual.length !== expected.length) {
		return [`${at}: ${show(actual)} instead of ${expected.length} items`];
	}
	return expected.flatMap((item, index) => mismatches(actual[index], item, `${at}[${index}]`));
}

function show(value: unknown): string {
	return JSON.stringify(value) ?? 'undefined';
}

/** What a hook may never do, whatever the case: see decisions D17 and D35. */
export function lapses({ exit, stdout, stderr }: HookResult): string[] {
	return [
		...(exit === 0 ? [] : [`exit code ${exit}`]),
		...(stderr === '' ? [] : [`stderr: ${stderr}`]),
		...(stdout === '' ? [] : documentLapses(stdout)),
	];
}

function documentLapses(stdout: string): string[] {
	const json = parse(stdout);
	if (json === undefined) return [`stdout is not one JSON document: ${stdout}`];
	const long = textsIn(json).filter(({ length }) => length >= CUT_AT);
	return [
		...(saidBy(stdout) === undefined ? [`stdout is no answer of ours: ${stdout}`] : []),
		...long.map(({ length }) => `a text of ${length} characters would be cut`),
	];
}

/** The kind of an answer; `undefined` for one we never give, above all `allow` (D35). */
export function saidBy(stdout: string): Said | undefined {
	if (stdout === '') return 'nothing';
	const json = parse(stdout) ?? {};
	const specific = (json['hookSpecificOutput'] ?? {}) as Json;
	const verdict = specific['permissionDecision'] ?? json['decision'];
	if (verdict !== undefined) return VERDICTS.find((one) => one === verdict);
	if (typeof specific['additionalContext'] === 'string') return 'context';
	if (json['continue'] === false && typeof json['stopReason'] === 'string') return 'halt';
	if (typeof json['systemMessage'] === 'string') return 'notice';
	return json['judged'] === true ? 'nothing' : undefined;
}

/** What the case expected of the answer and did not get. */
export function answerMismatches(step: HookStep, { stdout }: HookResult): string[] {
	const text = textsIn(parse(stdout)).join('\n');
	const said = saidBy(stdout);
	const expected = step.says ?? 'nothing';
	return [
		...('stdout' in step ? exactMismatch(stdout, step.stdout) : []),
		...('stdout' in step || said === expected ? [] : [`says ${said} instead of ${expected}: ${text}`]),
		...(step.mentions ?? []).filter((one) => !text.includes(one)).map((one) => `no "${one}" in: ${text}`),
		...(step.mentions_once ?? [])
			.filter((one) => text.split(one).length !== 2)
			.map((one) => `not exactly one "${one}" in: ${text}`),
		...(step.mentions_not ?? []).filter((one) => text.includes(one)).map((one) => `"${one}" in: ${text}`),
	];
}

function exactMismatch(stdout: string, expected: unknown): string[] {
	const actual = stdout === '' ? null : parse(stdout);
	const isSame = show(actual) === show(expected);
	return isSame ? [] : [`stdout ${show(actual)} instead of ${show(expected)}`];
}

function textsIn(value: unknown): string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	return Object.values(value).flatMap(textsIn);
}

function parse(text: string): Json | undefined {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
