import { expect, it } from 'vitest';
import { clientVersions } from '../support/client-binary.ts';
import { openGatedWorld } from '../support/client-world.ts';
import { commit } from '../support/gated-configs.ts';
import { type Block, bash } from '../support/model-turns.ts';
import { toolResults } from '../support/seen-by-model.ts';

const config = `version: 1
requirements:
  commit_plan: { triggers: [{ edit: "src/**" }], skills: [arch-review] }
  tested:
    triggers: []
    blocks: [{ command: git commit }]
    commands: [npm test]
`;
/** More of a line the client does not hand on. */
const LENGTH = 96_000;

/** What becomes of a call: it runs, or its refusal holds this. */
type Becomes = readonly [Block, 'runs' | string];

function filled(start: string, piece: string, end: string): Block {
	const times = Math.floor((LENGTH - start.length - end.length) / piece.length);
	return bash(start + piece.repeat(times) + end);
}

/** A patch that writes one line into a new file. */
function patchOf(name: string): string {
	return `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`;
}

const longLines: readonly Becomes[] = [
	[filled('', 'a;', 'echo x > src/a.ts'), 'too long to read'],
	[filled('echo x > src/a.ts; foo', ' req satisfy', ''), 'only the user can'],
	[filled(': ', 'a ', ''), 'runs'],
];

/** What a patch names is not read: any file may change. */
const patches: readonly Becomes[] = [
	bash('git apply src.diff'),
	bash('patch -p1 < src.diff'),
	bash(`git apply <<'EOF'\n${patchOf('src/p.ts')}EOF`),
].map((block) => [block, 'it may change any file']);

const proofs: readonly Becomes[] = [
	[bash('npm test -- --help'), 'runs'],
	[bash('H=--help; npm test $H'), 'runs'],
	[bash('set -o no""exec; npm test'), 'runs'],
	[bash('cd sub && npm test; cd ..'), 'runs'],
	[bash('GOFLAGS=-n npm test'), 'runs'],
	[commit, 'tested'],
	[bash('npm test'), 'runs'],
	[commit, 'runs'],
];

it.each(clientVersions)(
	'%s: a line is held by what it does, however long it is, a patch as any file, and a run without tests proves nothing',
	async (client) => {
		await using world = await openGatedWorld(config, { client });
		const tests = JSON.stringify({ name: 'a', scripts: { test: 'true' } });
		for (const dir of ['', 'sub/']) world.write(`${dir}package.json`, tests);
		world.write('src.diff', patchOf('src/p.ts'));
		const all = [...longLines, ...patches, ...proofs];

		const run = await world.run({ main: all.map(([block]) => block) });

		const became = toolResults(run).map(({ failed, text }, at) => {
			const [, expected = ''] = all[at] ?? [];
			if (!failed) return 'runs';
			return text.includes(expected) ? expected : text;
		});
		expect(became).toEqual(all.map(([, expected]) => expected));
		expect(['src/a.ts', 'src/p.ts'].filter(world.exists)).toEqual([]);
	},
);
