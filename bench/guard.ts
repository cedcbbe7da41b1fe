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
 * What the guard inside the client costs a session of the real one: sessions beside each other, none always first, with the
 * built plugin, without its guard, and with a module in its place that lets every call pass. Without the guard nobody needs
 * receipts, so none are left either. What the third takes no guard can go below.
 */
const { values: options } = parseArgs({
	options: {
		rounds: { type: 'string', default: '11' },
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

/** The same events as the guard's, and nothing done. */
const PASSING = `export function register(on) {
	on('session.start', {}, async ($, e, next) => next(e));
	on('tool.run', { tool: /^(?:Edit|Write|MultiEdit|NotebookEdit|Bash|Monitor|mcp__.*)$/ }, async ($, e, next) => next(e));
}
`;
const KINDS = ['without', 'passing', 'guarded'] as const;
type Kind = (typeof KINDS)[number];

/** The plugin as it is built now, with its guard, with another module in its place, or with none. A build meanwhile changes nothing. */
function copyOf(kind: Kind, scratch: string): string {
	const folder = join(scratch, kind);
	cpSync(PLUGIN, folder, { recursive: true });
	const file = join(folder, 'hooks/hooks.json');
	const { modules, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
	if (kind === 'without') writeFileSync(file, JSON.stringify(rest));
	if (kind === 'passing') writeFileSync(join(folder, 'hooks', modules[0]), PASSING);
	return folder;
}

/** Starts the client, and writes down what it took when it has ended. */
function timing(scratch: string): string {
	const program = join(scratch, 'timed');
	writeFileSync(program, '#!/bin/bash\n"$PROGRAM" "$@"\ntimes > "$TIMES"\n', { mode: 0o755 });
	return program;
}

async function session(kind: Kind, scratch: string): Promise<Cost> {
	const isGuarded = kind === 'guarded';
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
		args: [
			'--plugin-dir',
			join(scratch, kind),
			'--allowedTools',
			'Bash',
			'--model',
			'claude-sonnet-4-5',
		],
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

/** In percent of the session without, as the middle of the rounds. */
function rowOf(what: keyof Cost, kind: Kind, rounds: readonly Record<Kind, Cost>[]): string {
	const whole = median(rounds.map((round) => round[kind][what])).toFixed(2);
	const more = median(rounds.map((round) => round[kind][what] - round.without[what]));
	const share = median(rounds.map((round) => round[kind][what] / round.without[what] - 1));
	const beyond =
		kind === 'without'
			? ''
			: `: ${(more * 1000).toFixed(0)} ms more (${(share * 100).toFixed(1)} %)`;
	return `${what}, ${kind}: ${whole} s${beyond}`;
}

const scratch = mkdtempSync(join(tmpdir(), 'req-bench-'));
try {
	for (const kind of KINDS) copyOf(kind, scratch);
	const rounds: Record<Kind, Cost>[] = [];
	for (let at = 0; at < Number(options.rounds); at += 1) {
		const order = at % 2 === 0 ? KINDS : KINDS.toReversed();
		const costs: [Kind, Cost][] = [];
		for (const kind of order) costs.push([kind, await session(kind, scratch)]);
		const round = Object.fromEntries(costs) as Record<Kind, Cost>;
		rounds.push(round);
		const told = KINDS.map(
			(kind) => `${kind} ${round[kind].wall.toFixed(2)} s, ${round[kind].processor.toFixed(2)} s`,
		);
		console.error(`${at + 1}: on the clock and of processors: ${told.join('; ')}`);
	}
	console.log(`${rounds.length} rounds of sessions with ${options.calls} Bash calls:`);
	for (const what of ['wall', 'processor'] as const) {
		for (const kind of KINDS) console.log(rowOf(what, kind, rounds));
	}
} finally {
	rmSync(scratch, { recursive: true });
}
