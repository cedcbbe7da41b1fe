import { readFileSync, writeSync } from 'node:fs';
import { withLastConfig } from '../app/last-config.ts';
import type { Ports } from '../app/ports.ts';
import type { Shape } from '../core/document/shape.ts';
import { Fault } from '../core/fault/fault.ts';
import { type HookAnswer, type HookOutput, notify } from '../core/protocol/hook-messages.ts';
import { livePorts } from './live-ports.ts';

/** How long a hook may take and wait, in milliseconds. */
interface Patience {
	/** For one lock (D8). */
	readonly lockWaitMs: number;
	/** For the whole hook; afterwards the call goes on without an answer. */
	readonly deadlineMs: number;
}

/** What a hook does with its input. */
type Handle<Input> = (input: Input, ports: Ports) => Promise<HookAnswer>;

const USUAL: Patience = { lockWaitMs: 500, deadlineMs: 8_000 };

/** No event of a tool call grows beyond this; what does is not read into memory twice. */
const MAX_INPUT_BYTES = 4 * 1024 * 1024;

/**
 * Runs one hook: one JSON document from stdin, at most one to stdout. This is the fail-open boundary:
 * whatever goes wrong inside becomes a fault line, the exit code stays 0 and nothing is answered, so
 * that Claude Code carries on (D35).
 */
export async function runHook<Input>(
	schema: Shape<Input>,
	handle: Handle<Input>,
	patience: Patience = USUAL,
): Promise<never> {
	const ports = livePorts(patience.lockWaitMs);
	let cwd = process.cwd();
	let isSaid = false;
	/** A second document on stdout would make both unreadable, and the call would go on. */
	const say = (output: HookOutput) => {
		if (!isSaid) writeSync(1, JSON.stringify(output));
		isSaid = true;
	};
	const fail = async (error: unknown): Promise<never> => {
		const { messageOf, reportFault } = await import('./report-fault.ts');
		const isKept = await reportFault(error, { cwd, ports });
		// Where nothing can be written down, the user is told at once: never silently.
		if (!isKept) say(notify(`req: ${messageOf(error)}`));
		process.exit(0);
	};
	process.on('uncaughtException', fail);
	process.on('unhandledRejection', fail);
	const late = new Fault('deadline', `no answer within ${patience.deadlineMs} ms`, {
		hint: 'req status',
	});
	setTimeout(() => void fail(late), patience.deadlineMs).unref();
	try {
		const json = parseInput(readFileSync(0));
		cwd = cwdOf(json) ?? cwd;
		const input = checkInput(schema, json);
		const { session_id } = json as { readonly session_id?: unknown };
		const output = await handle(input, withLastConfig(session_id, ports));
		if (output !== undefined) say(output);
	} catch (error) {
		await fail(error);
	}
	process.exit(0);
}

function parseInput(bytes: Buffer): unknown {
	if (bytes.length > MAX_INPUT_BYTES) {
		throw new Fault('bad_input', `the hook input has ${bytes.length} bytes`);
	}
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch (cause) {
		throw new Fault('bad_input', 'the hook input is not JSON', { cause });
	}
}

function checkInput<Input>(schema: Shape<Input>, json: unknown): Input {
	const parsed = schema.safeParse(withoutNulls(json));
	if (parsed.success) return parsed.data;
	const key = parsed.issue.path.join('.');
	throw new Fault('bad_input', `the hook input has an unexpected shape at '${key}'`);
}

/** A field the host leaves empty is a field it leaves out. */
function withoutNulls(json: unknown): unknown {
	if (typeof json !== 'object' || json === null || Array.isArray(json)) return json;
	return Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null));
}

function cwdOf(json: unknown): string | undefined {
	const cwd = (json as { cwd?: unknown } | null)?.cwd;
	return typeof cwd === 'string' && cwd.startsWith('/') && !cwd.includes('\0') ? cwd : undefined;
}

/**
 * A hook that somebody waits for: a fault becomes its answer where `answer` has one, and goes on to the
 * fail-open boundary where it has none.
 */
export function answeringFaults<Input>(
	handle: Handle<Input>,
	answer: (input: Input, fault: Fault, ports: Ports) => ReturnType<Handle<Input>>,
): Handle<Input> {
	return async (input, ports) => {
		try {
			return await handle(input, ports);
		} catch (error) {
			const told = error instanceof Fault ? await answer(input, error, ports) : undefined;
			if (told === undefined) throw error;
			return told;
		}
	};
}
