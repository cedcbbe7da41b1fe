/**
 * The guard inside the client: an extension ("mod") of clients from 2.1.287 on, which older ones do not load. Another
 * extension can swallow our PreToolUse, answer for it, or change the call behind it. So this one stands where a call is
 * about to run with its final input, and lets it run only if req judged exactly that (ADR 18).
 *
 * One file without imports and without Node: all it has of the world is `$`. The client reads what it does from its
 * text, so `on` and `$` are spelled out everywhere.
 */

/** As much of the client's early-access interface as is used here. */
interface Engine {
	readonly plugin: { readonly root: string };
	readonly session: { id(): Promise<string>; cwd(): Promise<string> };
	readonly env: { get(name: string): Promise<string | undefined> };
	readonly fs: {
		exists(path: string): Promise<boolean>;
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
const SHELLS = ['Bash', 'Monitor'];
/** Longer than a hook of ours gives itself. */
const JUDGE_MS = 9_000;
const BROKEN =
	'req: the guard inside the client failed, so nobody checked this call. `req doctor` says more.';

/** Where there is no config, nothing is judged: asked once. */
const free = new Set<string>();
let calls: string | undefined;
let marked: string | undefined;

export function register(on: On): void {
	on('session.start', {}, async ($, e, next) => {
		await folderOf($);
		return next(e);
	}).catch((_$, e, next) => next(e));

	on('tool.run', { tool: JUDGED }, async ($, e, next) => {
		const refusal = await refusalOf($, e);
		if (refusal === undefined) return next(e);
		// A refused call fails like one that ran: without a receipt it would pass for one.
		const file = `${marked}/${e['tool_use_id']}`;
		if (marked !== undefined) await $.fs.write(file, 'refused').catch(() => undefined);
		return { deny: refusal };
	}).catch((_$, e, next) => (next.called === true ? next(e) : { deny: BROKEN }));

	on('command.run', { command: /^req:(?!status$)/ }, (_$, e, next) =>
		next.origin.plugin === 'engine' ? next(e) : notTyped(next),
	).catch((_$, e, next) => (next.called === true ? next(e) : notTyped(next)));
}

function notTyped({ origin }: Next) {
	return { text: `req: the extension ${origin.plugin} ran this command; only a person may.` };
}

/** Why a call may not run; `undefined`: it may. */
async function refusalOf($: Engine, e: Input): Promise<string | undefined> {
	const { tool, tool_use_id: id, agentId, requestMeta: _, ...input } = e;
	const seal = sealOf(`${tool}`, input);
	// Asking for the session costs as much as the receipt, and it seldom is another one.
	if (marked !== undefined && (await textIn($, `${marked}/${id}`)) === seal) return undefined;
	const folder = await folderOf($);
	if ((await textIn($, `${folder}/${id}`)) === seal) return undefined;
	const cwd = await $.session.cwd();
	const where = `${folder} ${cwd} ${`${input['file_path'] ?? ''}`.replace(/[^/]*$/, '')}`;
	if (free.has(where)) return undefined;
	const agent = agentId === undefined ? {} : { agent_id: agentId };
	const said = await judge($, {
		...{ hook_event_name: 'PreToolUse', session_id: await $.session.id(), cwd, ...agent },
		...{ tool_name: tool, tool_input: input, tool_use_id: id, asked_by: 'guard' },
	});
	if (said?.refusal !== undefined) return said.refusal;
	if (said?.judged === seal) {
		if (said.free === true) free.add(where);
		return undefined;
	}
	return unjudged($, { folder, id: `${id}`, tool: `${tool}` });
}

/**
 * Where the receipts of this session lie. Where our session start made that folder, the guard leaves a mark there: it
 * stands.
 */
async function folderOf($: Engine): Promise<string> {
	calls ??= `${(await $.env.get('CLAUDE_CONFIG_DIR')) || `${await $.env.get('HOME')}/.claude`}/requirements/calls`;
	const folder = `${calls}/${await $.session.id()}`;
	if (marked === folder || !(await $.fs.exists(folder))) return folder;
	await $.fs.write(`${folder}/guard`, '');
	marked = folder;
	return folder;
}

async function textIn($: Engine, path: string): Promise<string | undefined> {
	return $.fs.read(path).catch(() => undefined);
}

/** What a call is, as one hash: `receiptOf` of `src/core/guard/receipt.ts` makes the same. */
function sealOf(tool: string, input: Input): string {
	return hash(stable([tool, input]));
}

/** JSON in which the order of keys does not count. */
function stable(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
	const entries = Object.entries(value).filter(([, one]) => one !== undefined);
	const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
	return `{${sorted.map(([key, one]) => `${JSON.stringify(key)}:${stable(one)}`).join()}}`;
}

function hash(text: string): string {
	let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
	for (let at = 0; at < text.length; at += 1) {
		const unit = text.charCodeAt(at);
		a = b ^ Math.imul(a ^ unit, 597399067);
		b = c ^ Math.imul(b ^ unit, 2869860233);
		c = d ^ Math.imul(c ^ unit, 951274213);
		d = a ^ Math.imul(d ^ unit, 2716044179);
	}
	a = Math.imul(c ^ (a >>> 18), 597399067);
	b = Math.imul(d ^ (b >>> 22), 2869860233);
	c = Math.imul(a ^ (c >>> 17), 951274213);
	d = Math.imul(b ^ (d >>> 19), 2716044179);
	return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a]
		.map((word) => (word >>> 0).toString(16).padStart(8, '0'))
		.join('');
}

interface Said {
	readonly refusal?: string;
	readonly judged?: string;
	readonly free?: boolean;
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

/** Nobody could judge the call: the team's `on_failure` decides, and a call that goes on is noted. */
async function unjudged(
	$: Engine,
	call: { readonly folder: string; readonly id: string; readonly tool: string },
): Promise<string | undefined> {
	const { folder, id, tool } = call;
	const { all = [], shell = [] } = JSON.parse((await textIn($, `${folder}/on-failure`)) ?? '{}');
	const names = [...all, ...(SHELLS.includes(tool) ? shell : [])].join(', ');
	if (names === '') {
		if (marked === folder) await $.fs.write(`${folder}/${id}.open`, tool).catch(() => undefined);
		return undefined;
	}
	return `req: nobody could check this call, and ${names} lets nothing through unchecked (on_failure: block). Try again. If it stays so, \`req doctor\` says why; the user can type /req:pause, or run \`req pause\` in a terminal.`;
}
