import { execFileSync } from 'node:child_process';
import { stories } from './cases.ts';
import { type Files, writtenSince } from './files.ts';
import type { World } from './world.ts';

const MOST_LOOKS = 20;

/** The files after each story, made by playing it through the hooks. */
export function playStories(world: World): Map<string, Files> {
	const told = new Map([['nothing', world.files()]]);
	for (const [name, { from, steps }] of Object.entries(stories)) {
		const before = told.get(from);
		if (before === undefined) throw new Error(`${name} goes on from a story that is not told`);
		world.restore(before);
		for (const step of steps) world.play(step);
		const isStart = steps.some(({ hook }) => hook === 'session-start');
		told.set(name, isStart ? filesAtRest(world) : world.files());
	}
	return told;
}

/** What a session start begins beside itself goes on for a moment, and would be taken for the next hook's writing. */
function filesAtRest(world: World): Files {
	let files = world.files();
	for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
		execFileSync('sleep', ['0.3']);
		const next = world.files();
		if (writtenSince(files, next).length === 0) return next;
		files = next;
	}
	return files;
}
