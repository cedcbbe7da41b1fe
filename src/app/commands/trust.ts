import type { Baseline } from '../../core/baseline/baseline.ts';
import { changeText, type Difference, differenceJson } from '../../core/baseline/difference.ts';
import { Fault } from '../../core/fault/fault.ts';
import { branchText } from '../../core/place/place.ts';
import { named, oneLine } from '../../core/text/one-line.ts';
import { liveBaselines, noteSeen, writeBaseline } from '../baselines.ts';
import { differencesOf } from '../ground.ts';
import type { Ports } from '../ports.ts';
import { type Caller, onlyTheUser } from './caller.ts';
import { sessionNamed } from './session-choice.ts';

/** Something that changed and counts when the user says so. */
interface Untrusted {
	readonly of: 'session' | 'state';
	/** What changed, for people: a headline, and the single changes below it. */
	readonly title: string;
	readonly lines: readonly string[];
	/** The same for scripts. */
	readonly json: object;
	/** Why it cannot be accepted as it is, or `undefined`. */
	readonly obstacle: Fault | undefined;
	/** From now on it counts as it is. */
	readonly accept: () => Promise<void>;
}

/**
 * Lets what changed since the sessions at work here began count as it is: the place, the policy, and
 * states that something other than req wrote.
 *
 * @throws Fault `refused` for the model; `git_failed` where git's files cannot be read; `unknown_session`
 */
export async function trust(
	{ caller, dryRun }: { readonly caller: Caller; readonly dryRun: boolean },
	ports: Ports,
): Promise<{ readonly dryRun: boolean; readonly changes: readonly Untrusted[] }> {
	if (!dryRun) onlyTheUser(caller, 'req trust');
	const now = ports.ground?.now ?? ports;
	const changes = await changedGround(caller, now);
	const obstacle = changes.find((one) => one.obstacle !== undefined)?.obstacle;
	if (dryRun) return { dryRun, changes };
	if (obstacle !== undefined) throw obstacle;
	await acceptAll(changes, ports);
	ports.ground?.met.clear();
	return { dryRun, changes };
}

/** @throws Fault that also says what was accepted before it */
async function acceptAll(changes: readonly Untrusted[], { attempt }: Ports): Promise<void> {
	for (const [at, { accept }] of changes.entries()) {
		const accepted = await attempt(accept);
		if (accepted.kind !== 'failed') continue;
		const done = changes.slice(0, at).map(({ title }) => title);
		if (accepted.error instanceof Fault && done.length > 0)
			accepted.error.message += `; accepted before that: ${done.join('; ')}`;
		throw accepted.error;
	}
}

/** Each session whose place or policy is no longer the one it began with. */
async function changedGround(caller: Caller, ports: Ports): Promise<readonly Untrusted[]> {
	const baselines = await baselinesFor(caller, ports);
	const found = await Promise.all(baselines.map((baseline) => changed(baseline, ports)));
	return found.flat();
}

async function baselinesFor(caller: Caller, ports: Ports): Promise<readonly Baseline[]> {
	const { sessionId } = ports.host;
	if (caller.session === undefined) {
		const own = sessionId === undefined ? undefined : ports.baselines.read(sessionId);
		return own === undefined ? liveBaselines(caller.cwd, ports) : [own];
	}
	const [live] = await liveBaselines(caller.cwd, ports);
	const place =
		live === undefined ? ports.places.at(caller.cwd) : (await ports.baselines.stored()).place(live);
	const { uuid } = await sessionNamed(caller.session, place, ports);
	return [ports.baselines.read(uuid) ?? []].flat();
}

/**
 * A branch without a config is accepted for itself alone: the session goes back to what it began with on the others,
 * whatever becomes of their config meanwhile.
 */
async function changed(baseline: Baseline, ports: Ports): Promise<readonly Untrusted[]> {
	const differences = await differencesOf(baseline, ports);
	if (differences.length === 0) return [];
	const { session, root } = baseline;
	const place = ports.places.at(root);
	const found = await ports.config.load(place);
	const isOfBranch = differences.every(
		(one) => one.kind === 'policy' && one.branch !== baseline.branch,
	);
	const isBranchOnly = isOfBranch && found.kind === 'none';
	const where = isBranchOnly ? `, on ${branchText(place.branch)} only` : '';
	const accept = async () => {
		if (isBranchOnly) {
			const seen = differences.map(({ key }) => ({ key, asIs: true }));
			return noteSeen(baseline, seen, ports);
		}
		await writeBaseline(baseline, { place, found }, ports);
	};
	return [
		{
			of: 'session',
			title: `session ${session.slice(0, 8)}, begun in ${named(root)}${where}`,
			lines: differences.flatMap(linesOf),
			json: { session, changes: differences.map(differenceJson) },
			obstacle: differences.map(obstacleIn).find((one) => one !== undefined),
			accept,
		},
	];
}

/** What cannot be read has to be put right: accepting it would switch off what cannot be told. */
function obstacleIn(difference: Difference): Fault | undefined {
	const { kind, unreadable } = difference;
	if (unreadable === undefined) return undefined;
	const what = `nothing can be accepted here: ${oneLine(unreadable)}`;
	return kind === 'place'
		? new Fault('git_failed', what, { hint: 'git status' })
		: new Fault('config_unreadable', what, { hint: 'correct the file: req config check' });
}

function linesOf(difference: Difference): readonly string[] {
	if (difference.kind === 'policy') {
		return difference.unreadable === undefined
			? difference.changes.map(changeText)
			: [`a config file cannot be read: ${oneLine(difference.unreadable)}`];
	}
	const { now, unreadable } = difference;
	if (unreadable !== undefined) return [`git's files cannot be read: ${oneLine(unreadable)}`];
	return [now === undefined ? 'there is no repository any more' : `the work tree is ${named(now)}`];
}
