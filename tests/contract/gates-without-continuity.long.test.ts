import { describe, expect, it } from 'vitest';
import type { Case } from '../support/case-format.ts';
import { playCase } from '../support/case-run.ts';
import { contractCases } from '../support/contract-cases.ts';
import { ANA, GATED, makeReqWorld } from '../support/run-req.ts';

const OFF = { enabled: false };
/** Cases about what a gate knows of earlier calls, turns and branches. */
const OF_STATE = /^(branches|carry|carry-over|stops|worktrees)\//;

/** What the hooks answer, without the files they keep: a journal has fewer lines where nothing is remembered. */
function withoutFiles(step: Case['steps'][number]): Case['steps'][number] {
	if (!('hook' in step)) return step;
	const { writes, files, journal, ...answer } = step;
	return answer;
}

describe('where continuity is off', () => {
	const cases = contractCases.flatMap(({ title, given }) => {
		const { config } = given;
		if (!OF_STATE.test(title) || typeof config !== 'object') return [];
		const off = { ...given, config: { ...config, continuity: OFF } };
		return [[title, { ...off, steps: given.steps.map(withoutFiles) }] as const];
	});

	it.each(cases)('the gates answer the same: %s', async (_, given) => {
		expect(await playCase(given)).toEqual([]);
	});

	it('commands print the same', async () => {
		const printed = async (config: string) => {
			await using world = await makeReqWorld(config);
			await world.start(ANA);
			const commands = [
				['satisfy', 'commit_plan', '--evidence', 'planned'],
				['approve', 'on_main', '--ttl', '1h'],
				['pause', '--reason', 'lunch'],
				['status'],
				['pause', '--off'],
				['clear', 'commit_plan'],
				['config', 'check'],
			];
			const said: unknown[] = [];
			for (const args of commands) {
				const { exit, stdout, stderr } = await world.req(...args);
				said.push({ args, exit, text: `${stdout}${stderr}`.replaceAll(world.dir, '') });
			}
			return said;
		};
		expect(await printed(`${GATED}continuity: { enabled: false }\n`)).toEqual(await printed(GATED));
	});
});
