import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeIn } from '../support/git-repo.ts';
import { type Planted, piecesLeft } from '../support/redaction/corpus.ts';
import { drawFor } from '../support/redaction/draw.ts';
import type { Format } from '../support/redaction/format.ts';
import { FORMATS } from '../support/redaction/formats.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from '../support/run-req.ts';

/** One token of each format that is known by its form, in words that say nothing of it. */
const SAID: readonly (Planted & { readonly word: string; readonly what: string })[] =
	FORMATS.filter(({ bare }) => bare !== true).map(
		({ provider, variable, make, front = '' }: Format, n) => {
			const secret = make(drawFor(`${provider} ${variable} stored`));
			const word = `number-${n}-here`;
			const what = `${provider}, such as ${variable}`;
			return {
				provider,
				secret: secret.slice(front.length),
				word,
				what,
				text: `${word} ${secret} too`,
			};
		},
	);
const HALF = Math.ceil(SAID.length / 2);

let world: ReqWorld;
let stored = '';

beforeAll(async () => {
	world = await makeReqWorld('version: 1\n');
	for (const [uuid, some] of [
		[ANA, SAID.slice(0, HALF)],
		[BEN, SAID.slice(HALF)],
	] as const) {
		await world.start(uuid);
		writeIn(world.repo, 'status.json', JSON.stringify({ learnings: some.map(({ text }) => text) }));
		await world.asModel(uuid, 'learn', 'import', 'status.json');
		await world.hook('session-end', uuid, { hook_event_name: 'SessionEnd', reason: 'other' });
	}
	const dir = join(world.repo, '.git/requirements');
	stored = readdirSync(dir, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
		.join('\n');
});
afterAll(() => world[Symbol.asyncDispose]());

it.each(SAID.map((one) => [one.what, one] as const))(
	'D30: no token of %s is stored, and the words around it are',
	(_, one) => {
		expect(stored).toContain(one.word);
		expect(piecesLeft(one, stored)).toEqual([]);
	},
);
