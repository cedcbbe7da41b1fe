import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Run } from './client-run.ts';
import { playAtTerminal } from './client-terminal.ts';
import { type ClientWorld, openGatedWorld } from './client-world.ts';
import { putProgram } from './installed-world.ts';
import { bash, skill, type Turn, text, write } from './model-turns.ts';

/** A repository in which nobody has used req yet. */
export interface Sample {
	readonly files: Readonly<Record<string, string>>;
	/** What Claude changes; `good` passes the tests. */
	readonly file: string;
	readonly bad: string;
	readonly good: string;
	/** What `req init` proposes. */
	readonly tests: string;
	readonly isGit?: boolean;
}

const test = (from: string) =>
	`import { test } from 'node:test';\nimport { equal } from 'node:assert';\nimport { a } from '${from}';\ntest('a', () => equal(a, 1));\n`;
const script = (more: object = {}) =>
	`${JSON.stringify({ private: true, type: 'module', scripts: { test: 'node --test' }, ...more })}\n`;
const GOOD = 'export const a = 1;\n';
const BAD = 'export const a = 2;\n';

export const SAMPLES: Readonly<Record<string, Sample>> = {
	TypeScript: {
		files: {
			'package.json': script(),
			'tsconfig.json': '{ "compilerOptions": { "strict": true } }\n',
			'test/a.test.mjs':
				"import { test } from 'node:test';\nimport { match } from 'node:assert';\nimport { readFileSync } from 'node:fs';\ntest('a', () => match(readFileSync('src/a.ts', 'utf8'), /= 1/));\n",
		},
		file: 'src/a.ts',
		bad: BAD,
		good: GOOD,
		tests: 'npm test',
	},
	Python: {
		files: {
			'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
			'tests/test_greet.py': 'from greet import greet\n\ndef test_greet():\n    assert greet() == "hi"\n',
		},
		file: 'greet.py',
		bad: 'def greet():\n    return "ho"\n',
		good: 'def greet():\n    return "hi"\n',
		tests: 'pytest',
	},
	monorepo: {
		files: {
			'package.json': script({
				workspaces: ['packages/*'],
				scripts: { test: 'npm test --workspaces' },
			}),
			'packages/a/package.json': script({ name: 'a' }),
			'packages/a/a.test.js': test('./a.js'),
			'packages/b/package.json': script({ name: 'b' }),
			'packages/b/b.test.js': test('../a/a.js'),
		},
		file: 'packages/a/a.js',
		bad: BAD,
		good: GOOD,
		tests: 'npm test',
	},
	'no git': {
		files: { 'package.json': script(), 'a.test.js': test('./a.js') },
		file: 'a.js',
		bad: BAD,
		good: GOOD,
		tests: 'npm test',
		isGit: false,
	},
};

/** What happened on the first day. */
export interface Day {
	/** What `req init` printed. */
	readonly init: string;
	/** The first session, without a terminal. */
	readonly work: Run;
	/** What the client sent to the terminal of the second one. */
	readonly sent: string;
	readonly status: string;
	readonly report: string;
	readonly subjects: string;
}

/** pytest as far as this day needs it. */
const PYTEST = `if grep -q '"hi"' greet.py; then echo '1 passed in 0.01s'; else echo '1 failed in 0.01s'; exit 1; fi`;

/** From a repository without a config to a commit: once without a terminal, then again in one. */
export async function playFirstDay(sample: Sample): Promise<Day> {
	await using world = await openGatedWorld('');
	const { isGit = true } = sample;
	for (const [name, body] of Object.entries(sample.files)) world.write(name, body);
	if (isGit) {
		world.git('add', '-A');
		world.git('commit', '-q', '-m', 'The project');
	} else rmSync(world.path('.git'), { recursive: true });
	const bin = path.join(world.root, 'bin');
	putProgram(path.join(bin, 'pytest'), PYTEST);
	const env = { PATH: `${bin}:${world.env['PATH']}` };
	const init = world.req('init', '--preset', 'review', '--yes');
	const work = await world.run({ prompts: ['Set a.'], env, main: firstSession(world, sample) });
	const { sent } = await playAtTerminal(world, {
		typed: 'Set a again.',
		main: [write(world.path(sample.file), sample.good), text('It is blocked.')],
		keys: [['It is blocked.', '/req:satisfy commit_plan\r']],
		until: 'satisfied for this session',
		env,
	});
	return {
		init,
		work,
		sent,
		status: world.req('status'),
		report: world.req('log', '--report'),
		subjects: isGit ? world.git('log', '--format=%s') : '',
	};
}

/** Each step meets its gate first: the plan, the tests, and where there are commits the review. */
function firstSession(world: ClientWorld, { file, bad, good, tests, isGit }: Sample): Turn[] {
	const at = world.path(file);
	const commit = bash('git add -A && git commit -q -m "Set a"');
	const committing = [
		...[commit, skill('req:pre-commit')],
		...[bash('req done pre-commit --evidence "1 file read, tests passed"'), commit],
	];
	return [
		...[write(at, bad), skill('req:arch-review')],
		bash('req done arch-review --evidence "one commit: a is set"'),
		...[write(at, bad), bash(tests), text('Done.')],
		...[write(at, good), bash(tests)],
		...(isGit === false ? [] : committing),
		text('a is set.'),
	];
}
