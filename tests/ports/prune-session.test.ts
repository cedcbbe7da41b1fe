import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { sessionFiles } from '../../src/adapters/prune/forgotten-session.ts';
import { parseSessionId } from '../../src/core/session/session-id.ts';
import { placeIn } from '../support/place-in.ts';
import { sha256 } from '../support/some-session.ts';
import { writer } from '../support/writer.ts';

it('D14: a record takes the index beside it along, whatever the directories above are called', async () => {
	await using root = await createFixture({
		'archive/app/sessions/c0de0001.json': '{}',
		'archive/app/sessions/index.json': '{}',
		'archive/app/index.json': 'of somebody else',
	});
	const session = parseSessionId('c0de0001', sha256);
	if (session === undefined) throw new Error('no session');
	const stateDir = root.getPath('archive/app');
	const world = { ...writer(500), configDir: root.getPath('home') };
	const found = sessionFiles(placeIn(stateDir), session, world);
	expect(found.map(({ kind }) => kind)).toEqual(['record']);
	expect(await found[0]?.remove()).toBeUndefined();
	const left = ['sessions/c0de0001.json', 'sessions/index.json', 'index.json'];
	expect(left.filter((name) => existsSync(join(stateDir, name)))).toEqual(['index.json']);
});
