import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { clientMemory } from '../../src/host/client-memory.ts';
import { writeIn } from '../support/git-repo.ts';

/** What is read in a project of these files. */
async function readFrom(files: Readonly<Record<string, string>>) {
	await using fixture = await createFixture({});
	for (const [path, text] of Object.entries(files)) writeIn(fixture.path, join('repo', path), text);
	return clientMemory(join(fixture.path, 'repo'));
}

it('is bounded, however many rules there are and however long', async () => {
	const rules = Array.from({ length: 60 }, (_, n) => [`.claude/rules/${n}.md`, 'a'.repeat(300_000)]);
	const all = await readFrom(Object.fromEntries(rules));
	expect(all.length).toBeLessThanOrEqual(50);
	expect(Math.max(...all.map(({ length }) => length))).toBeLessThanOrEqual(256 * 1024);
});
