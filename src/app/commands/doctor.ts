import type { Baseline } from '../../core/baseline/baseline.ts';
import { differenceText } from '../../core/baseline/difference.ts';
import type { Config, ProjectConfig } from '../../core/config/config.ts';
import { CONFIG, type ConfigFacts } from '../../core/doctor/config.ts';
import { type Examined, examine, type Finding } from '../../core/doctor/finding.ts';
import type { InsideClient } from '../../core/doctor/installation.ts';
import { programsOf } from '../../core/doctor/needed-programs.ts';
import { PROGRAMS, type ProgramFacts } from '../../core/doctor/programs.ts';
import { registered, SESSIONS, type SessionFacts } from '../../core/doctor/sessions.ts';
import { STATE, type StateFacts } from '../../core/doctor/state.ts';
import type { Stored } from '../../core/doctor/stored.ts';
import { verifyChain } from '../../core/event/verify.ts';
import { onFailureOf } from '../../core/guard/on-failure.ts';
import { absolutePath } from '../../core/place/paths.ts';
import type { Place } from '../../core/place/place.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import { differencesOf, liveBaselines } from '../differences.ts';
import {
	enabledRoots,
	examineInstallation,
	type Installation,
	installationAt,
	skillFolders,
} from '../doctor/installation.ts';
import { type Live, playLive } from '../doctor/live.ts';
import type { Checkup } from '../doctor-ports.ts';
import { extensionsAt } from '../extensions.ts';
import { journalOf } from '../journaling.ts';
import type { DeskPorts } from '../ports.ts';
import { commonDirOf, machineOf } from '../registering.ts';
import type { Caller } from './caller.ts';
import { projectAt } from './project.ts';

/** Everything `req doctor` looked at, area by area. */
export interface Doctor {
	readonly areas: readonly Examined[];
	readonly findings: readonly Finding[];
	/** `undefined` unless asked for. */
	readonly live: Live | undefined;
}

/** What to examine. `tell` is told what a self-test is doing. */
interface Request {
	readonly caller: Caller;
	readonly live: boolean;
	readonly tell: (progress: string) => void;
}

/** Looks at all that gates need, and changes nothing. */
export async function doctor(
	{ caller, live: isLive, tell }: Request,
	ports: DeskPorts,
): Promise<Doctor> {
	const { place, found } = await projectSeen(caller.cwd, ports);
	const stored = ports.checkup.stored(place);
	const installation = installationAt(foldersOf(place, ports), ports);
	const sessions = await sessionFacts(place, stored, ports, found.kind === 'some');
	const isAtWork = sessions.own?.isSeen === true || isRegisteredHere(place, sessions);
	const live = isLive ? await playLive(installation, ports, tell) : undefined;
	const baselines = await liveBaselines(caller.cwd, ports);
	const extensions = await extensionsAt(place, ports);
	const unguarded = await unguardedSessions(baselines, found, ports);
	const differences = await differencesSeen(baselines, ports);
	const project = { place, found, stored, installation, differences };
	const areas: readonly Examined[] = [
		examine('programs', PROGRAMS, await programFacts(ports)),
		examineInstallation(installation, { isAtWork, extensions, unguarded }, ports),
		examine('config', CONFIG, configFacts(project, ports)),
		examine('state', STATE, await stateFacts(place, stored, ports)),
		examine('sessions', SESSIONS, sessions),
		{ area: 'live', checks: [], notes: [], findings: live?.findings ?? [] },
	];
	return { areas, findings: areas.flatMap(({ findings }) => findings), live };
}

/** A look changes nothing: it does not keep the compiled config fresh. */
async function projectSeen(
	cwd: string,
	ports: DeskPorts,
): Promise<{ readonly place: Place; readonly found: ProjectConfig }> {
	const { config } = ports;
	const project = await projectAt(cwd, { ...ports, config: { ...config, compile: config.load } });
	const { place } = project;
	if (project.kind === 'bare') return { place, found: { kind: 'none' } };
	return { place, found: { ...project, kind: 'some' } };
}

/** The client reads project settings in the folder a session starts in, and nowhere above it. */
function foldersOf({ root }: Place, { host, places }: DeskPorts): string[] {
	const start = host.projectDir === undefined ? root : places.realPath(host.projectDir);
	return [...new Set([start, root])];
}

async function programFacts({ checkup }: DeskPorts): Promise<ProgramFacts> {
	const { surroundings, own, program, hasProgram } = checkup;
	const name = surroundings.clientPrograms.find(hasProgram);
	const [node, git, client] = await Promise.all([
		program('node'),
		program('git'),
		name === undefined ? undefined : program(name),
	]);
	return { ...surroundings, node, git, client, own: own().version };
}

/** Live sessions without the guard, where it is asked for. */
async function unguardedSessions(
	live: readonly Baseline[],
	found: ProjectConfig,
	ports: DeskPorts,
): Promise<InsideClient['unguarded']> {
	const isAsked = found.kind === 'some' && onFailureOf(found.config.requirements) !== undefined;
	if (!isAsked) return [];
	const receipts = await ports.receipts();
	return live
		.map(({ session }) => session)
		.filter((session) => receipts.isBegun(session) && !receipts.isGuarded(session));
}

/** What differs from what live sessions began with, each thing once. */
async function differencesSeen(
	baselines: readonly Baseline[],
	ports: DeskPorts,
): Promise<string[]> {
	const all = await Promise.all(baselines.map((one) => differencesOf(one, ports)));
	return [...new Set(all.flat().map(differenceText))];
}

async function stateFacts(place: Place, stored: Stored, ports: DeskPorts): Promise<StateFacts> {
	const verdict = verifyChain(await ports.events.read(place), ports.sha256);
	return {
		stored,
		faults: await ports.faults.read(place),
		events: { path: `${place.stateDir}/events.jsonl`, verdict },
		now: ports.now(),
	};
}

/** The session this runs in shows a hook at work by its journal, or by being registered. */
async function sessionFacts(
	place: Place,
	stored: Stored,
	ports: DeskPorts,
	isConfigured: boolean,
): Promise<SessionFacts> {
	const id = ports.host.sessionId;
	const session = id === undefined ? undefined : parseSessionId(id, ports.sha256);
	const facts = { stored, machine: machineOf(ports), isConfigured };
	if (session === undefined) return { ...facts, own: undefined };
	const lines = await journalOf(place, session, ports);
	const isRegistered = registered(stored).some(([, { uuid }]) => uuid === session.uuid);
	return { ...facts, own: { id: session.key, isSeen: lines.length > 0 || isRegistered } };
}

function isRegisteredHere(place: Place, { stored, machine }: SessionFacts): boolean {
	return registered(stored).some(
		([, entry]) => entry.common_dir === commonDirOf(place) && isAlive(entry, machine),
	);
}

/** A project as it was found. */
interface ExaminedProject extends Pick<ConfigFacts, 'place' | 'found' | 'differences'> {
	readonly stored: Stored;
	readonly installation: Installation;
}

/** What the config of a project leans on. */
function configFacts(project: ExaminedProject, ports: DeskPorts): ConfigFacts {
	const { place, found, stored, differences } = project;
	const { checkup } = ports;
	const states = stored.branches.flatMap(({ found: one }) =>
		one.kind === 'present' ? [one.doc] : [],
	);
	return {
		...{ place, found, differences },
		skills: found.kind === 'none' ? [] : skillsAt(project, ports),
		missingPrograms: found.kind === 'none' ? [] : missingPrograms(found.config, place, checkup),
		state: states.find(({ branch }) => branch === place.branch),
		packageJson: checkup.json(`${place.root}/package.json`).json,
	};
}

function skillsAt({ place, installation }: ExaminedProject, ports: DeskPorts): string[] {
	const { checkup, host } = ports;
	const { plugins, wired, own, folders } = installation;
	const roots = [
		...enabledRoots(installation, checkup),
		...plugins.flatMap(({ root }) => root ?? []),
		// Where nothing tells how the hooks are loaded, this package is what `--plugin-dir` would name.
		...(wired.length === 0 ? [own.root] : []),
	];
	const clients = [...[...folders, place.root].map((one) => `${one}/.claude`), host.configDir];
	const all = [
		...roots.flatMap((root) => skillFolders(root, checkup)),
		...clients.flatMap((folder) => [`${folder}/skills`, `${folder}/commands`]),
	];
	return [...new Set(all)].flatMap((folder) => skillsIn(folder, checkup));
}

/** `skills/<name>/SKILL.md`, `commands/<name>.md` and `commands/<group>/<name>.md`. */
function skillsIn(folder: string, checkup: Checkup): string[] {
	const names = checkup.names(folder);
	const grouped = names
		.filter((name) => !name.includes('.'))
		.flatMap((name) => checkup.names(`${folder}/${name}`));
	const files = [...names, ...grouped].filter((name) => name.endsWith('.md'));
	return [...names, ...files.map((name) => name.slice(0, -'.md'.length))];
}

function missingPrograms(
	{ requirements }: Config,
	{ root }: Pick<Place, 'root'>,
	{ hasProgram }: Checkup,
): string[] {
	const commands = requirements.flatMap((requirement) => requirement.commands);
	const programs = new Set(commands.flatMap(({ run }) => programsOf(run)));
	return [...programs].filter((program) => {
		return !hasProgram(program.includes('/') ? absolutePath(program, root) : program);
	});
}
