import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Golden, type Heard, playGolden } from '../support/golden-play.ts';
import { GOLDEN_CONFIG, GOLDEN_SCRIPT, LISTENING_STEPS } from '../support/golden-script.ts';

/**
 * What the script gives with continuity off, first recorded by the last build that knew nothing of continuity. A
 * difference that nobody asked for is a mistake; one that somebody asked for goes in by hand, or stands in `ASKED_FOR`
 * or, where something came to be stored beside the rest, in `STORED_SINCE`.
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
	// What a config that says nothing of it means since looks are on by default (ADR 21).
	[/^( *)"protect": true,\n/gm, '$&$1"observe": true,\n'],
];

/** What is stored on purpose since, in the files of states and histories. */
const STORED_SINCE: readonly RegExp[] = [
	// Of which branch a satisfaction is: where it was, and how it came to be.
	/,\n(\t+)"tip": \{\n\1\t"commit": "<hash>",\n\1\t"born": "<hash> \d+ commit \(initial\): change a[.]txt"\n\1\}/g,
];

/** And files of their own: the configs that a session saw, by the session's id. */
const SEEN = /^home\/[.]claude\/requirements\/configs\/[0-9a-f]{8}-[-0-9a-f]{27}[.]json$/;

/** That a call was judged: gone when it has run, and with the session. */
const RECEIPT = /^home\/[.]claude\/requirements\/calls\//;

function isSince(path: string): boolean {
	return SEEN.test(path) || RECEIPT.test(path);
}

/** A play without what is stored on purpose since. */
function withoutStoredSince({ heard, files }: Golden): Golden {
	const stripped = (text: string) =>
		STORED_SINCE.reduce((rest, since) => rest.replace(since, ''), text);
	return {
		heard: heard.map((one) => ({
			...one,
			writes: one.writes.filter((path) => !isSince(path)),
		})),
		files: Object.fromEntries(
			Object.entries(files)
				.filter(([path]) => !isSince(path))
				.map(([path, text]) => [path, stripped(text)]),
		),
	};
}

const before: Golden = {
	...recorded,
	heard: recorded.heard.map((one) => ({
		...one,
		stdout: ASKED_FOR.reduce((text, [was, is]) => text.replaceAll(was, is), one.stdout),
	})),
};

describe('where continuity is off', () => {
	let off: Golden;
	beforeAll(async () => {
		off = await playGolden(GOLDEN_SCRIPT, { ...GOLDEN_CONFIG, continuity: { enabled: false } });
	});

	it('every hook and every command says what it said before there was continuity', () => {
		expect(withoutStoredSince(off).heard).toEqual(before.heard);
	});

	it('every file is what it was before', () => {
		expect(withoutStoredSince(off).files).toEqual(before.files);
	});

	it('and what is stored on purpose since is there', () => {
		const texts = Object.values(off.files);
		for (const since of STORED_SINCE)
			expect(
				texts.some((text) => text.search(since) >= 0),
				`${since}`,
			).toBe(true);
		const sessions = Object.keys(off.files).filter((path) => /\/sessions\/\w+[.]jsonl$/.test(path));
		const seen = Object.keys(off.files).filter((path) => SEEN.test(path));
		expect(seen).toHaveLength(sessions.length);
	});

	const start = { hook: 'session-start' as const, stdin: { source: 'startup' } };
	const isOff = { ...GOLDEN_CONFIG, continuity: { enabled: false } };
	it.each([
		['continuity is off', isOff],
		['req is off', { ...GOLDEN_CONFIG, enabled: false }],
	])('hooks that only listen say and write nothing where %s', async (_, config) => {
		const { heard } = await playGolden([start, ...LISTENING_STEPS], config);
		const listening = heard.slice(1).map(({ step, ...did }) => ({
			...did,
			writes: did.writes.filter((path) => !RECEIPT.test(path)),
		}));
		const nothing = { exit: 0, stdout: '', stderr: '', writes: [] };
		expect(listening).toEqual(LISTENING_STEPS.map(() => nothing));
	});

	it('and are heard where it is on', async () => {
		const { heard } = await playGolden([start, ...LISTENING_STEPS], GOLDEN_CONFIG);
		const writing = heard.slice(1).filter(({ writes }) => writes.length > 0);
		expect(writing).toHaveLength(LISTENING_STEPS.length);
	});
});

describe('where continuity is on', () => {
	/** A start tells more, and a list of sessions knows more. */
	const learnsMore = ({ step }: Heard) => /^(?:session-start|req session|req config)/.test(step);
	const answers = (heard: readonly Heard[]) =>
		heard
			.filter((one) => !learnsMore(one))
			.map(({ step, exit, stdout, stderr }) => ({ step, exit, stdout, stderr }));

	it('the gates and their commands answer the same', async () => {
		const on = withoutStoredSince(await playGolden(GOLDEN_SCRIPT, GOLDEN_CONFIG));
		expect(answers(on.heard)).toEqual(answers(before.heard));
		expect(Object.keys(on.files)).toEqual(expect.arrayContaining(Object.keys(before.files)));
		const state = 'repo/.git/requirements/main.json';
		expect(on.files[state]).toBe(before.files[state]);
	});
});
