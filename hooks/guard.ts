/**
 * The guard inside the client: an extension ("mod") of clients from 2.1.326 on, which older ones do not load. Another
 * extension can swallow our PreToolUse, answer for it, or change the call behind it. So this one stands where a call is
 * about to run with its final input, and lets it run only if req judged exactly that (ADR 18).
 *
 * It has no Node: all it has of the world is `$`, and what the build bundles with it is pure. The client reads what it does
 * from the bundle's text, so `on` and `$` are spelled out everywhere.
 */
import {
	BESIDE_RECEIPTS,
	type BlockedUnchecked,
	callText,
	isReceiptName,
	KEY_BYTES,
	refusedUnchecked,
} from '../src/core/guard/guard.ts';
import { sipHash } from '../src/core/seal/siphash.ts';

/** As much of the client's early-access interface as is used here. */
interface Engine {
	readonly plugin: { readonly root: string };
	readonly session: { id(): Promise<string>; cwd(): Promise<string> };
	readonly env: { get(name: string): Promise<string | undefined> };
	readonly fs: {
		read(path: string): Promise<string>;
		write(path: string, text: string): Promise<void>;
	};
	readonly process: {
		run(argv: readonly string[], init: object): Promise<{ readonly stdout: string }>;
		hookEnv(): Promise<Readonly<Record<string, string>>>;
	};
}

type Input = Readonly<Record<string, unknown>>;
interface Next {
	(e: Input): Promise<unknown>;
	readonly called?: boolean;
	/** Who raised the event. The client sets it, and no extension can. */
	readonly origin: { readonly plugin: string };
}
type Hook = ($: Engine, e: Input, next: Next) => unknown;
type On = (event: string, matcher: object, hook: Hook) => { catch(hook: Hook): void };

/** What PreToolUse in hooks.json judges. */
const JUDGED = /^(?:Edit|Write|MultiEdit|NotebookEdit|Bash|Monitor|mcp__.*)$/;
/** By what a command line may reach another project: a path from the root, the home, a folder above, another directory, a variable. */
const ELSEWHERE = /(?:^|[^\w.])[/~]|\.\.|[$`]|\b(?:cd|pushd)\b|-C/;
/** Longer than a hook of ours gives itself. */
const JUDGE_MS = 9_000;
const BROKEN =
	'req: the guard inside the client failed, so this call was refused. Try again; if it fails again, start claude anew and run `req doctor`.';

/** A session whose calls leave receipts, and where the guard has left its mark. */
interface Begun {
	readonly folder: string;
	readonly key: Uint8Array;
}

/** Files that could hold a config, and what they held when there was none. */
interface Free {
	readonly paths: readonly string[];
	readonly texts: string;
}

/** What one client has learnt so far. */
interface Known {
	/** The folder of all receipts. */
	calls?: string;
	begun?: Begun | undefined;
	/** Where there is no config, nothing is judged: asked once, unless the call may lead elsewhere. */
	readonly free: Map<string, Free>;
}

export function register(on: On): void {
	const known: Known = { free: new Map() };

	on('session.start', {}, async ($, e, next) => {
		await enter($, known);
		return next(e);
	}).catch((_$, e, next) => next(e));

	on('tool.run', { tool: JUDGED }, async ($, e, next) => {
		const refusal = await refusalOf($, e, known);
		if (refusal === undefined) return next(e);
		// A refused call fails like one that ran: without a receipt it would pass for one.
		await note($, known.begun?.folder, { name: `${e['tool_use_id']}`, end: '', text: 'refused' });
		return { deny: refusal };
	}).catch((_$, e, next) => (next.called === true ? next(e) : { deny: BROKEN }));

	on('command.run', { command: /^req:(?!status$)/ }, (_$, e, next) =>
		next.origin.plugin === 'engine' ? next(e) : notTyped(next),
	).catch((_$, e, next) => (next.called === true ? next(e) : notTyped(next)));
}

function notTyped({ origin }: Next) {
	return {
		text: `the extension ${origin.plugin} ran this command, so nothing was done: only a person may. \`req doctor\` says which extensions there are.`,
	};
}

/** Why a call may not run; `undefined`: it may. */
async function refusalOf($: Engine, e: Input, known: Known): Promise<string | undefined> {
	// Asking for the session costs as much as reading the receipt, and it seldom is another one.
	if (await isJudged($, e, known.begun)) return undefined;
	const folder = await enter($, known);
	if (await isJudged($, e, known.begun)) return undefined;
	const { tool, tool_use_id: id, agentId, requestMeta: _, ...input } = e;
	const cwd = await $.session.cwd();
	const file = `${input['file_path'] ?? input['notebook_path'] ?? ''}`;
	const where = `${folder} ${cwd} ${file.replace(/[^/]*$/, '')}`;
	// Where an MCP call leads is in no one argument.
	const leadsOn = `${tool}`.startsWith('mcp__') || ELSEWHERE.test(`${input['command'] ?? ''}`);
	// A session that has begun met a config.
	const free = leadsOn || known.begun !== undefined ? undefined : known.free.get(where);
	if (free !== undefined && free.texts === (await textsIn($, free.paths))) return undefined;
	const agent = agentId === undefined ? {} : { agent_id: agentId };
	const said = await judge($, {
		...{ hook_event_name: 'PreToolUse', session_id: await $.session.id(), cwd, ...agent },
		...{ tool_name: tool, tool_input: input, tool_use_id: id, asked_by: 'guard' },
	});
	if (said?.refusal !== undefined) return said.refusal;
	if (said?.judged === true) {
		const { free: paths } = said;
		if (paths !== undefined && !leadsOn)
			known.free.set(where, { paths, texts: await textsIn($, paths) });
		return undefined;
	}
	return unjudged($, { folder, id: `${id}`, tool: `${tool}` });
}

/** Whether PreToolUse has left the receipt of exactly this call. */
async function isJudged($: Engine, e: Input, begun: Begun | undefined): Promise<boolean> {
	if (begun === undefined) return false;
	const { tool, tool_use_id: id } = e;
	const receipt = await textIn($, `${begun.folder}/${id}`);
	if (receipt === undefined) return false;
	const text = new TextEncoder().encode(callText(`${tool}`, `${id}`, e));
	return receipt === sipHash(begun.key, text);
}

/** Where the receipts of this session lie. Where our session start made that folder, the guard leaves a mark there: it stands. */
async function enter($: Engine, known: Known): Promise<string> {
	known.calls ??= `${(await $.env.get('CLAUDE_CONFIG_DIR')) || `${await $.env.get('HOME')}/.claude`}/requirements/calls`;
	// Our hooks know a session by its id in lower case.
	const folder = `${known.calls}/${(await $.session.id()).toLowerCase()}`;
	if (known.begun?.folder === folder) return folder;
	const bytes = (await textIn($, `${folder}/${BESIDE_RECEIPTS.key}`))?.match(/[0-9a-f]{2}/g) ?? [];
	known.begun = undefined;
	if (bytes.length !== KEY_BYTES) return folder;
	await $.fs.write(`${folder}/${BESIDE_RECEIPTS.guard}`, '');
	known.begun = { folder, key: Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)) };
	return folder;
}

async function textIn($: Engine, path: string): Promise<string | undefined> {
	return $.fs.read(path).catch(() => undefined);
}

async function textsIn($: Engine, paths: readonly string[]): Promise<string> {
	return JSON.stringify(await Promise.all(paths.map((path) => textIn($, path))));
}

interface Said {
	readonly refusal?: string;
	readonly judged?: true;
	readonly free?: readonly string[];
}

/** Starts the hook that the client should have started; `undefined`: it gave no answer. */
async function judge($: Engine, event: Input): Promise<Said | undefined> {
	try {
		const hook = `${$.plugin.root}/dist/hooks/pre-tool-use.cjs`;
		const init = { env: await $.process.hookEnv(), timeoutMs: JUDGE_MS };
		const ran = await $.process.run(['node', hook], { ...init, stdin: JSON.stringify(event) });
		const { hookSpecificOutput: said, judged, free } = JSON.parse(ran.stdout);
		const isAllowed = said?.permissionDecision === undefined;
		return isAllowed ? { judged, free } : { refusal: `${said.permissionDecisionReason}` };
	} catch {
		return undefined;
	}
}

/**
 * Nobody could judge the call: the team's `on_failure` decides, and a call that goes on is noted. Also where the session
 * start was cut off, so that the next hook tells of it.
 */
async function unjudged(
	$: Engine,
	{ folder, id, tool }: { readonly folder: string; readonly id: string; readonly tool: string },
): Promise<string | undefined> {
	const asked = await textIn($, `${folder}/${BESIDE_RECEIPTS.onFailure}`);
	const onFailure: BlockedUnchecked | undefined =
		asked === undefined ? undefined : JSON.parse(asked);
	const refusal = refusedUnchecked(onFailure, tool);
	if (refusal === undefined) {
		await note($, folder, { name: id, end: BESIDE_RECEIPTS.open, text: tool });
	}
	return refusal;
}

/** Leaves a file about a call, under its id; an id that could lead elsewhere gets none. */
async function note(
	$: Engine,
	folder: string | undefined,
	{ name, end, text }: { readonly name: string; readonly end: string; readonly text: string },
): Promise<void> {
	if (folder === undefined || !isReceiptName(name)) return;
	await $.fs.write(`${folder}/${name}${end}`, text).catch(() => undefined);
}
