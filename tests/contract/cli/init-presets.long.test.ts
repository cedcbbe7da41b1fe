import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PRESETS } from '../../../src/config/built-in.ts';
import { withSchema } from '../../../src/core/setup/preset-text.ts';
import { makeReqWorld } from '../../support/run-req.ts';
import { treePrint } from '../../support/tree-print.ts';

const LAYERS = [
	['project', [], 'repo/.claude/requirements.yaml'],
	['local', ['--local'], 'repo/.claude/requirements.local.yaml'],
	['global', ['--global'], 'claude/requirements.yaml'],
] as const;

const CASES = Object.keys(PRESETS).flatMap((preset) =>
	LAYERS.map(([layer, options, path]) => ({ preset, layer, options, path })),
);

it.each(CASES)('init writes the preset $preset into the $layer file, once', async (one) => {
	await using world = await makeReqWorld(undefined);
	const { text } = PRESETS[one.preset as keyof typeof PRESETS];
	const file = join(world.dir, one.path);
	const args = ['init', '--preset', one.preset, ...one.options];
	expect(await world.req(...args, '--dry-run')).toMatchObject({ exit: 0, stderr: '' });
	expect(existsSync(file)).toBe(false);
	expect(await world.req(...args, '--yes')).toMatchObject({ exit: 0, stderr: '' });
	const written = readFileSync(file, 'utf8');
	expect(withSchema(written, '')).toBe(withSchema(text, ''));
	expect(await world.req('config', 'check')).toMatchObject({ exit: 0, stderr: '' });
	const before = treePrint(world.dir);
	const again = await world.req(...args);
	expect(again).toMatchObject({ exit: 0, stderr: '' });
	expect(again.stdout).toContain('nothing to change');
	expect(treePrint(world.dir)).toEqual(before);
});
