import { differenceText } from '../../core/baseline/difference.ts';
import type { ProjectConfig } from '../../core/config/config.ts';
import { examineConfig } from '../../core/doctor/config.ts';
import { AREAS, type Area } from '../../core/doctor/explained.ts';
import { type Examined, type Finding, finding, together } from '../../core/doctor/finding.ts';
import { examineMemory } from '../../core/doctor/memory.ts';
import { examinePrograms } from '../../core/doctor/programs.ts';
import { examineSessions } from '../../core/doctor/sessions.ts';
import { examineState } from '../../core/doctor/state.ts';
import type { StoredForUser } from '../../core/doctor/stored.ts';
import { verifyChain } from '../../core/event/verify.ts';
import { extensionText, trustName } from '../../core/guard/extension.ts';
import { onFailureOf, UNGUARDED } from '../../core/guard/on-failure.ts';
import type { Place } from '../../core/place/place.ts';
import { entriesOf } from '../../core/registry/kind.ts';
import { isAlive } from '../../core/registry/liveness.ts';
import { parseSessionId } from '../../core/session/session-id.ts';
import { differencesOf, liveBaselines } from '../differences.ts';
import { configFacts } from '../doctor/config-facts.ts';
import { examineInstallation, installationAt } from '../doctor/installation.ts';
import { type Live, playLive } from '../doctor/live.ts';
import { extensionsAt } from '../extensions.ts';
import { journalOf } from '../journaling.ts';
import type { DeskPorts } from '../ports.ts';
import { commonDirOf, machineOf } from '../registering.ts';
import type { Caller } from './caller.ts';
import { projectAt } from './project.ts';

/** Everything `req doctor` looked at, area by area. */
export interface Doctor {
	readonly areas: readonly ({ readonly area: Area } & Examined)[];
	readonly findings: readonly Finding[];
	/** `undefined` unless asked for. */
	readonly live: Live | undefined;
}

/** What to examine. `tell` is told what a rehearsal is doing. */
interface Request {
	readonly caller: Caller;
	readonly live: boolean;
	readonly tell: (progress: string) => void;
}

/** Looks at all that gates need, and changes nothing. */
export async function doctor(request: Request, ports: DeskPorts): Promise<Doctor> {
	const { place, found } = await projectSeen(request.caller.cwd, ports);
	const stored = ports.checkup.state(place);
	const user = ports.checkup.user();
	const installation = installationAt(foldersOf(place, ports), ports);
	const isConfigured = found.kind === 'some';
	const own = await ownSession(place, user, ports);
	const isAtWork = own?.isSeen === true || isRegisteredHere(place, user, ports);
	const live = request.live ? await playLive(installation, ports, request.tell) : undefined;
	const examined: Readonly<Record<Area, Examined>> = {
		programs: examinePrograms(await programFacts(ports)),
		plugin: together([
			examineInstallation(installation, isAtWork, ports),
			{
				checks: [],
				findings: await insideClient({ place, found, cwd: request.caller.cwd }, ports),
			},
		]),
		config: together([
			examineConfig(configFacts({ place, found, stored, installation }, ports)),
			{ checks: [], findings: await differing(request.caller.cwd, ports) },
		]),
		state: together([
			examineState(stored, await ports.faults.read(place), ports.now()),
			examineMemory(ports.checkup.memory(place), await eventsAt(place, ports)),
		]),
		sessions: examineSessions({
			...{ stored: user, own, isConfigured },
			configDir: ports.host.configDir,
			machine: machineOf(ports),
		}),
		live: { checks: [], findings: live?.findings ?? [] },
	};
	const areas = AREAS.map((area) => ({ area, ...examined[area] }));
	return { areas, findings: areas.flatMap(({ findings }) => findings), live };
}

/** Extensions of others, and live sessions without the guard where it is asked for. */
async function insideClient(
	{
		place,
		found,
		cwd,
	}: { readonly place: Place; readonly found: ProjectConfig; readonly cwd: string },
	ports: DeskPorts,
): Promise<Finding[]> {
	const extensions = await extensionsAt(place, ports);
	const standing = extensions.map((one) => {
		const words = { trust: trustName(one) ?? 'NAME@SHA256' };
		return finding('extension_stands', extensionText(one), { file: one.folder, words });
	});
	const isAsked = found.kind === 'some' && onFailureOf(found.config.requirements) !== undefined;
	const live = isAsked ? await liveBaselines(cwd, ports) : [];
	const receipts = await ports.receipts();
	const unguarded = live
		.filter(({ session }) => receipts.isBegun(session) && !receipts.isGuarded(session))
		.map(({ session }) => finding('unguarded', `session ${session.slice(0, 8)}: ${UNGUARDED}`, {}));
	return [...standing, ...unguarded];
}

async function differing(cwd: string, ports: DeskPorts): Promise<Finding[]> {
	const baselines = await liveBaselines(cwd, ports);
	const all = await Promise.all(baselines.map((one) => differencesOf(one, ports)));
	const texts = new Set(all.flat().map(differenceText));
	return [...texts].map((text) => finding('ground_differs', text, {}));
}

async function eventsAt(place: Place, { events, sha256 }: DeskPorts) {
	const verdict = verifyChain(await events.read(place), sha256);
	return { path: `${place.stateDir}/events.jsonl`, verdict };
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

async function programFacts({ checkup }: DeskPorts) {
	const { surroundings, own, program, hasProgram } = checkup;
	const client = surroundings.clientPrograms.find(hasProgram);
	const [node, git, claude] = await Promise.all([
		program('node'),
		program('git'),
		client === undefined ? undefined : program(client),
	]);
	return { ...surroundings, node, git, client: claude, own: own().version };
}

/** The session this runs in, and whether its journal tells of a hook. */
async function ownSession(place: Place, user: StoredForUser, ports: DeskPorts) {
	const id = ports.host.sessionId;
	const session = id === undefined ? undefined : parseSessionId(id, ports.sha256);
	if (session === undefined) return undefined;
	const lines = await journalOf(place, session, ports);
	const isRegistered = entriesIn(user).some(({ uuid }) => uuid === session.uuid);
	return { id: session.key, isSeen: lines.length > 0 || isRegistered };
}

function isRegisteredHere(place: Place, user: StoredForUser, ports: DeskPorts): boolean {
	const machine = machineOf(ports);
	return entriesIn(user).some(
		(entry) => entry.common_dir === commonDirOf(place) && isAlive(entry, machine),
	);
}

function entriesIn({ registry: { lying } }: StoredForUser) {
	return lying.kind === 'present' ? entriesOf(lying.doc).map(([, entry]) => entry) : [];
}
