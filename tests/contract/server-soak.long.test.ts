import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { HookStep } from '../support/case-format.ts';
import { startServer } from '../support/live-server.ts';
import { eventsOf, makeGatedWorld, placeOf } from '../support/two-doors.ts';

const SESSIONS = 20;
const ROUNDS = 50;
/** By then all code is loaded, and most of it compiled. */
const EARLY = 10;
/**
 * Megabytes. The young part of the heap is 6 MB by the options in the manifest, full at one measurement and empty at the
 * other; the rest is garbage of old objects. A leak of 2 kB an event would be 16 MB.
 */
const MOST_GROWTH = 14;
const MOST = 100;

/** Ten events; with those of other rounds, 500 in each of the sessions. */
const turn = (round: number): readonly HookStep[] => [
	{ hook: 'user-prompt-submit', stdin: { prompt: `Round ${round}: write the next import.` } },
	{ hook: 'pre-tool-use', edit: `src/${round}.ts` },
	{ hook: 'post-tool-use', edit: `src/${round}.ts` },
	{ hook: 'pre-tool-use', bash: `ls src/${round}` },
	{ hook: 'post-tool-use', bash: `ls src/${round}` },
	{ hook: 'pre-tool-use', bash: 'npm test' },
	{ hook: 'post-tool-use', bash: 'npm test' },
	{ hook: 'pre-tool-use', edit: 'docs/a.md' },
	{ hook: 'post-tool-use', edit: 'docs/a.md' },
	{ hook: 'stop' },
];

/** Resident memory in megabytes, and open files. */
function measure(pid: number) {
	const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
	return { memory: Number(kilobytes) / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
}

it.runIf(process.platform === 'linux')(
	'10,000 events leave neither memory nor files',
	async () => {
		await using world = await makeGatedWorld();
		await using server = await startServer(placeOf(world));
		const answers: string[] = [];
		const play = async (index: number, round: number) => {
			const session = `${String(index).padStart(8, '0')}-0000-4000-8000-000000000001`;
			for (const event of eventsOf(world, turn(round), { session, call: round * 10 })) {
				answers.push(await server.ask({ ...event, prompt_id: `p${round}` }));
			}
		};
		const measured: ReturnType<typeof measure>[] = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			await Promise.all(Array.from({ length: SESSIONS }, (_, index) => play(index, round)));
			measured.push(measure(server.pid));
		}
		expect(answers).toHaveLength(10_000);
		// An edit is refused at first and at last: the server still works.
		expect(answers.slice(0, 40).join()).toContain('"deny"');
		expect(answers.slice(-200).join()).toContain('"deny"');
		const [early, last] = [measured[EARLY - 1], measured[ROUNDS - 1]];
		if (early === undefined || last === undefined) throw new Error('nothing was measured');
		const least = Math.min(...measured.slice(-5).map(({ memory }) => memory));
		const text = measured.map(({ memory, files }) => `${memory.toFixed()}/${files}`).join(' ');
		expect(last.memory, text).toBeLessThanOrEqual(MOST);
		expect(least - early.memory, text).toBeLessThanOrEqual(MOST_GROWTH);
		expect(last.files, text).toBeLessThanOrEqual(early.files + 2);
	},
	600_000,
);
