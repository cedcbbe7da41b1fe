import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { clientBinary, installedVersions } from '../support/client-binary.ts';
import { checkout, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, skill, write } from '../support/model-turns.ts';
import { injectedContext, mainRequests, toolResults } from '../support/seen-by-model.ts';

const copies: string[] = [];

afterEach(() => {
	for (const copy of copies.splice(0)) rmSync(copy, { recursive: true });
});

/** These parts of the checkout in a directory whose path has spaces. */
function copyOf(...parts: readonly string[]): string {
	const copy = mkdtempSync(path.join(tmpdir(), 'req e2e plugin '));
	copies.push(copy);
	for (const part of parts) {
		cpSync(path.join(checkout, part), path.join(copy, part), { recursive: true });
	}
	return copy;
}

const shipped = [
	'.claude-plugin',
	'.claude/skills',
	'bin',
	'hooks/hooks.json',
	'hooks/keep-bytecode.cjs',
	'hooks/launch.cjs',
];

it('works from a directory whose path has spaces', async () => {
	await using world = await openGatedWorld(plan, { plugin: copyOf(...shipped, 'dist') });
	const file = world.path('a.ts');

	const run = await world.run({
		main: [write(file), skill('req:arch-review'), write(file), bash('req status')],
	});

	expect(toolResults(run).map(({ failed }) => failed)).toEqual([true, false, false, false]);
});

it.each(installedVersions)(
	'Claude Code %s: without its build it says so at the start, and nothing breaks',
	async (client) => {
		await using world = await openGatedWorld(plan, { client, plugin: copyOf(...shipped) });

		const run = await world.run({ main: [write(world.path('a.ts'))] });

		const [told] = injectedContext(mainRequests(run)[0], 'SessionStart');
		expect(told).toContain('npm ci');
		expect(toolResults(run).map(({ failed }) => failed)).toEqual([false]);
	},
);

it("passes the client's own strict validation", async () => {
	await using world = await openGatedWorld(plan);
	const client = clientBinary('2.1.332');
	if (client === undefined) throw new Error('the pinned client is not installed: npm run test:e2e');

	// What is installed. Beside a module it checks every source as one of the client's, which ours of a checkout are not.
	const built = path.join(checkout, 'dist/plugin');
	const { status, stdout } = spawnSync(client, ['plugin', 'validate', '--strict', built], {
		env: { PATH: process.env['PATH'], HOME: world.path('.') },
		encoding: 'utf8',
	});

	expect(stdout).toContain('Validation passed');
	expect(status).toBe(0);
});
