import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { type Fate, playGuardedSession } from '../tests/support/guarded-session.ts';

/**
 * What comes of `on_failure` on a machine that is far too busy: processes of hooks are killed and hang, while others keep
 * every core at work. Exits with 1 where a promise is broken.
 */
const { values: options } = parseArgs({
	options: {
		calls: { type: 'string', default: '500' },
		together: { type: 'string', default: '4' },
		/** Busy processes for each core. */
		busy: { type: 'string', default: '4' },
		/** Of 100 processes of hooks. */
		killed: { type: 'string', default: '30' },
		hung: { type: 'string', default: '1' },
	},
});

/** What PreToolUse and the process of the guard may take together, as hooks.json and the guard say; and to start them. */
const HELD_MS = 10_000 + 9_000 + 5_000;

/** The same fates every time: mulberry32. */
function fates(): () => Fate {
	let state = 15;
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let word = Math.imul(state ^ (state >>> 15), 1 | state);
		word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
		return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
	};
	const [killed, hung] = [Number(options.killed) / 100, Number(options.hung) / 100];
	return () => {
		const one = next();
		if (one < killed) return 'killed';
		return one < killed + hung ? 'hung' : 'lives';
	};
}

const busy: ChildProcess[] = [];
let isBroken = false;
try {
	for (let at = 0; at < Number(options.busy) * availableParallelism(); at += 1)
		busy.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
	for (const onFailure of ['block', 'allow'] as const) {
		const outcome = await playGuardedSession({
			...{ onFailure, calls: Number(options.calls), together: Number(options.together) },
			fate: fates(),
			onCall: (done) => {
				if (done % 50 === 0) console.error(`${onFailure}: ${done} calls`);
			},
		});
		const { open, toldAtStop, heldAtMost } = outcome;
		const broken = [
			...(onFailure === 'block' && open > 0 ? [`${open} calls ran that nobody judged`] : []),
			...(toldAtStop === open ? [] : [`${open} calls were open, and ${toldAtStop} were told`]),
			...(heldAtMost > HELD_MS ? [`a call was held for ${Math.round(heldAtMost)} ms`] : []),
		];
		isBroken ||= broken.length > 0;
		console.log(
			JSON.stringify({ onFailure, ...outcome, heldAtMost: Math.round(heldAtMost), broken }),
		);
	}
} finally {
	for (const one of busy) one.kill('SIGKILL');
}
process.exitCode = isBroken ? 1 : 0;
