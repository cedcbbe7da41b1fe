import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A project such as a new user may have, with how its tests are typed there. */
export interface Sample {
	readonly name: string;
	readonly files: Readonly<Record<string, string>>;
	readonly git: boolean;
	/** The file that the session changes. */
	readonly edits: string;
	/** A line that runs all of its tests, as a model would type it. */
	readonly test: string;
	/** A line that proves nothing, and a part of what the model is told about it at once. */
	readonly unproven: { readonly line: string; readonly told: RegExp };
}

const passing = "import { test } from 'node:test';\ntest('works', () => {});\n";
const json = (value: object) => `${JSON.stringify(value, undefined, '\t')}\n`;
const node = { private: true, type: 'module', scripts: { test: 'node --test' } };
const hidden = { line: 'npm test 2>&1 | tail -5', told: /does not count[\s\S]*npm/ };

/** Needs nothing that is not on every machine with Node and git: pytest is a stand-in in the sample's own environment. */
export const samples: readonly Sample[] = [
	{
		name: 'TypeScript',
		git: true,
		files: {
			'package.json': json({ name: 'shop', ...node }),
			'tsconfig.json': json({ compilerOptions: { strict: true } }),
			'src/login.ts': 'export const login = (name: string) => name;\n',
			'test/login.test.mjs': passing,
		},
		edits: 'src/login.ts',
		test: 'npm t',
		unproven: hidden,
	},
	{
		name: 'Python',
		git: true,
		files: {
			'pyproject.toml': '[project]\nname = "shop"\nversion = "1.0"\n\n[tool.pytest.ini_options]\n',
			'shop/login.py': 'def login(name):\n    return name\n',
			'tests/test_login.py': 'def test_login():\n    assert True\n',
			'.gitignore': '.venv/\n',
			'.venv/bin/activate': 'PATH="$PWD/.venv/bin:$PATH"\n',
			'.venv/bin/pytest': '#!/bin/sh\necho "== 1 passed in 0.01s =="\n',
		},
		edits: 'shop/login.py',
		test: 'source .venv/bin/activate && pytest',
		unproven: {
			line: '.venv/bin/pytest tests/test_login.py',
			told: /does not count[\s\S]*pytest/,
		},
	},
	{
		name: 'monorepo',
		git: true,
		files: {
			'package.json': json({
				...node,
				workspaces: ['packages/*'],
				scripts: { test: 'npm test --workspaces' },
			}),
			'packages/cart/package.json': json({ name: 'cart', ...node }),
			'packages/cart/cart.test.mjs': passing,
			'packages/pay/package.json': json({ name: 'pay', ...node }),
			'packages/pay/pay.js': 'export const pay = () => 1;\n',
			'packages/pay/pay.test.mjs': passing,
		},
		edits: 'packages/pay/pay.js',
		test: 'npm run test',
		unproven: { line: 'npm test -w pay', told: /does not count[\s\S]*npm test/ },
	},
	{
		name: 'no git',
		git: false,
		files: {
			'package.json': json({ name: 'notes', ...node }),
			'notes.mjs': 'export const notes = [];\n',
			'notes.test.mjs': passing,
		},
		edits: 'notes.mjs',
		test: 'npm test',
		unproven: hidden,
	},
];

/** Writes a sample's files below `root`; what stands in a `bin` folder is made a program. */
export function writeSample(root: string, { files }: Sample): void {
	for (const [name, text] of Object.entries(files)) {
		const file = path.join(root, name);
		mkdirSync(path.dirname(file), { recursive: true });
		writeFileSync(file, text);
		if (name.includes('bin/')) chmodSync(file, 0o755);
	}
}
