import type { Trigger } from '../gate/triggers.ts';
import type { Brand } from '../store/brand.ts';
import { named, oneLine } from '../text/one-line.ts';
import type { RequirementValues } from './requirement-keys.ts';
import type { Inherit, Settings } from './settings.ts';

/** A requirement's name: `[a-z0-9]` first, then at most 63 of `[a-z0-9_-]`, case kept as written. */
export type RequirementName = Brand<string, 'RequirementName'>;

/** One requirement as the gates use it: every default filled in, durations in milliseconds. */
export interface Requirement extends Omit<RequirementValues, 'enabled' | 'holdStop' | 'autoResolveSkill'> {
	readonly name: RequirementName;
	readonly triggers: readonly Trigger[];
	readonly blocks: readonly Trigger[];
	/** Bare skill names, no plugin prefix, no slash. */
	readonly skills: readonly string[];
	readonly manual: 'anyone' | 'user' | 'never';
	/** Whether a turn that armed it stays open while it is unmet; a warning never keeps one open. */
	readonly holdsStop: boolean;
}

export type Scope = Requirement['scope'];

/** The merged, validated config of one project. */
export interface Config extends Omit<Settings, 'inherit'> {
	/** Enabled requirements only, in the order of the files. */
	readonly requirements: readonly Requirement[];
	/** Requirements that are written but cannot gate, each by its first problem. */
	readonly leftOut: readonly Problem[];
	readonly inherit: Inherit | undefined;
	/** What a later file loosened or switched off, as sentences for the session start (D34). */
	readonly switchedOff: readonly string[];
}

/** Whether sessions of this project are remembered. */
export function remembers({ enabled, continuity }: Config): boolean {
	return enabled && continuity.enabled;
}

/** Something wrong in a config file, and where. */
export interface Problem {
	readonly file: string;
	/** Key path such as `requirements.tested.scope`, as a stranger may have written it; empty if the file does not parse. */
	readonly key: string;
	readonly line: number | undefined;
	readonly message: string;
}

/** A project's config as hooks and commands get it. `none`: no file anywhere, so nothing happens (D34). */
export type ProjectConfig =
	| { readonly kind: 'none' }
	| { readonly kind: 'some'; readonly config: Config; readonly problems: readonly Problem[] };

/** A problem in a config file as one sentence: file, line, key, what is wrong (D34). */
export function problemText({ file, line, key, message }: Problem): string {
	const where = line === undefined ? oneLine(file) : `${oneLine(file)}:${line}`;
	return `${where}${key === '' ? '' : ` ${named(key)}`}: ${oneLine(message)}`;
}

/** One file of a config as it was when it was read: `absent`, or what differs between its versions. */
export interface SourceKey {
	readonly path: string;
	readonly key: string;
}
