import type { Brand } from '../core/brand.ts';
import { named, oneLine } from '../core/text/one-line.ts';
import type { Continuity, Inherit } from './continuity.ts';

/** A requirement's name: `[a-z0-9]` first, then at most 63 of `[a-z0-9_-]`, case kept as written. */
export type RequirementName = Brand<string, 'RequirementName'>;

export type Scope = 'session' | 'branch' | 'single_use' | 'permanent';
type Enforce = 'deny' | 'stop' | 'warn';
/** How far a skill has to come before it satisfies: `evidence` is `done` that says what it rests on (ADR 14). */
type SatisfyOn = 'load' | 'done' | 'evidence';

/** What arms a requirement, or what waits for it. */
export type Trigger =
	| { readonly on: 'edit'; readonly glob: string | undefined }
	| { readonly on: 'command'; readonly command: string }
	| { readonly on: 'tool'; readonly pattern: string }
	/** In `blocks` only: the completion of a task of Claude's list. No call. */
	| { readonly on: 'task_completed' };

/** A command whose success satisfies a requirement. */
export interface ProvingCommand {
	readonly run: string;
	/** A run of a part of the tests counts, too. */
	readonly partial: boolean;
}

/** What single types of requirement bring to all: a requirement of another type has it empty. */
export interface TypeFields {
	/** Of a guard: globs of the names of branches. */
	readonly branches: readonly string[];
	/** Of a dynamic one: changed lines above which it warns or blocks. */
	readonly warn: number | undefined;
	readonly block: number | undefined;
}

/** One requirement as the gates use it: every default filled in, durations in milliseconds. */
export interface Requirement extends TypeFields {
	readonly name: RequirementName;
	readonly type: 'standard' | 'guard' | 'dynamic';
	readonly scope: Scope;
	readonly triggers: readonly Trigger[];
	readonly blocks: readonly Trigger[];
	readonly enforce: Enforce;
	/** Whether a turn that armed it does not end while it is unmet; a warning never holds one. */
	readonly holdsStop: boolean;
	/** Bare skill names, no plugin prefix, no slash. */
	readonly skills: readonly string[];
	readonly satisfyOn: SatisfyOn;
	readonly plan: boolean;
	readonly manual: 'anyone' | 'user' | 'never';
	readonly carry: readonly ('clear' | 'fork')[];
	readonly ttl: number | undefined;
	readonly commands: readonly ProvingCommand[];
	readonly staleAfter: readonly Trigger[];
	readonly locked: boolean;
	readonly message: string | undefined;
}

/** The merged, validated config of one project. */
export interface Config {
	readonly enabled: boolean;
	readonly protect: boolean | 'ask';
	/** Whether calls are looked at for what they change. */
	readonly observe: boolean;
	/** Enabled requirements only, in the order of the files. */
	readonly requirements: readonly Requirement[];
	/** Requirements that are written but cannot gate, each by the first problem that says why. */
	readonly leftOut: readonly Problem[];
	readonly clearSessionState: boolean;
	/** A headless session that should go on and cannot is a failure, as with `--strict`. */
	readonly strictResume: boolean;
	/** What sessions remember and pass on. Nothing of it where the config as a whole is switched off. */
	readonly continuity: Continuity;
	readonly inherit: Inherit | undefined;
	/** Loosened or switched off by a later file, as sentences for the session start (D34). */
	readonly switchedOff: readonly string[];
}

/** Whether sessions of this project are remembered. */
export function remembers({ enabled, continuity }: Config): boolean {
	return enabled && continuity.enabled;
}

/** Something wrong in a config file, and where. */
export interface Problem {
	readonly file: string;
	/** Key path such as `requirements.tested.scope`; empty when the file does not parse. */
	readonly key: string;
	readonly line: number | undefined;
	readonly message: string;
}

/** A project's config as hooks and commands get it. `none`: no file anywhere, so nothing happens (D34). */
export type ProjectConfig =
	| { readonly kind: 'none' }
	| { readonly kind: 'some'; readonly config: Config; readonly problems: readonly Problem[] };

/** Whatever arms, waits for or outdates a requirement of a config. */
export function everyTrigger({ requirements }: Config): Trigger[] {
	return requirements.flatMap(({ triggers, blocks, staleAfter }) => [
		...triggers,
		...blocks,
		...staleAfter,
	]);
}

/** Whether each old trigger is still one; any edit covers the edits of a glob. */
export function covers(now: readonly Trigger[], before: readonly Trigger[]): boolean {
	return before.every((old) => now.some((trigger) => includes(trigger, old)));
}

function includes(wide: Trigger, narrow: Trigger): boolean {
	if (wide.on === 'edit' && narrow.on === 'edit') {
		return wide.glob === undefined || wide.glob === narrow.glob;
	}
	if (wide.on === 'command' && narrow.on === 'command') return wide.command === narrow.command;
	if (wide.on === 'tool' && narrow.on === 'tool') return wide.pattern === narrow.pattern;
	return wide.on === 'task_completed' && narrow.on === 'task_completed';
}

/** A problem in a config file as one sentence: file, line, key, what is wrong (D34). */
export function problemText({ file, line, key, message }: Problem): string {
	const where = line === undefined ? oneLine(file) : `${oneLine(file)}:${line}`;
	return `${where}${key === '' ? '' : ` ${named(key)}`}: ${oneLine(message)}`;
}

/** Requirements as changes name them. */
export function namedIn(requirements: readonly Requirement[]): { name: string; scope: string }[] {
	return requirements.map(({ name, scope }) => ({ name, scope }));
}

/** One file of a config as it was when it was read: `absent`, or what tells its versions apart. */
export interface SourceKey {
	readonly path: string;
	readonly key: string;
}
