import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Golden, type Heard, playGolden } from '../support/golden-play.ts';
import { GOLDEN_CONFIG, GOLDEN_SCRIPT, LISTENING_STEPS } from '../support/golden-script.ts';

/**
 * What the script gives with continuity off, first recorded by the last build that knew nothing of continuity. A
 * difference that nobody asked for is a mistake; one that somebody asked for goes in by hand, or stands in `ASKED_FOR`.
 */
const recorded: Golden = JSON.parse(
	readFileSync(new URL('golden/before-continuity.json', import.meta.url), 'utf8'),
);

/** What has been changed on purpose since: what was said, and what is said now. */
const ASKED_FOR: readonly (readonly [RegExp, string])[] = [
	[/holds `git commit`/g, 'holds `git commit` and the end of the turn'],
	[/holds the end of a turn/g, 'holds the end of the turn'],
	[
		/(?<=- pre_commit_review: not satisfied in this session\.)/g,
		' It holds `git commit` and the end of the turn.',
	],
	[/^( *)"enforce": "(?:deny|stop)",\n/gm, '$&$1"hold_stop": true,\n'],
];

const before: Golden = {
	...recorded,
	heard: recorded.heard.map((one) => ({
		...one,
		stdout: ASKED_FOR.reduce((text, [was, is]) => text.replaceAll(was, is), one.stdout),
	})),
};

describe('S2-093, S2-139: where continuity is off', () => {
	let off: Golden;
	beforeAll(async () => {
		off = await playGolden(GOLDEN_SCRIPT, { ...GOLDEN_CONFIG, continuity: { enabled: false } });
	});

	it('every hook and every command says what it said before there was continuity', () => {
		expect(off.heard).toEqual(before.heard);
	});

	it('every file is what it was before', () => {
		expect(off.files).toEqual(before.files);
	});

	const start = { hook: 'session-start' as const, stdin: { source: 'startup' } };
	const isOff = { ...GOLDEN_CONFIG, continuity: { enabled: false } };
	it.each([
		['continuity is off', isOff],
		['req is off', { ...GOLDEN_CONFIG, enabled: false }],
	])('hooks that only listen say and write nothing where %s', async (_, config) => {
		const { heard } = await playGolden([start, ...LISTENING_STEPS], config);
		const listening = heard.slice(1).map(({ step, ...did }) => did);
		const nothing = { exit: 0, stdout: '', stderr: '', writes: [] };
		expect(listening).toEqual(LISTENING_STEPS.map(() => nothing));
	});

	it('and are heard where it is on', async () => {
		const { heard } = await playGolden([start, ...LISTENING_STEPS], GOLDEN_CONFIG);
		const writing = heard.slice(1).filter(({ writes }) => writes.length > 0);
		expect(writing).toHaveLength(LISTENING_STEPS.length);
	});
});

describe('S2-137: where continuity is on', () => {
	/** A start tells more, and a list of sessions knows more. */
	const learnsMore = ({ step }: Heard) => /^(?:session-start|req sessions|req config)/.test(step);
	const answers = (heard: readonly Heard[]) =>
		heard
			.filter((one) => !learnsMore(one))
			.map(({ step, exit, stdout, stderr }) => ({ step, exit, stdout, stderr }));

	it('the gates and their commands answer the same', async () => {
		const on = await playGolden(GOLDEN_SCRIPT, GOLDEN_CONFIG);
		expect(answers(on.heard)).toEqual(answers(before.heard));
		expect(Object.keys(on.files)).toEqual(expect.arrayContaining(Object.keys(before.files)));
		const state = 'repo/.git/requirements/main.json';
		expect(on.files[state]).toBe(before.files[state]);
	});
});
