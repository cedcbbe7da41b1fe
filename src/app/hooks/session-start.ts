import type { BranchChange } from '../../core/branch-state/change.ts';
import { isForgotten, recallChange } from '../../core/branch-state/recall.ts';
import type { BranchState } from '../../core/branch-state/schema.ts';
import { isUntidy } from '../../core/branch-state/tidy.ts';
import { remembers } from '../../core/config/config.ts';
import { statusText, userNotice } from '../../core/inject/status-text.ts';
import type { Place } from '../../core/place/place.ts';
import type { SessionStartInput } from '../../core/protocol/hook-input.ts';
import { type HookOutput, inform } from '../../core/protocol/hook-output.ts';
import { deadSessions } from '../../core/registry/liveness.ts';
import type { Registry } from '../../core/registry/schema.ts';
import type { RecordSummary } from '../../core/session-record/record-summary.ts';
import type { Start } from '../continuity/start.ts';
import type { StartText } from '../continuity/start-text.ts';
import { orNothing } from '../continuity/with-memory.ts';
import { recordFault, takeUnreadFaults } from '../faults.ts';
import { note } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { machineOf, processFields, readRegistry, register } from '../registering.ts';
import { saveChanges } from '../saving.ts';
import { type HookEvent, homeOf, type Scene, sessionOf } from '../scene.ts';
import { startFacts } from '../start-status.ts';
import { readState } from '../state-reading.ts';

/**
 * Registers the session, tidies what is stored, and tells in one short status where the gates stand
 * (D11, D19). Where nothing is configured nothing happens at all (D34).
 */
export async function sessionStart(
	input: SessionStartInput,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const session = sessionOf(input, ports);
	const scene = await compiledScene(input.cwd, ports);
	if (scene === undefined) return undefined;
	const { place } = scene;
	const event = { input, session, scene, ports };
	const registry = await readRegistry(place, ports);
	const gone = deadSessions(registry, machineOf(ports));
	const earlier = await recover(event, registry);
	const { keepBaseline } = await import('../baselines.ts');
	await keepBaseline(scene, session, ports);
	await enter(event, { registry, gone });
	const { isNewer, ...tidied } = await tidyState(event, { registry, gone });
	const state = await carriedOnReturn(event, tidied.state);
	await beginReceipts(event, state);
	const faults = await takeUnreadFaults(place, ports);
	const clientVersion = input.source === 'compact' ? undefined : ports.host.clientVersion;
	const stored = { registry, state, isNewer, faults, clientVersion };
	const facts = await startFacts({ scene, session }, stored, ports);
	const armed = state?.armed_inherit;
	const gates = statusText(facts);
	const { text, notices } = await withEarlier(event, { registry, earlier, armed, gates });
	const told = { ...facts, notices: [...notices, ...facts.notices] };
	return inform('SessionStart', text, userNotice(told, isNewTo(input)));
}

/** A session that was compacted or resumed is in front of the user already. */
function isNewTo({ source }: SessionStartInput): boolean {
	return source !== 'resume' && source !== 'compact';
}

/** Where its journal cannot be written, the session leaves nothing to the next one. */
const UNKEPT = {
	code: 'state_unwritable',
	message: 'the journal of a session cannot be written: the session will not be remembered',
	hint: 'free the disk or make `.git/requirements/sessions` a writable folder',
} as const;

/** Calls leave receipts from now on. Where they cannot, the guard judges each call itself. */
async function beginReceipts(
	{ scene, session, ports }: Event,
	state: BranchState | undefined,
): Promise<void> {
	const { place, config } = scene;
	const work = async () => {
		const { beginWith } = await import('../guarding.ts');
		await beginWith(session.uuid, { config, isPaused: state?.paused !== undefined }, ports);
	};
	await orNothing(work, { place, what: 'calls cannot be noted as checked', ports });
}

interface Event extends HookEvent<SessionStartInput> {
	readonly scene: Scene;
}

/** After a compaction `cwd` may be anywhere: the session's home counts, else where it stands. */
async function compiledScene(cwd: string, ports: Ports): Promise<Scene | undefined> {
	const home = homeOf(cwd, ports);
	const here = ports.places.at(cwd);
	for (const place of here.git && here.root !== home.root ? [home, here] : [home]) {
		const found = await ports.config.compile(place);
		if (found.kind === 'some') return { place, ...found };
	}
	return undefined;
}

interface Others {
	readonly registry: Registry;
	/** Full ids of registered sessions whose client is gone. */
	readonly gone: readonly string[];
}

/**
 * Sessions that ended without saying so are found while the registry still knows who is alive (D13).
 *
 * @returns all sessions of the last days; `undefined` where nobody looked, or could
 */
async function recover(
	event: Event,
	registry: Registry,
): Promise<readonly RecordSummary[] | undefined> {
	const { session: self, scene, ports } = event;
	const { place, config } = scene;
	if (!remembers(config) || ports.host.nested) return undefined;
	const work = async () => {
		const { recoverSessions } = await import('../continuity/recover-sessions.ts');
		return recoverSessions({ place, config, self, registry }, ports);
	};
	return orNothing(work, { place, what: 'sessions that broke off could not be closed', ports });
}

/** The session becomes visible: to other sessions in the registry, to itself in its journal. */
async function enter(event: Event, { registry, gone }: Others): Promise<void> {
	const { input, session, scene, ports } = event;
	const { cwd, source, transcript_path: transcript } = input;
	const presence = { session, cwd, source, transcript };
	await register(scene.place, presence, { registry, drop: gone, ports });
	const { branch } = scene.place;
	const start = {
		e: 'start' as const,
		source: source ?? 'startup',
		branch,
		cwd,
		...processFields(ports),
		...(remembers(scene.config) ? ownerFields(scene.place, ports) : {}),
	};
	if (await note(scene.place, session, { entries: [start], ports })) return;
	if (remembers(scene.config)) await recordFault(scene.place, ports, UNKEPT);
}

/** Whose session it is, and where it is at home: what its record is filed under. */
function ownerFields({ root, mainRoot }: Place, { host }: Ports) {
	const channel = host.nested ? 'nested' : 'cli';
	return { user: host.user, root: mainRoot ?? root, channel };
}

/** Migration, roll-over, returning entries and carried satisfactions, in one write or none (D6, D10, D1). */
async function tidyState(
	event: Event,
	others: Others,
): Promise<{ state: BranchState | undefined; isNewer: boolean }> {
	const { input, session, scene, ports } = event;
	const { place, config } = scene;
	const { state, isNewer, isOldShape } = await readState(place, ports);
	if (isNewer || state === undefined || state.untrusted_since !== undefined)
		return { state, isNewer };
	const changes: BranchChange[] = [
		...tidyChange(state, { event, others, isOldShape }),
		...(await recalled(state, event)),
	];
	if (input.source === 'clear') {
		const { carriedByClear } = await import('../carry.ts');
		changes.push(...(await carriedByClear({ place, session, config, state }, ports)));
	}
	const saved = await saveChanges([{ place, changes }], ports);
	return { state: saved.docs[0] ?? state, isNewer };
}

/** A session that goes on may have come to another branch since (docs/adr/0013). What cannot be written is a fault to tell. */
async function carriedOnReturn(
	{ input, session, scene, ports }: Event,
	state: BranchState | undefined,
): Promise<BranchState | undefined> {
	if (input.source !== 'resume' && input.source !== 'compact') return state;
	const { place } = scene;
	const { broughtAlong } = await import('../carry.ts');
	const { changes, leaving } = await broughtAlong({ ...scene, session, state }, ports);
	const { docs } = await saveChanges([{ place, changes }, ...leaving], ports);
	return docs[0] ?? state;
}

function tidyChange(
	state: BranchState,
	{ event, others, isOldShape }: { event: Event; others: Others; isOldShape: boolean },
): BranchChange[] {
	const { ports, session } = event;
	const live = Object.values(others.registry.sessions).map((raw) =>
		String((raw as { uuid?: unknown })?.uuid),
	);
	const kept = live.filter((uuid) => !others.gone.includes(uuid));
	const at = new Date(ports.now()).toISOString();
	const change = { op: 'tidy' as const, at, live: [session.uuid, ...kept] };
	return isOldShape || isUntidy(state, change) ? [change] : [];
}

/** A resumed session that was away for long finds its entries in the history (D2, D10). */
async function recalled(
	state: BranchState,
	{ input, session, scene, ports }: Event,
): Promise<BranchChange[]> {
	if (input.source !== 'resume' || !isForgotten(state, session)) return [];
	return recallChange(await ports.branchState.history(scene.place), session);
}

/** What earlier sessions pass on follows what the gates say; whatever goes wrong in it costs only itself. */
async function withEarlier(
	{ input, session, scene, ports }: Event,
	found: Pick<Start, 'registry' | 'earlier' | 'armed' | 'gates'>,
): Promise<StartText> {
	const { place, config } = scene;
	const onlyGates = { text: found.gates, notices: [] };
	const isOwn = !ports.host.nested && input.agent_id === undefined;
	if (!remembers(config) || !isOwn) return onlyGates;
	const { source = 'startup', prompt_id: prompt } = input;
	const start = { ...found, place, config, session, source, prompt };
	const tell = async () => (await import('../continuity/start-text.ts')).startText(start, ports);
	const what = 'earlier sessions could not be told';
	return (await orNothing(tell, { place, what, ports })) ?? onlyGates;
}
