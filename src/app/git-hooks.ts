import { Fault } from '../core/fault/fault.ts';
import { GIT_HOOKS, type GitHook } from '../core/git-hooks/git-hooks.ts';
import { hookScript, readHookScript } from '../core/git-hooks/hook-script.ts';
import { type Place, parentOf } from '../core/place/place.ts';
import type { AllPorts } from './ports.ts';
import { commonDirOf } from './registering.ts';
import type { GitHookFolder } from './setup-ports.ts';

/**
 * `outdated`: another `req`, or one that lay elsewhere, wrote it. `edited`: somebody changed it since. `cut_short`: what
 * was there before is put aside, and nothing is in its place.
 */
export type HookStanding = 'absent' | 'installed' | 'outdated' | 'edited' | 'foreign' | 'cut_short';

/** One hook of a repository as it is. */
export interface HookNow {
	readonly hook: GitHook;
	readonly path: string;
	readonly standing: HookStanding;
	/** The hook that was there before and runs first: its path. */
	readonly before: string | undefined;
	/** Whether the program that it starts is there. */
	readonly startsProgram: boolean;
	readonly madeFolder: boolean;
}

/** The hooks of a repository, where git looks for them now. */
export interface HooksNow {
	readonly place: Place;
	readonly folder: GitHookFolder;
	readonly hooks: readonly HookNow[];
	/** Ours in the folder where git would look without `core.hooksPath`: nothing starts them. */
	readonly stranded: readonly HookNow[];
}

/** @throws Fault `refused` where there is no repository */
export function hooksAt(place: Place, ports: AllPorts): HooksNow {
	const folder = ports.gitHooks.folder(place);
	if (folder === undefined)
		throw new Fault('refused', `${place.root} is no git repository`, { hint: 'git init' });
	const usual = ports.places.realPath(`${commonDirOf(place)}/hooks`);
	const hooks = GIT_HOOKS.map((hook) => hookIn(folder.path, hook, { place, ports }));
	const stranded =
		usual === folder.path
			? []
			: GIT_HOOKS.map((hook) => hookIn(usual, hook, { place, ports })).filter(isInstalled);
	return { place, folder, hooks, stranded };
}

/** Whether req has anything in a hook's place. */
export function isInstalled({ standing }: HookNow): boolean {
	return standing !== 'absent' && standing !== 'foreign';
}

const ASIDE = 'before-req';

interface Around {
	readonly place: Place;
	readonly ports: AllPorts;
}

function hookIn(folder: string, hook: GitHook, around: Around): HookNow {
	const { ports } = around;
	const path = `${folder}/${hook}`;
	const file = ports.gitHooks.look(path);
	const none = { hook, path, before: undefined, startsProgram: true, madeFolder: false };
	if (file.kind === 'absent') {
		const aside = `${path}.${ASIDE}`;
		if (!isThere(aside, ports)) return { ...none, standing: 'absent' };
		return { ...none, standing: 'cut_short', before: aside };
	}
	const found = readHookScript(file.text ?? '', ports.sha256);
	if (found.kind === 'foreign') return { ...none, standing: 'foreign' };
	const { before: name, madeFolder, program } = found;
	const before = name === undefined ? undefined : `${folder}/${name}`;
	const now = { ...none, before, madeFolder, startsProgram: ports.places.exists(program) };
	if (found.kind === 'edited') return { ...now, standing: 'edited' };
	const isCurrent = file.text === scriptFor(hook, { name, madeFolder }, around);
	return { ...now, standing: isCurrent ? 'installed' : 'outdated' };
}

function scriptFor(
	hook: GitHook,
	{ name, madeFolder }: { readonly name: string | undefined; readonly madeFolder: boolean },
	{ place, ports }: Around,
): string {
	const { configDir } = ports.host;
	const commonDir = commonDirOf(place);
	const facts = { ...ports.gitHooks.own, configDir, commonDir, before: name, madeFolder };
	return hookScript(hook, facts, ports.sha256);
}

function isThere(path: string, { gitHooks }: AllPorts): boolean {
	return gitHooks.look(path).kind === 'present';
}

/**
 * Puts our hooks in their places. What is there already keeps its content and its rights under another name, and runs
 * first; what somebody changed of ours stays.
 *
 * @returns the hooks that were written
 * @throws Fault `state_unwritable`
 */
export function installHooks({ place, folder, hooks }: HooksNow, ports: AllPorts): HookNow[] {
	const isNew = ports.setupFiles.missingAbove(`${folder.path}/x`).length > 0;
	const due = hooks.filter(({ standing }) => standing !== 'installed' && standing !== 'edited');
	for (const { hook, path, standing, before, madeFolder } of due) {
		const aside = standing === 'foreign' ? freeName(path, ports) : before;
		if (standing === 'foreign' && aside !== undefined) ports.gitHooks.rename(path, aside);
		const name = aside?.slice(folder.path.length + 1);
		const script = scriptFor(hook, { name, madeFolder: madeFolder || isNew }, { place, ports });
		ports.gitHooks.write(path, script);
	}
	return due;
}

/** Nothing that has been put aside before is written over. */
function freeName(path: string, ports: AllPorts): string {
	let name = `${path}.${ASIDE}`;
	const { text } = ports.gitHooks.look(path) as { readonly text?: string };
	const isOther = (at: string) => {
		const there = ports.gitHooks.look(at);
		return there.kind === 'present' && (text === undefined || there.text !== text);
	};
	for (let count = 2; isOther(name); count += 1) name = `${path}.${ASIDE}-${count}`;
	return name;
}

/**
 * Takes our hooks away again, and puts back what was there before them, to the byte.
 *
 * @returns the hooks that were taken away
 * @throws Fault `state_unwritable`
 */
export function removeHooks({ hooks, stranded }: HooksNow, ports: AllPorts): HookNow[] {
	const ours = [...hooks, ...stranded].filter(
		(one) => isInstalled(one) && one.standing !== 'edited',
	);
	for (const { path, before } of ours) {
		if (before !== undefined && isThere(before, ports)) ports.gitHooks.rename(before, path);
		else ports.gitHooks.remove(path);
	}
	const made = ours.filter(({ madeFolder }) => madeFolder).map(({ path }) => parentOf(path));
	ports.setupFiles.removeEmpty([...new Set(made)]);
	return ours;
}
