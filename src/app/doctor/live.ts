import { examine } from '../../core/doctor/finding.ts';
import { type HookCommand, type HookTool, hookTools } from '../../core/doctor/hook-commands.ts';
import { isTrusted } from '../../core/doctor/installation.ts';
import {
	hooksFor,
	LIVE,
	LIVE_FILES,
	type LiveFacts,
	type LiveStep,
	type LiveTime,
	liveScript,
	median,
	NOT_PLAYED,
	type PlayedStep,
} from '../../core/doctor/live.ts';
import { isOn, lackOf, type PluginFacts } from '../../core/doctor/plugin.ts';
import { serverCommand } from '../../core/doctor/server.ts';
import { member } from '../../store/foreign-json.ts';
import type { Scratch } from '../doctor-ports.ts';
import type { AllPorts } from '../ports.ts';
import type { Installation } from './installation.ts';

/** Which hooks were played: those of the installed plugin, of settings, or of the package `req` runs from. */
interface Cast {
	readonly from: 'plugin' | 'settings' | 'package';
	/** The plugin's folder; `undefined` for hooks of settings. */
	readonly root: string | undefined;
	readonly hooks: readonly HookCommand[];
	/** The server that answers hooks, and which; `undefined`: there is none. */
	readonly server: CastServer | undefined;
	/** Files are there: those that are missing are found without a play. */
	readonly canPlay: boolean;
}

interface CastServer {
	readonly command: readonly string[];
	readonly root: string;
	readonly tools: readonly HookTool[];
}

/** A session, played several times: once only where that went wrong, and never where files are missing. */
export interface Live extends LiveFacts {
	readonly cast: Cast;
	/** Of an empty `node`, in milliseconds. */
	readonly nodeMs: number;
}

/** How often each step is measured. */
export const ROUNDS = 5;

/**
 * Plays a session through the hooks that are installed, in a repository of its own, and measures it.
 *
 * @param tell is told what is being played
 */
export async function playLive(
	installation: Installation,
	ports: AllPorts,
	tell: (progress: string) => void,
): Promise<Live> {
	const cast = castOf(installation);
	if (!cast.canPlay) return { cast, nodeMs: 0, ...NOT_PLAYED };
	return ports.inScratch(LIVE_FILES, async (scratch) => {
		const stage = { cast, scratch, server: undefined, tell };
		const first = { played: await playRound(1, stage), times: [] };
		if (isWrong(first)) return { cast, nodeMs: 0, ...first };
		const empty: number[] = [];
		const rounds: PlayedStep[][] = [];
		for (let round = 2; round <= ROUNDS + 1; round += 1) {
			empty.push(await scratch.emptyNode());
			rounds.push(await playRound(round, stage));
		}
		const nodeMs = median(empty);
		const byServer = await playServer(stage);
		const played = [...rounds, ...byServer].flat();
		return { cast, nodeMs, played, times: timesOf(rounds, byServer, nodeMs) };
	});
}

function isWrong(facts: LiveFacts): boolean {
	return examine('live', LIVE, facts).findings.length > 0;
}

/** The same sessions, answered by the server; only one if that session fails. */
async function playServer(stage: Stage): Promise<PlayedStep[][]> {
	const { server: wanted } = stage.cast;
	if (wanted === undefined) return [];
	const server = stage.scratch.startServer(wanted.command, wanted.root);
	const rounds: PlayedStep[][] = [];
	for (let round = ROUNDS + 2; round <= 2 * ROUNDS + 2; round += 1) {
		const played = await playRound(round, { ...stage, server });
		rounds.push(played);
		if (isWrong({ played, times: [] })) break;
	}
	await server.end();
	return rounds;
}

/** What every round is played with. */
interface Stage {
	readonly cast: Cast;
	readonly scratch: Scratch;
	/** Answers the events that it has a hook for; `undefined`: processes answer all. */
	readonly server: ReturnType<Scratch['startServer']> | undefined;
	readonly tell: (progress: string) => void;
}

/** One session from its start to its end. Hooks of one event run together, as in the client. */
async function playRound(round: number, stage: Stage): Promise<PlayedStep[]> {
	const { scratch, tell } = stage;
	const session = `d0c70${String(round).padStart(3, '0')}-0000-4000-8000-000000000000`;
	const played: PlayedStep[] = [];
	for (const step of liveScript(scratch.repo, session)) {
		tell(`round ${round}: ${step.what}`);
		const asked = await askServer(step, stage);
		played.push({ step, ran: asked ?? (await runProcesses(step, session, stage)) });
	}
	return played;
}

/** `undefined`: the server does not answer such an event. */
async function askServer(
	step: LiveStep,
	{ cast, server }: Stage,
): Promise<PlayedStep['ran'] | undefined> {
	const tools = hooksFor(cast.server?.tools ?? [], step);
	if (server === undefined || tools.length === 0) return undefined;
	const ask = async (tool: HookTool) => ({
		by: 'the server' as const,
		run: await server.ask(tool, step.input),
	});
	return Promise.all(tools.map(ask));
}

async function runProcesses(
	step: LiveStep,
	session: string,
	{ cast, scratch }: Stage,
): Promise<PlayedStep['ran']> {
	const given = { pluginRoot: cast.root, session, input: step.input };
	const start = async (hook: HookCommand) => ({ by: hook, run: await scratch.run(hook, given) });
	return Promise.all(hooksFor(cast.hooks, step).map(start));
}

function timesOf(
	rounds: readonly PlayedStep[][],
	byServer: readonly PlayedStep[][],
	nodeMs: number,
): LiveTime[] {
	const slowest = (played: PlayedStep | undefined) =>
		Math.max(0, ...(played?.ran ?? []).map(({ run }) => run.ms));
	return (rounds[0] ?? []).map(({ step: { what, event } }, index) => {
		const ms = median(rounds.map((round) => slowest(round[index])));
		const isAsked = byServer[0]?.[index]?.ran.some(({ by }) => by === 'the server') === true;
		// The first round is slower: the server's code is not compiled yet.
		const serverMs = isAsked
			? median(byServer.slice(1).map((one) => slowest(one[index])))
			: undefined;
		return { what, event, ms, ratio: nodeMs === 0 ? 0 : ms / nodeMs, serverMs };
	});
}

function castOf(installation: Installation): Cast {
	const { plugins, wired, own } = installation;
	const plugin = plugins.find(isOn);
	if (plugin !== undefined) {
		const { root, commands: hooks } = plugin;
		const server = root === undefined ? undefined : serverIn({ ...plugin, root });
		return { from: 'plugin', root, hooks, server, canPlay: lackOf(plugin) === undefined };
	}
	// A repository's settings name programs of its choice: only one the user trusts may have them run.
	const mayRun = wired.filter(({ by: { layer } }) => {
		return isTrusted(installation) || layer === 'user' || layer === 'managed';
	});
	if (mayRun.length > 0) {
		const canPlay = wired.every(({ missing }) => missing.length === 0);
		const hooks = mayRun.map(({ hook }) => hook);
		return { from: 'settings', root: undefined, hooks, server: undefined, canPlay };
	}
	const { root, commands: hooks } = own;
	return { from: 'package', root, hooks, server: serverIn(own), canPlay: true };
}

function serverIn(
	plugin: Pick<PluginFacts, 'manifest' | 'hooks'> & { readonly root: string },
): CastServer | undefined {
	const command = serverCommand(plugin);
	if (command === undefined) return undefined;
	return { command, root: plugin.root, tools: hookTools(member(plugin.hooks.json, 'hooks')) };
}
