import { examine } from '../../core/doctor/finding.ts';
import type { HookCommand } from '../../core/doctor/hook-commands.ts';
import { isTrusted } from '../../core/doctor/installation.ts';
import {
	hooksFor,
	LIVE,
	LIVE_FILES,
	type LiveFacts,
	type LiveTime,
	liveScript,
	median,
	NOT_PLAYED,
	type PlayedStep,
} from '../../core/doctor/live.ts';
import { isOn, lackOf } from '../../core/doctor/plugin.ts';
import type { Scratch } from '../doctor-ports.ts';
import type { AllPorts } from '../ports.ts';
import type { Installation } from './installation.ts';

/** Which hooks were played: those of the installed plugin, of settings, or of the package `req` runs from. */
interface Cast {
	readonly from: 'plugin' | 'settings' | 'package';
	/** The plugin's folder; `undefined` for hooks of settings. */
	readonly root: string | undefined;
	readonly hooks: readonly HookCommand[];
	/** Files are there: those that are missing are found without a play. */
	readonly canPlay: boolean;
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
		const play = (round: number) => playRound(round, { cast, scratch, tell });
		const first = { played: await play(1), times: [] };
		if (examine('live', LIVE, first).findings.length > 0) return { cast, nodeMs: 0, ...first };
		const empty: number[] = [];
		const rounds: PlayedStep[][] = [];
		for (let round = 2; round <= ROUNDS + 1; round += 1) {
			empty.push(await scratch.emptyNode());
			rounds.push(await play(round));
		}
		const nodeMs = median(empty);
		return { cast, nodeMs, played: rounds.flat(), times: timesOf(rounds, nodeMs) };
	});
}

interface Round {
	readonly cast: Cast;
	readonly scratch: Scratch;
	readonly tell: (progress: string) => void;
}

/** One session from its start to its end. Hooks of one event run together, as in the client. */
async function playRound(round: number, { cast, scratch, tell }: Round): Promise<PlayedStep[]> {
	const session = `d0c70${String(round).padStart(3, '0')}-0000-4000-8000-000000000000`;
	const played: PlayedStep[] = [];
	for (const step of liveScript(scratch.repo, session)) {
		tell(`round ${round}: ${step.what}`);
		const given = { pluginRoot: cast.root, session, input: step.input };
		const ran = await Promise.all(
			hooksFor(cast.hooks, step).map(async (hook) => ({
				hook,
				run: await scratch.run(hook, given),
			})),
		);
		played.push({ step, ran });
	}
	return played;
}

function timesOf(rounds: readonly PlayedStep[][], nodeMs: number): LiveTime[] {
	return (rounds[0] ?? []).map(({ step: { what, event } }, index) => {
		const slowest = rounds.map((round) => {
			return Math.max(0, ...(round[index]?.ran ?? []).map(({ run }) => run.ms));
		});
		const ms = median(slowest);
		return { what, event, ms, ratio: nodeMs === 0 ? 0 : ms / nodeMs };
	});
}

function castOf(installation: Installation): Cast {
	const { plugins, wired, own } = installation;
	const plugin = plugins.find(isOn);
	if (plugin !== undefined) {
		const canPlay = lackOf(plugin) === undefined;
		return { from: 'plugin', root: plugin.root, hooks: plugin.commands, canPlay };
	}
	// A repository's settings name programs of its choice: only one the user trusts may have them run.
	const mayRun = wired.filter(({ by: { layer } }) => {
		return isTrusted(installation) || layer === 'user' || layer === 'managed';
	});
	if (mayRun.length > 0) {
		const canPlay = wired.every(({ missing }) => missing.length === 0);
		return { from: 'settings', root: undefined, hooks: mayRun.map(({ hook }) => hook), canPlay };
	}
	return { from: 'package', root: own.root, hooks: own.commands, canPlay: true };
}
