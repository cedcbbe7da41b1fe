import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copiedFrom, plansDirectory, settingsText } from '../../src/host/client-settings.ts';
import { writeIn } from '../support/git-repo.ts';
import { makeWorld } from '../support/git-world.ts';
import { makePipe } from '../support/make-pipe.ts';

const PLANS = JSON.stringify({ plansDirectory: 'plans' });
const ID = '10b6ef5f-0a74-4f50-a590-e21a7ae283d7';

async function world() {
	const at = await makeWorld();
	const root = join(at.dir, 'project');
	writeIn(root, '.claude/x', '');
	writeIn(at.dir, 'claude/x', '');
	const context = { configDir: join(at.dir, 'claude'), home: join(at.dir, 'home') };
	return { ...at, root, plans: () => plansDirectory({ root }, context) };
}

describe('the plans directory', () => {
	test.each(['project/.claude/settings.json', 'project/.claude/settings.local.json', 'claude/settings.json'])(
		'is read from %s',
		async (file) => {
			await using at = await world();
			expect(at.plans()).toBeUndefined();
			writeIn(at.dir, file, PLANS);
			expect(at.plans()).toBe(join(at.root, 'plans'));
		},
	);

	test('may be named by a file of the user that lies elsewhere', async () => {
		await using at = await world();
		writeIn(at.dir, 'dotfiles/settings.json', PLANS);
		symlinkSync('../dotfiles/settings.json', join(at.dir, 'claude/settings.json'));
		expect(at.plans()).toBe(join(at.root, 'plans'));
	});

	test.each<[string, (file: string) => void]>([
		['a pipe', makePipe],
		['a link to a device', (file) => symlinkSync('/dev/zero', file)],
		['a link out of the project', (file) => symlinkSync('../../outside.json', file)],
		['no JSON', (file) => writeFileSync(file, '{')],
	])('%s says nothing', async (_, make) => {
		await using at = await world();
		writeIn(at.dir, 'outside.json', PLANS);
		make(join(at.root, '.claude/settings.json'));
		expect(at.plans()).toBeUndefined();
	});
});

describe('where the messages of a transcript come from', () => {
	test('are found in a transcript, each once', async () => {
		await using at = await world();
		writeIn(at.dir, 't.jsonl', `{"promptId":"${ID}"}\n{"promptId":"${ID}"}\n`);
		const none = { prompts: [], sessions: [] };
		expect(copiedFrom(join(at.dir, 't.jsonl'))).toEqual({ ...none, prompts: [ID] });
		expect(copiedFrom(join(at.dir, 'none.jsonl'))).toEqual(none);
	});

	test('a copied answer names its session, what stands in a message names none', async () => {
		await using at = await world();
		const lines = [
			{ type: 'assistant', requestSessionId: 's1' },
			{ type: 'assistant', requestSessionId: 's2' },
			{ type: 'assistant', requestSessionId: 's1' },
			{ type: 'assistant', message: { input: { requestSessionId: 's3', promptId: 'p3' } } },
			{ type: 'assistant', requestSessionId: '../s4' },
		];
		const text = lines.map((line) => JSON.stringify(line)).join('\n');
		writeIn(at.dir, 't.jsonl', `{"requestSessionId":"torn\n${text}\n`);
		const found = { prompts: [], sessions: ['s2', 's1'] };
		expect(copiedFrom(join(at.dir, 't.jsonl'))).toEqual(found);
	});

	test('a pipe holds none', async () => {
		await using at = await world();
		makePipe(join(at.dir, 't.jsonl'));
		expect(copiedFrom(join(at.dir, 't.jsonl'))).toEqual({ prompts: [], sessions: [] });
	});
});

describe('the text of a settings file (D36)', () => {
	test('is empty where there is none, and unknown where it cannot be read', async () => {
		await using at = await world();
		const path = join(at.dir, 'claude/settings.json');
		expect(settingsText(path)).toBe('');
		writeIn(at.dir, 'claude/settings.json', '{"a":1}');
		expect(settingsText(path)).toBe('{"a":1}');
		expect(settingsText(join(at.dir, 'claude'))).toBeUndefined();
	});
});
