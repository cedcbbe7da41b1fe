import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { attackTable, playTable } from '../support/attack-play.ts';

const tables = readdirSync(new URL('attacks/', import.meta.url)).sort();

/** A table says what became of each attempt when it was last looked at: one that changed is a line of it to change. */
it.each(tables)(
	'%s says what becomes of each attempt',
	async (name) => {
		expect(await playTable(attackTable(name))).toEqual([]);
	},
	30 * 60_000,
);
