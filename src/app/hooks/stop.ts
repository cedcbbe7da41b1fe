import type { BranchState } from '../../core/branch-state/schema.ts';
import { stopText } from '../../core/gate/gate-text.ts';
import { holdsStop } from '../../core/gate/verdict.ts';
import { foldTriggers, wasStopped } from '../../core/journal/fold.ts';
import type { StopInput } from '../../core/protocol/hook-input.ts';
import { block, type HookOutput, notify } from '../../core/protocol/hook-output.ts';
import { completedSkills } from '../../core/requirement/completed-skills.ts';
import type { Standing } from '../../core/requirement/standing.ts';
import type { Session } from '../../core/session/session-id.ts';
import { carryOverFork } from '../carrying.ts';
import { note, promptOf } from '../journaling.ts';
import { obstacleAt, standingsOf } from '../judging.ts';
import type { Ports } from '../ports.ts';
import { readRegistry, register } from '../registering.ts';
import { saveChanges } from '../saving.ts';
import { sessionOf } from '../scene.ts';
import { readState } from '../state-reading.ts';
import { type Workplace, workplacesOf } from '../workplaces.ts';

/**
 * The turn ends: folds the journal into the branch state, then holds the stop while requirements this
 * session armed are unmet, at most once per prompt and set of them (D32, D39).
 */
export async function stop(input: StopInput, ports: Ports): Promise<HookOutput | undefined> {
	if (input.agent_id !== undefined) return undefined;
	const session = sessionOf(input, ports);
	const event = { input, session, ports };
	const workplaces = await workplacesOf(session, input.cwd, ports);
	const scenes = workplaces.filter(({ config }) => config.enabled);
	const [first] = scenes;
	if (first === undefined) return undefined;
	const registry = await readRegistry(first.place, ports);
	await register(first.place, { session, cwd: input.cwd }, { registry, drop: [], ports });
	const outcomes: (HookOutput | undefined)[] = [];
	for (const scene of scenes) outcomes.push(await endTurn(scene, event));
	const held = outcomes.find((outcome) => outcome !== undefined && 'decision' in outcome);
	return held ?? outcomes.find((outcome) => outcome !== undefined);
}

interface Event {
	readonly input: StopInput;
	readonly session: Session;
	readonly ports: Ports;
}

async function endTurn(scene: Workplace, event: Event): Promise<HookOutput | undefined> {
	const { input, session, ports } = event;
	const { place, config, lines } = scene;
	const { requirements } = config;
	const { state, isNewer } = await readState(place, ports);
	const { transcript_path: transcript } = input;
	const turn = { session, prompt: input.prompt_id, at: ports.now() };
	const changes = [
		...foldTriggers(lines, { session, branch: place.branch, state, requirements }),
		...completedSkills(lines, requirements, turn),
		...(await carryOverFork({ place, session, config, state, transcript, lines }, ports)),
	];
	const saved = await saveChanges([{ place, changes }], ports);
	if (mayEnd(input)) return saved.notice;
	const after = saved.docs[0] ?? state;
	const held = await hold(scene, { after, isNewer, event });
	return held ?? saved.notice;
}

async function hold(
	{ place, config, lines }: Workplace,
	{ after, isNewer, event }: { after: BranchState | undefined; isNewer: boolean; event: Event },
): Promise<HookOutput | undefined> {
	const { input, session, ports } = event;
	if (after?.paused !== undefined) return undefined;
	const who = { place, session, requirements: config.requirements };
	const unmet = standingsOf(after, who, ports.now()).filter(holdsStop);
	const names = namesOf(unmet);
	if (
		unmet.length === 0 ||
		wasStopped(lines, { branch: place.branch, prompt: input.prompt_id, names })
	)
		return undefined;
	const obstacle = obstacleAt(place, isNewer, ports);
	if (obstacle !== undefined) return notify(unheldText(names, obstacle));
	const entry = { e: 'stopped' as const, branch: place.branch, names, ...promptOf(input) };
	await note(place, session, { entries: [entry], ports });
	return block(stopText(unmet, place.branch));
}

/** The host's own guard against loops (S4-048); an agent at work will stop once more (host fact 11). */
function mayEnd({ stop_hook_active, background_tasks }: StopInput): boolean {
	const isAgentAtWork = (background_tasks ?? []).some(({ type }) => type?.includes('agent'));
	return stop_hook_active === true || isAgentAtWork;
}

function unheldText(names: readonly string[], obstacle: string): string {
	return `req: not satisfied: ${names.join(', ')}. The stop is not held, because ${obstacle}.`;
}

function namesOf(unmet: readonly Standing[]): string[] {
	return unmet.map(({ requirement }) => requirement.name);
}
