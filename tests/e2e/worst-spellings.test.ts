import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { bash, text } from '../support/model-turns.ts';
import { heldStops, mainRequests, toolResults } from '../support/seen-by-model.ts';

const config = `version: 1
observe: snapshot
requirements:
  commit_plan: { triggers: [{ edit: "src/**" }], skills: [arch-review], hold_stop: false }
`;

/** Changes a file with work of the user's, one as it is committed and one that git does not know; adds one, removes one. */
const GENERATOR = `const fs = require('node:fs');
for (const name of ['mine', 'clean', 'unknown', 'new']) fs.writeFileSync('src/' + name + '.ts', 'generated\\n');
fs.rmSync('src/gone.ts');
`;

/** Ways to write that nobody reads from the words. */
const spellings = [
	'node gen.cjs',
	'npm run -s gen',
	'bash < tools/line',
	"git -c alias.w='!node gen.cjs' w",
	"trap 'node gen.cjs' EXIT",
	'NODE_OPTIONS="--require ./gen.cjs" node --version; NODE_OPTIONS="--require ./gen.cjs" node -e 0',
	"printf '\\163\\162\\143/mine.ts' | xargs node -e \"fs.appendFileSync(process.argv[1], 'x')\"",
	"ln src/mine.ts other-name; node -e \"fs.appendFileSync('other-name', 'x')\"",
	"ln -s src elsewhere; node -e \"for (const one of fs.readdirSync('elsewhere')) fs.rmSync('elsewhere/' + one)\"",
	"node -e \"fs.chmodSync('src/mine.ts', 0o755); fs.symlinkSync('mine.ts', 'src/link.ts'); process.exit(3)\"",
];

/** Each file below `src`: its mode and its bytes. */
function filesOf(world: ClientWorld): Record<string, string> {
	const names = readdirSync(world.path('src')).sort();
	return Object.fromEntries(
		names.map((name) => {
			const file = world.path(path.join('src', name));
			return [name, `${lstatSync(file).mode} ${readFileSync(file, 'latin1')}`];
		}),
	);
}

it.each(spellings)('%s: told at once, held at the stop, put back byte for byte', async (line) => {
	await using world = await openGatedWorld(config);
	for (const name of ['mine', 'clean', 'gone']) world.write(`src/${name}.ts`, `${name}\r\n`);
	world.write('gen.cjs', GENERATOR);
	world.write('tools/line', 'node gen.cjs\n');
	world.write('package.json', JSON.stringify({ scripts: { gen: 'node gen.cjs' } }));
	world.git('add', '-A');
	world.git('commit', '-q', '-m', 'Add a generator');
	world.write('src/mine.ts', 'by hand, no newline');
	world.write('src/unknown.ts', 'not in git yet\n');
	const before = filesOf(world);
	let changed = before;
	const run = await world.run({
		main: [
			bash(line),
			() => {
				changed = filesOf(world);
				return text('Done.');
			},
			bash('req restore'),
			text('Put back.'),
		],
	});
	expect(changed).not.toEqual(before);
	const [, told] = mainRequests(run).map((request) => JSON.stringify(request));
	expect(told).toContain('changed during this Bash call although 1 requirement is unmet');
	expect(heldStops(run)).toHaveLength(1);
	expect(toolResults(run).at(-1)).toMatchObject({ failed: false });
	expect(filesOf(world)).toEqual(before);
});
