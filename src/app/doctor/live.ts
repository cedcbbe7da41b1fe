import type { Finding } from '../../core/doctor/finding.ts';
import type { HookCommand } from '../../core/doctor/hook-commands.ts';
import {
	hooksFor,
	type LiveTime,
	liveFindings,
	median,
	slowFindings,
} from '../../core/doctor/live.ts';
import { LIVE_FILES, type LiveStep, liveScript } from '../../core/doctor/live-script.ts';
import { isOn, isWhole } from '../../core/doctor/plugin.ts';
import type { Stage } from '../doctor-ports.ts';
import type { DeskPorts } from '../ports.ts';
import type { Installation } from './installation.ts';
import { commandsIn, hooksFile } from './plugin-facts.ts';

/** Which hooks were played: those of the installed plugin, of settings, or of the package `req` runs from. */
export interface Cast {
	readonly from: 'plugin' | 'settings' | 'package';
	/** The plugin's folder; `undefined` for hooks of settings. */
	readonly root: string | undefined;
	readonly hooks: readonly HookCommand[];
}

/** A rehearsed session, played several times. */
export interface Live {
	readonly cast: Cast;
	/** Of an empty `node`, in milliseconds. */
	readonly nodeMs: number;
	/** Medians. Empty where the first round went wrong, or, without findings, where files are missing. */
	readonly times: readonly LiveTime[];
	readonly findings: readonly Finding[];
}

/** How often each step is measured. */
export const ROUNDS = 5;
/** Settings that come with a repository, or may. */
const FOREIGN: readonly string[] = ['project', 'local'];

/**
 * Plays a session through the hooks that are installed, in a repository of its own, and measures it.
 *
 * @param tell is told what is being played
 */
export async function playLive(
	installation: Installation,
	ports: DeskPorts,
	tell: (progress: string) => void,
): Promise<Live> {
	const cast = castOf(installation, ports);
	if (!canPlay(cast, installation)) return { cast, nodeMs: 0, times: [], findings: [] };
	return ports.rehearsals.inScratch(LIVE_FILES, async (stage) => {
		const first = await playRound(1, { cast, stage, tell });
		const findings = distinct(first.flatMap((step) => step.findings));
		if (findings.length > 0) return { cast, nodeMs: 0, times: [], findings };
		const empty: number[] = [];
		const rounds: Played[][] = [];
		for (let round = 2; round <= ROUNDS + 1; round += 1) {
			empty.push(await stage.emptyNode());
			rounds.push(await playRound(round, { cast, stage, tell }));
		}
		const nodeMs = median(empty);
		const times = timesOf(rounds, nodeMs);
		const late = distinct(rounds.flat().flatMap((step) => step.findings));
		return { cast, nodeMs, times, findings: [...late, ...slowFindings(times)] };
	});
}

interface Played {
	readonly step: LiveStep;
	readonly ms: number;
	readonly findings: readonly Finding[];
}

interface Round {
	readonly cast: Cast;
	readonly stage: Stage;
	readonly tell: (progress: string) => void;
}

/** One session from its start to its end. Hooks of one event run together (host fact 10). */
async function playRound(round: number, { cast, stage, tell }: Round): Promise<Played[]> {
	const session = `d0c70${String(round).padStart(3, '0')}-0000-4000-8000-000000000000`;
	const played: Played[] = [];
	for (const step of liveScript(stage.repo, session)) {
		tell(`round ${round}: ${step.what}`);
		const { input } = step;
		const ran = await Promise.all(
			hooksFor(cast.hooks, step).map(async (hook) => ({
				hook,
				run: await stage.run(hook, { pluginRoot: cast.root, session, input }),
			})),
		);
		const ms = Math.max(0, ...ran.map(({ run }) => run.ms));
		played.push({ step, ms, findings: liveFindings(step, ran) });
	}
	return played;
}

function timesOf(rounds: readonly (readonly Played[])[], nodeMs: number): LiveTime[] {
	return (rounds[0] ?? []).map(({ step: { what, event } }, index) => {
		const ms = median(rounds.flatMap((round) => round[index]?.ms ?? []));
		return { what, event, ms, ratio: nodeMs === 0 ? 0 : ms / nodeMs };
	});
}

/** A repository's settings name programs of its choice: only one the user trusts may have them run (behaviour 51). */
function castOf({ plugins, wired, isTrusted }: Installation, { checkup }: DeskPorts): Cast {
	const plugin = plugins.find(isOn);
	if (plugin !== undefined) {
		return { from: 'plugin', root: plugin.root, hooks: commandsIn(plugin.hooks) };
	}
	const mayRun = wired.filter(({ by: { layer } }) => isTrusted || !FOREIGN.includes(layer));
	if (mayRun.length > 0) {
		return { from: 'settings', root: undefined, hooks: mayRun.map(({ hook }) => hook) };
	}
	const { root } = checkup.own();
	return { from: 'package', root, hooks: commandsIn(hooksFile(root, checkup)) };
}

/** Files that are missing are found without a play. */
function canPlay({ from }: Cast, { plugins, wired }: Installation): boolean {
	if (from === 'plugin') return plugins.filter(isOn).slice(0, 1).every(isWhole);
	return from === 'package' || wired.every(({ missing }) => missing.length === 0);
}

/** The same hook fails in more than one step. */
function distinct(findings: readonly Finding[]): Finding[] {
	return findings.filter(
		({ code, key }, index) =>
			findings.findIndex((one) => one.code === code && one.key === key) === index,
	);
}
