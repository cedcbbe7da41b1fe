import { named, oneLine } from '../core/text/one-line.ts';
import { listed } from '../core/text/phrases.ts';
import { branchText } from '../git/place.ts';
import { type ProjectConfig, problemText, type Requirement, type SourceKey } from './config.ts';

/** The config of one project as a session last saw it. */
export interface SeenConfig {
	/** Toplevel of the working tree. */
	readonly root: string;
	/** The config files, each with what tells its versions apart. */
	readonly files: readonly SourceKey[];
	readonly found: ProjectConfig;
	/** Why another config than the one in the working tree applies, as the user was told it. */
	readonly told?: string | undefined;
}

const MAX_NAMED = 5;

/**
 * How the config of a project changed since the session saw it, for the user; `undefined` if it asks for the same.
 *
 * @param now as it applies
 */
export function configChangeText(
	before: SeenConfig,
	now: SeenConfig,
	branch: string,
): string | undefined {
	const changes = changesOf(before.found, now.found);
	if (changes.length === 0) return undefined;
	if (now.found.kind === 'none') {
		const names = namesText(requirementsOf(before.found).map(({ name }): string => named(name)));
		const were = names === '' ? '' : ` Before: ${names}.`;
		return `req: ${branchText(branch)} has no requirements.yaml; the gates are off.${were}`;
	}
	const isOff = !now.found.config.enabled && isOn(before.found);
	const what = isOff ? 'enabled is false, the gates are off' : changes.join('; ');
	return `req: ${changedFiles(before, now)} changed in this session: ${what}`;
}

/** Why the last config applies although its file cannot be read; `undefined` if all files can be. */
export function unreadableText(found: ProjectConfig): string | undefined {
	const problem = found.kind === 'some' && found.problems.find(({ key }) => key === '');
	return problem
		? `${oneLine(problemText(problem))}: the file cannot be read, so the last config applies; \`req config check\` lists its errors`
		: undefined;
}

/** `commit_plan removed`, `size, tested changed`; none if it asks for the same. */
export function changesOf(before: ProjectConfig, now: ProjectConfig): string[] {
	const [old, present] = [requirementsOf(before), requirementsOf(now)];
	const then = new Map(old.map((one) => [one.name, JSON.stringify(one)]));
	const names = new Set(present.map(({ name }) => name));
	const removed = old.filter(({ name }) => !names.has(name));
	const added = present.filter(({ name }) => !then.has(name));
	const changed = present.filter((one) => (then.get(one.name) ?? text(one)) !== text(one));
	const groups = [
		{ what: 'removed', names: namesIn(removed) },
		{ what: 'changed', names: [...namesIn(changed), ...settingsChanged(before, now)] },
		{ what: 'added', names: namesIn(added) },
	];
	return groups.flatMap(({ what, names }) =>
		names.length === 0 ? [] : [`${namesText(names)} ${what}`],
	);
}

/** A config that is switched off asks for nothing. */
function requirementsOf(found: ProjectConfig): readonly Requirement[] {
	return isOn(found) ? found.config.requirements : [];
}

function isOn(found: ProjectConfig): found is Extract<ProjectConfig, { kind: 'some' }> {
	return found.kind === 'some' && found.config.enabled;
}

function settingsChanged(before: ProjectConfig, now: ProjectConfig): string[] {
	if (!isOn(before) || !isOn(now)) return [];
	return (['protect', 'observe'] as const).filter((key) => before.config[key] !== now.config[key]);
}

function text(requirement: Requirement): string {
	return JSON.stringify(requirement);
}

function namesIn(requirements: readonly Requirement[]): string[] {
	return requirements.map(({ name }) => named(name));
}

function namesText(names: readonly string[]): string {
	const more = names.length - MAX_NAMED;
	return listed(more > 0 ? [...names.slice(0, MAX_NAMED), `${more} more`] : names);
}

/** By their names within the project, and by their paths elsewhere. */
function changedFiles(before: SeenConfig, now: SeenConfig): string {
	const then = new Map(before.files.map(({ path, key }) => [path, key]));
	const paths = now.files.filter(({ path, key }) => then.get(path) !== key).map(({ path }) => path);
	const names = paths.map((path) => {
		const folder = `${now.root}/.claude/`;
		return path.startsWith(folder) ? path.slice(folder.length) : named(path);
	});
	return names.length === 0 ? 'the config' : listed(names);
}
