import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { ClientVersion } from '../tests/support/client-binary.ts';
import { startClient } from '../tests/support/client-run.ts';
import { openGatedWorld } from '../tests/support/client-world.ts';
import { bash, text } from '../tests/support/model-turns.ts';

/**
 * What the guard inside the client costs a session of the real one: pairs of sessions, with the built plugin and without its
 * guard, beside each other and neither always first. Without the guard nobody needs receipts, so none are left either.
 */
const { values: options } = parseArgs({
	options: {
		pairs: { type: 'string', default: '11' },
		calls: { type: 'string', default: '40' },
		client: { type: 'string', default: '2.1.330' },
	},
});

const CONFIG = 'version: 1\nrequirements:\n  commit_plan: { triggers: [{ edit: "src/**" }] }\n';
const PLUGIN = fileURLToPath(new URL('../dist/plugin', import.meta.url));

/** Seconds on the clock, and of the processors: of the client and of all that it started. */
interface Cost {
	readonly wall: number;
	readonly processor: number;
}

/** The plugin as it is built now: a build meanwhile changes nothing. */
function copyOf(scratch: string, name: string): string {
	const folder = join(scratch, name);
	cpSync(PLUGIN, folder, { recursive: true });
	return folder;
}

/** The plugin without its module. */
function withoutGuard(scratch: string): string {
	const folder = copyOf(scratch, 'without');
	const file = join(folder, 'hooks/hooks.json');
	const { modules: _, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
	writeFileSync(file, JSON.stringify(rest));
	return folder;
}

/** Starts the client, and writes down what it took when it has ended. */
function timing(scratch: string): string {
	const program = join(scratch, 'timed');
	writeFileSync(program, '#!/bin/bash\n"$PROGRAM" "$@"\ntimes > "$TIMES"\n', { mode: 0o755 });
	return program;
}

async function session(folder: string, scratch: string, isGuarded: boolean): Promise<Cost> {
	const client = options.client as ClientVersion;
	await using world = await openGatedWorld(CONFIG, { client, plugin: undefined });
	const receipts = join(world.home, '.claude/requirements/calls');
	const count = Number(options.calls) - 1;
	const calls = Array.from({ length: count }, (_, at) => bash(`echo ${at}`));
	const first = () => {
		if (!isGuarded) rmSync(receipts, { recursive: true });
		return bash('true');
	};
	const times = join(world.root, 'times');
	const run = await startClient({
		program: timing(scratch),
		args: ['--plugin-dir', folder, '--allowedTools', 'Bash', '--model', 'claude-sonnet-4-5'],
		prompts: ['Go on.'],
		approves: false,
		cwd: world.repo,
		env: { ...world.env, PROGRAM: world.program, TIMES: times },
		script: {
			main: [first, ...calls, () => text(String(existsSync(receipts)))],
			agent: [],
		},
	});
	const { ms, messages } = await run.done;
	const said = messages.find(({ type }) => type === 'result')?.result;
	if (said !== String(isGuarded)) throw new Error(`receipts: ${said}, expected ${isGuarded}`);
	return { wall: ms / 1000, processor: processorSeconds(readFileSync(times, 'utf8')) };
}

/** `0m1.5s 0m0.2s` twice: of the shell, and of what it waited for. */
function processorSeconds(text: string): number {
	const all = [...text.matchAll(/(\d+)m([\d.]+)s/g)];
	return all.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

function median(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function rowOf(what: keyof Cost, pairs: readonly { without: Cost; guarded: Cost }[]): string {
	const [without, guarded] = [
		median(pairs.map((pair) => pair.without[what])),
		median(pairs.map((pair) => pair.guarded[what])),
	];
	const more = median(pairs.map((pair) => pair.guarded[what] - pair.without[what]));
	const share = median(pairs.map((pair) => pair.guarded[what] / pair.without[what] - 1));
	const cells = [without.toFixed(2), guarded.toFixed(2), `${(more * 1000).toFixed(0)} ms`];
	return `${what}: without ${cells[0]} s, with the guard ${cells[1]} s; pairs differ by ${cells[2]} (${(share * 100).toFixed(1)} %)`;
}

const scratch = mkdtempSync(join(tmpdir(), 'req-bench-'));
try {
	const [bare, whole] = [withoutGuard(scratch), copyOf(scratch, 'whole')];
	const pairs: { without: Cost; guarded: Cost }[] = [];
	for (let at = 0; at < Number(options.pairs); at += 1) {
		const first = at % 2 === 0 ? await session(whole, scratch, true) : undefined;
		const without = await session(bare, scratch, false);
		const guarded = first ?? (await session(whole, scratch, true));
		pairs.push({ without, guarded });
		console.error(
			`${at + 1}: ${without.wall.toFixed(2)} and ${guarded.wall.toFixed(2)} s on the clock, ${without.processor.toFixed(2)} and ${guarded.processor.toFixed(2)} s of processors`,
		);
	}
	console.log(`${pairs.length} pairs of sessions with ${options.calls} Bash calls:`);
	console.log([rowOf('wall', pairs), rowOf('processor', pairs)].join('\n'));
} finally {
	rmSync(scratch, { recursive: true });
}
