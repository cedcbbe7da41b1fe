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
		  "adapters-depends-inward: src/adapters/knows-a-use-case.ts",
		  "app-depends-inward: src/app/reaches-an-adapter.ts",
		  "app-is-pure: src/app/reads-a-path.ts",
		  "app-is-pure: src/app/validates.ts",
		  "cli-depends-inward: src/cli/reaches-an-adapter.ts",
		  "config-depends-inward: src/config/knows-a-use-case.ts",
		  "core-depends-inward: src/core/knows-a-use-case.ts",
		  "core-is-pure: src/core/loads-all-of-zod.ts",
		  "core-is-pure: src/core/parses-shell.ts",
		  "core-is-pure: src/core/parses-stems.ts",
		  "core-is-pure: src/core/reads-a-file.ts",
		  "core-touches-nothing: src/core/locks.ts",
		  "events-depends-inward: src/events/runs-a-command.ts",
		  "gate-depends-inward: src/gate/knows-a-use-case.ts",
		  "git-depends-inward: src/git/knows-a-use-case.ts",
		  "hooks-depends-inward: hooks/skips-the-runtime.ts",
		  "hooks-depends-inward: hooks/starts-the-command-line.ts",
		  "host-depends-inward: src/host/knows-a-use-case.ts",
		  "journal-depends-inward: src/journal/knows-a-use-case.ts",
		  "memory-depends-inward: src/memory/knows-a-use-case.ts",
		  "no-cycles: src/runtime/one.ts",
		  "no-dev-tool-in-shipped-code: src/runtime/imports-a-dev-tool.ts",
		  "no-tests-in-shipped-code: src/runtime/imports-a-test.ts",
		  "one-home-for-@clack/prompts: src/cli/other-prompts.ts",
		  "one-home-for-commander: src/runtime/parses-arguments.ts",
		  "one-home-for-proper-lockfile: src/adapters/other-lock.ts",
		  "one-home-for-simple-git: src/adapters/other-git.ts",
		  "one-home-for-stemmer: src/core/parses-stems.ts",
		  "one-home-for-unbash: src/core/parses-shell.ts",
		  "one-home-for-yaml: src/adapters/other-yaml.ts",
		  "rooms-are-pure: src/config/reads-a-file.ts",
		  "runs-depends-inward: src/runs/runs-a-command.ts",
		  "runtime-depends-inward: src/runtime/imports-a-test.ts",
		  "runtime-depends-inward: src/runtime/knows-the-cli.ts",
		  "secrets-depends-inward: src/secrets/knows-a-use-case.ts",
		  "server-depends-inward: src/server.ts",
		  "setup-depends-inward: src/setup/runs-a-command.ts",
		  "shell-depends-inward: src/shell/knows-a-use-case.ts",
		  "state-depends-inward: src/state/knows-a-use-case.ts",
		  "store-depends-inward: src/store/knows-a-use-case.ts",
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
