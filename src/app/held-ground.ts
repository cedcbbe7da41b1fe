import {
	type Baseline,
	type BegunPolicy,
	isOwnWithin,
	isVersion,
	rulesOver,
} from '../core/baseline/baseline.ts';
import { policyChanges, stricterOf } from '../core/baseline/policy.ts';
import {
	type ProjectConfig,
	problemText,
	type Requirement,
	type SourceKey,
} from '../core/config/config.ts';
import { DETACHED, type Place } from '../core/place/place.ts';
import { noteSeen } from './baselines.ts';
import type { Configs, Ground, Places, Ports, StoredBaselines } from './ports.ts';

/**
 * The places of a world in which git says something else of the directory a session began in, or where it
 * stands on no branch: the place it began in rules, whatever the files of git say of it.
 */
export async function placesHeld(ground: Ground): Promise<Places> {
	const { baseline, now } = ground;
	const { places, baselines } = now;
	const began = (await baselines.stored()).place(baseline);
	const ruled = (directory: string) => rulesOver(places.realPath(directory), baseline);
	const at = (directory: string) => {
		const found = places.ifReadable(directory);
		if (found !== undefined && isOwnWithin(found, baseline)) return found;
		if (!ruled(directory)) return found ?? places.at(directory);
		return placeHeld(found, began, ground);
	};
	return {
		...places,
		at,
		ifReadable: (directory) =>
			places.ifReadable(directory) === undefined && !ruled(directory) ? undefined : at(directory),
	};
}

function placeHeld(found: Place | undefined, began: Place, { baseline, met }: Ground): Place {
	const { root, state_dir, git_dir } = baseline;
	const { unreadable } = began;
	// Outside git, a repository made in the very folder keeps the requirements where they were.
	const isThere = found?.root === root && (found.stateDir === state_dir || !began.git);
	if (isThere && unreadable === undefined) return found;
	const now = found?.git === true ? found.root : undefined;
	const byConfig = now !== undefined && found?.gitDir === git_dir;
	const key = `place ${unreadable ?? now ?? ''}`;
	met.set('place', { kind: 'place', key, root, now, unreadable, byConfig });
	return began;
}

/**
 * The policy for a place whose config files are others than those the session began with. The present one
 * counts where it asks for as much, where the user does not want the config kept from the model, and where
 * it is another branch's own; else of both the stricter, requirement by requirement.
 */
export async function policyHeld(
	place: Place,
	version: string,
	{ ground, load }: { readonly ground: Ground; readonly load: Configs['load'] },
): Promise<ProjectConfig> {
	const { baseline, met, now } = ground;
	const present = await load(place);
	const key = `policy ${place.branch} ${version}`;
	if (baseline.seen.some((one) => one.key === key && one.asIs === true)) return present;
	const stored = await now.baselines.stored();
	const begun = stored.policy(baseline);
	if (begun === undefined || !protects(begun.policy)) return present;
	const changes = policyChanges(begun.policy, present);
	const isOfBranch =
		changes.some(isLooser) && isBranchsOwn(place, { baseline, begun, stored }, now);
	const isLocked = ({ locked }: Requirement) => locked;
	const held = stricterOf(begun.policy, present, isOfBranch ? isLocked : undefined);
	const asIs = policyChanges(held, present).every((one) => !isLooser(one));
	if (asIs && !isOfBranch) await noteSeen(baseline, [{ key, asIs }], now);
	else {
		// The first file that does not parse, and why.
		const unread = present.kind === 'some' && present.problems.find((one) => one.key === '');
		const unreadable = unread ? problemText(unread) : undefined;
		const { branch } = place;
		const isNewBranch = isUnknown(place, baseline, begun);
		met.set(key, {
			...{ kind: 'policy', key, branch, isNewBranch, changes, isOfBranch, asIs, unreadable },
		});
	}
	return held;
}

/** A branch that was made, or fetched, since the session began. */
function isUnknown({ branch, git }: Place, baseline: Baseline, { tips }: BegunPolicy): boolean {
	return (
		git &&
		!branch.startsWith(DETACHED) &&
		branch !== baseline.branch &&
		!Object.hasOwn(tips, branch)
	);
}

function isLooser({ looser }: { readonly looser: readonly string[] }): boolean {
	return looser.length > 0;
}

function protects(policy: ProjectConfig): boolean {
	return policy.kind === 'some' && policy.config.protect !== false;
}

/**
 * Whether the present policy is one that another branch had before the session began: its project file is
 * what was committed there then, and the user's own files are as they were. A branch made or moved since
 * can hold anything.
 */
function isBranchsOwn(
	place: Place,
	{
		baseline,
		begun,
		stored,
	}: { readonly baseline: Baseline; readonly begun: BegunPolicy; readonly stored: StoredBaselines },
	{ client, config }: Ports,
): boolean {
	const commit = Object.hasOwn(begun.tips, place.branch) ? begun.tips[place.branch] : undefined;
	if (commit === undefined || place.branch === baseline.branch) return false;
	const own = [place.root, baseline.root].map((root) => `${root}/${PROJECT_FILE}`);
	const others = (sources: readonly SourceKey[]) =>
		sources.filter(({ path }) => !own.includes(path));
	if (!isVersion(others(config.sources(place)), others(baseline.sources))) return false;
	const committed = stored.committed(place, commit, PROJECT_FILE);
	const written = client.text(`${place.root}/${PROJECT_FILE}`) ?? '';
	return committed !== undefined && written !== '' && unix(committed) === unix(written);
}

const PROJECT_FILE = '.claude/requirements.yaml';

function unix(text: string): string {
	return text.replaceAll('\r\n', '\n');
}
