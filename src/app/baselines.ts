import {
	BASELINE_VERSION,
	type Baseline,
	type ClientProcess,
	rulesOver,
	type Seen,
} from '../core/baseline/baseline.ts';
import type { ProjectConfig } from '../core/config/config.ts';
import type { Place } from '../core/place/place.ts';
import { entriesOf, isAlive } from '../core/registry/kind.ts';
import type { Session } from '../core/session/session-id.ts';
import { recordFault } from './faults.ts';
import type { Ports } from './ports.ts';
import type { Project } from './projects.ts';
import { machineOf, processFields, readRegistry } from './registering.ts';

/**
 * Keeps what a session begins with, unless it has kept it before in this project: one that is resumed or
 * compacted goes on under what it began with, whatever was made of the config meanwhile.
 */
export async function keepBaseline(
	project: Project,
	session: Session,
	ports: Ports,
): Promise<void> {
	const written = await ports.attempt(() => keep(project, session, ports));
	if (written.kind === 'failed') await recordFault(project.place, ports, UNKEPT);
}

async function keep(
	{ place, config, problems }: Project,
	{ uuid }: Session,
	ports: Ports,
): Promise<void> {
	const kept = ports.baselines.read(uuid);
	const stored = await ports.baselines.stored();
	const client = processFields(ports);
	if (kept?.state_dir !== place.stateDir || stored.policy(kept) === undefined) {
		const found: ProjectConfig = { kind: 'some', config, problems };
		await writeBaseline({ session: uuid, client }, { place, found }, ports.ground?.now ?? ports);
	} else if (!isSameClient(kept.client, client)) stored.write({ ...kept, client }, undefined);
}

function isSameClient(one: ClientProcess | undefined, other: ClientProcess): boolean {
	const { pid, pid_started, host } = other;
	return one?.pid === pid && one.pid_started === pid_started && one.host === host;
}

const UNKEPT = {
	code: 'state_unwritable',
	message:
		'what the session began with could not be stored, so a change of the config counts at once',
	hint: 'make the folder `requirements` in the config directory of Claude Code writable',
} as const;

/** Writes down a place and its policy as what a session is held to from now on. */
export async function writeBaseline(
	{ session, client }: Pick<Baseline, 'session' | 'client'>,
	{ place, found }: { readonly place: Place; readonly found: ProjectConfig },
	ports: Ports,
): Promise<void> {
	const { root, mainRoot, stateDir, gitDir, branch } = place;
	const baseline: Baseline = {
		schema_version: BASELINE_VERSION,
		session,
		at: new Date(ports.now()).toISOString(),
		root,
		main_root: mainRoot,
		state_dir: stateDir,
		git_dir: gitDir,
		branch,
		client,
		sources: ports.config.sources(place),
		seen: [],
	};
	const stored = await ports.baselines.stored();
	stored.write(baseline, { policy: found, tips: stored.tips(place) });
}

const MAX_SEEN = 50;

/** Notes differences that were met, unless the baseline was replaced meanwhile: what was accepted stays. */
export async function noteSeen(
	baseline: Baseline,
	seen: readonly Seen[],
	{ baselines, attempt }: Ports,
): Promise<void> {
	const kept = baselines.read(baseline.session);
	if (kept?.at !== baseline.at) return;
	const keys = seen.map(({ key }) => key);
	const others = kept.seen.filter(({ key }) => !keys.includes(key));
	const noted = { ...kept, seen: [...others, ...seen].slice(-MAX_SEEN) };
	// Where it cannot be noted, it is told again; what is held stays held.
	await attempt(async () => (await baselines.stored()).write(noted, undefined));
}

/**
 * What the live sessions of a directory's project began with, the newest first: also where git says by now
 * that the directory belongs elsewhere.
 */
export async function liveBaselines(directory: string, ports: Ports): Promise<Baseline[]> {
	const now = ports.ground?.now ?? ports;
	const place = now.places.ifReadable(directory);
	const real = now.places.realPath(directory);
	const stored = await now.baselines.stored();
	const here = stored
		.all()
		.filter((one) => one.state_dir === place?.stateDir || rulesOver(real, one));
	const [first] = here;
	if (first === undefined) return [];
	const machine = machineOf(now);
	const registry = await readRegistry(stored.place(first), now);
	const alive = entriesOf(registry).filter(([, one]) => isAlive(one, machine));
	return here
		.filter(({ session }) => alive.some(([, { uuid }]) => uuid === session))
		.sort((one, other) => (one.at < other.at ? 1 : -1));
}
