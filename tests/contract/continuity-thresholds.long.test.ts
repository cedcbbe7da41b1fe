import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finished, fullSession, smallSession } from '../support/continuity-stories.ts';
import { type ContinuityWorld, makeContinuityWorld } from '../support/continuity-world.ts';
import { writeIn } from '../support/git-repo.ts';

interface Preview {
	readonly text: string;
	readonly codes: readonly string[];
	readonly sources: readonly { readonly key: string; readonly score: number }[];
	readonly candidates: readonly {
		readonly key: string;
		readonly score: number;
		readonly refused: string | null;
	}[];
	readonly dropped: unknown;
}

/** What the next start would be told under these settings; scores as far as no second changes them. */
async function told({ world }: ContinuityWorld, continuity: object): Promise<unknown> {
	const config = JSON.stringify({ version: 1, continuity });
	writeIn(world.repo, '.claude/requirements.yaml', config);
	const { text, codes, sources, candidates, dropped } = (await world.json('session', 'preview')) as Preview;
	const rounded = candidates.map(({ key, score, refused }) => [key, score.toFixed(2), refused]);
	return { text, codes, sources: sources.map(({ key }) => key), rounded, dropped };
}

const SETTINGS: readonly object[] = [
	{ lookback_days: 3 },
	{ relevance: { threshold: 0.9 } },
	{ relevance: { pin_threshold: 1 } },
	{ relevance: { recency: 0.1 } },
	{ relevance: { overlap: 0.9 } },
	{ relevance: { tasks: 0.9 } },
	{ relevance: { max_sessions: 1 } },
	{ pins: { max_inherited: 1 } },
	{ decay: { rate: 1 } },
	{ decay: { floor: 0.99 } },
	{ caps: { learnings: 1 } },
	{ caps: { patterns: 1 } },
	{ caps: { warnings: 1 } },
	{ caps: { decisions: 1 } },
	{ budget: { inject_chars: 400 } },
	{ budget: { codes_tokens: 10 } },
	{ budget: { files: 1, codes_tokens: 60 } },
	{ budget: { functions: 1, codes_tokens: 60 } },
	{ budget: { decisions: 1, codes_tokens: 60 } },
	{ budget: { blockers: 1, codes_tokens: 60 } },
	{ budget: { next: 1, codes_tokens: 60 } },
	{ budget: { start_chars: 400 } },
	{ topics: 1 },
];

describe('a changed number changes what a start is told', () => {
	let world: ContinuityWorld;
	let usual: unknown;
	beforeAll(async () => {
		world = await makeContinuityWorld();
		const early = await smallSession(world, 1, 'src/login.ts');
		const one = await fullSession(world, 2);
		for (const kind of ['learning', 'pattern', 'warning', 'decision']) {
			const kindWord = kind === 'learning' ? [] : [kind];
			await one.req('learn', ...kindWord, `the first ${kind} about cookies`);
			await one.req('learn', ...kindWord, `the second ${kind} about cookies`);
		}
		for (let n = 0; n < 30; n += 1) await one.edit(`src/part-${n}.ts`, `export function part${n}() {}`);
		const prompt = 'The ledger has the invoice: a ledger, an invoice. Which ledger, which invoice?';
		await one.hook('user-prompt-submit', { hook_event_name: 'UserPromptSubmit', prompt });
		await one.stop();
		await one.end();
		world.pass(4 * 24, early);
		world.pass(48, one);
		world.pass(24, await finished(world, 3));
		usual = await told(world, {});
	});
	afterAll(() => world[Symbol.asyncDispose]());

	it.each(SETTINGS)('%j', async (setting) => {
		expect(await told(world, setting)).not.toEqual(usual);
	});

	it('and the usual ones change nothing', async () => {
		expect(await told(world, { lookback_days: 7, relevance: { threshold: 0.25 } })).toEqual(usual);
	});
});
