import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { beforeAll, expect, it } from 'vitest';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');

/** A file that breaks a rule, a piece of the message it must get; `undefined`: it is allowed there. */
const CANARIES: readonly [string, string | undefined][] = [
	['src/shell/catches.ts', 'What decides does not catch'],
	['src/shell/catches-with-a-name.ts', 'What decides does not catch'],
	['src/gate/finishes.ts', 'What decides does not catch'],
	['src/shell/reads-the-clock.ts', 'Time and chance are arguments'],
	['src/gate/makes-a-date.ts', 'Time and chance are arguments'],
	['src/shell/rolls-dice.ts', 'Time and chance are arguments'],
	['src/commands/reads-the-clock.ts', 'Time and chance are arguments'],
	['src/shell/waits.ts', 'global variable setTimeout'],
	['src/store/knows-its-folder.ts', 'only src/doors reads the process'],
	['src/store/speaks.ts', 'only src/doors reads the process'],
	['src/store/goes-home.ts', 'only src/doors reads the process'],
	['src/commands/ends-the-process.ts', 'only src/doors reads the process'],
	['src/store/compares-with-stamps.ts', undefined],
	['src/shell/parses-a-date.ts', undefined],
	['src/store/catches.ts', undefined],
	['src/store/reads-the-environment.ts', 'process.env'],
	['src/store/prints.ts', 'console'],
	['src/doors/reads-the-environment.ts', undefined],
	['src/doors/knows-its-folder.ts', undefined],
];

let report = '';

/** The canaries where the linter takes them for sources: it is told to leave them alone where they are. */
beforeAll(async () => {
	await using copy = await createFixture();
	for (const name of ['biome.json', 'package.json', '.gitignore', 'tests/architecture/lint']) {
		cpSync(`${repository}${name}`, `${copy.path}/${name}`, { recursive: true });
	}
	cpSync(`${repository}tests/architecture/canary/lint`, copy.path, { recursive: true });
	const args = ['lint', '--reporter=github', '--max-diagnostics=none', '.'];
	const ran = spawnSync(process.execPath, [biome, ...args], { cwd: copy.path, encoding: 'utf8' });
	report = ran.stdout;
});

it.each(CANARIES)('%s is told: %s', (file, message) => {
	const told = report.split('\n').filter((line) => line.includes(`/${file},`));
	if (message === undefined) expect(told).toEqual([]);
	else expect(told.join('\n')).toContain(message);
});
