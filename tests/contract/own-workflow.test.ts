import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { makeWorld } from '../support/git-world.ts';
import { builtReq, runNode } from '../support/run-hook.ts';

interface Wired {
	readonly args?: readonly string[];
	readonly timeout: number;
}
interface Group {
	readonly matcher?: string;
	readonly hooks: readonly Wired[];
}
type Wiring = Readonly<Record<string, readonly Group[]>>;

const repository = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string) => JSON.parse(readFileSync(`${repository}/${name}`, 'utf8'));
const shipped = processesOnly(read('hooks/hooks.json').hooks);
const dev: Wiring = read('.claude/settings.dev.json').hooks;

/** Without the server's hooks: a developer's session has none. */
function processesOnly(wiring: Wiring): Wiring {
	const left = (hooks: readonly Wired[]) => hooks.filter(({ args }) => args !== undefined);
	return Object.fromEntries(
		Object.entries(wiring).map(([event, groups]) => [
			event,
			groups
				.map((group) => ({ ...group, hooks: left(group.hooks) }))
				.filter(({ hooks }) => hooks.length > 0),
		]),
	);
}

/** Event by event: on which tools, and which hook. */
function wiredIn(wiring: Wiring): object {
	const nameOf = ({ args }: Wired) => args?.at(-1)?.replace(/^.*\/|\.[a-z]+$/g, '');
	return Object.fromEntries(
		Object.entries(wiring).map(([event, groups]) => [
			event,
			groups.map(({ matcher, hooks }) => [
				matcher,
				// The launcher is the session start where there is a build.
				hooks.map((hook) => nameOf(hook)?.replace('launch', 'session-start')),
			]),
		]),
	);
}

function timeoutsIn(wiring: Wiring): number[] {
	return Object.values(wiring).flatMap((groups) =>
		groups.flatMap(({ hooks }) => hooks.map(({ timeout }) => timeout)),
	);
}

it('opening this repository gates nobody: its settings wire nothing and turn nothing on', () => {
	expect(Object.keys(read('.claude/settings.json'))).toEqual(['permissions']);
});

it('`npm run dev:claude` wires what the plugin wires, and waits longer', () => {
	expect(wiredIn(dev)).toEqual(wiredIn(shipped));
	const usual = timeoutsIn(shipped);
	expect(timeoutsIn(dev).every((timeout, index) => timeout > (usual[index] ?? 0))).toBe(true);
});

it("this project's own requirements have no problem", async () => {
	await using scratch = await makeWorld();
	const env = { PATH: process.env['PATH'] ?? '', HOME: scratch.dir, NO_COLOR: '1' };

	const check = runNode([builtReq, 'config', 'check'], { cwd: repository, stdin: '', env });

	expect(check).toMatchObject({ exit: 0, stderr: '' });
	expect(check.stdout).toContain('no problem');
});
