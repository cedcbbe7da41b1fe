import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cruise, type IReporterOutput } from 'dependency-cruiser';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { forbidden, options } from './rules.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
const canary = fileURLToPath(new URL('canary/imports/', import.meta.url));

/** Every source file below `baseDir`, as a path from there. */
function sourcesBelow(baseDir: string): string[] {
	return ['src', 'hooks'].flatMap((dir) =>
		readdirSync(`${baseDir}${dir}`, { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
			.map((name) => `${dir}/${name}`),
	);
}

/** The modules below `baseDir` and every rule that one of them breaks, as `rule: file`. */
async function look(baseDir: string) {
	const ruleSet = { forbidden };
	const files = sourcesBelow(baseDir);
	const cruised = await cruise(files, { ...options, baseDir, ruleSet, validate: true });
	const { modules, summary } = resultOf(cruised);
	const broken = summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
	return { seen: modules.map(({ source }) => source), broken: [...new Set(broken)].sort() };
}

function resultOf({ output }: IReporterOutput) {
	if (typeof output === 'string') throw new Error('the cruise gave a text, not a result');
	return output;
}

it('every rule can fail: each has a file that breaks it', async () => {
	const { broken } = await look(canary);
	expect(broken).toMatchInlineSnapshot(`
		[
		  "commands-depends-inward: src/commands/opens-a-door.ts",
		  "config-depends-inward: src/config/knows-a-command.ts",
		  "events-depends-inward: src/events/knows-a-command.ts",
		  "gate-depends-inward: src/gate/knows-a-command.ts",
		  "git-depends-inward: src/git/knows-a-command.ts",
		  "hooks-open-a-door: hooks/starts-a-command.ts",
		  "host-depends-inward: src/host/knows-a-command.ts",
		  "journal-depends-inward: src/journal/knows-a-command.ts",
		  "memory-depends-inward: src/memory/knows-a-command.ts",
		  "no-cycles: src/doors/one.ts",
		  "no-dev-tool-in-shipped-code: src/doors/imports-a-dev-tool.ts",
		  "no-tests-in-shipped-code: src/doors/imports-a-test.ts",
		  "one-home-for-@clack/prompts: src/commands/other-prompts.ts",
		  "one-home-for-commander: src/events/parses-arguments.ts",
		  "one-home-for-proper-lockfile: src/doors/other-lock.ts",
		  "one-home-for-simple-git: src/doors/other-git.ts",
		  "one-home-for-stemmer: src/gate/parses-stems.ts",
		  "one-home-for-unbash: src/gate/parses-shell.ts",
		  "one-home-for-yaml: src/doors/other-yaml.ts",
		  "rooms-are-pure: src/config/reads-a-file.ts",
		  "runs-depends-inward: src/runs/knows-a-command.ts",
		  "secrets-depends-inward: src/secrets/knows-a-command.ts",
		  "setup-depends-inward: src/setup/knows-a-command.ts",
		  "shell-depends-inward: src/shell/knows-a-command.ts",
		  "state-depends-inward: src/state/knows-a-command.ts",
		  "store-depends-inward: src/store/knows-a-command.ts",
		  "text-depends-inward: src/text/knows-a-command.ts",
		  "values-are-pure: src/store/document.ts",
		]
	`);
	const names = broken.map((line) => line.split(':')[0]);
	expect([...new Set(names)].sort()).toEqual(forbidden.map(({ name }) => name).sort());
});

it('the repository breaks no rule, and every source file was looked at', async () => {
	const { seen, broken } = await look(repository);
	expect(broken).toEqual([]);
	expect(sourcesBelow(repository).filter((file) => !seen.includes(file))).toEqual([]);
});

it('capture, restorer, scorer, decay and preamble are modules of their own', () => {
	const files = [
		...['events/capture-call', 'memory/defined-functions', 'memory/restoration'],
		...['memory/relevance', 'memory/sections'],
	];
	expect(files.filter((file) => !existsSync(`${repository}src/${file}.ts`))).toEqual([]);
});

it('typescript stays below 7, where dependency-cruiser sees no .ts file and finds nothing wrong', () => {
	expect(Number(packageJson.devDependencies.typescript.split('.')[0])).toBeLessThan(7);
});
