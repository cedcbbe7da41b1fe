import { entriesOf } from '../registry/kind.ts';
import { isAlive, type Machine } from '../registry/liveness.ts';
import type { Registry } from '../registry/schema.ts';
import { counted } from '../text/counted.ts';
import { named, oneLine } from '../text/one-line.ts';
import { type Examined, type Finding, finding } from './finding.ts';
import { lyingFindings } from './state.ts';
import type { StoredForUser } from './stored.ts';

/** The sessions of this user, and the one `req` is called from. */
export interface SessionFacts {
	readonly stored: StoredForUser;
	readonly configDir: string;
	readonly machine: Machine;
	/** The session this runs in, and whether a hook was seen at work in it; `undefined` outside of any. */
	readonly own: { readonly id: string; readonly isSeen: boolean } | undefined;
	/** Something is configured here, so that hooks of a session leave a trace (D34). */
	readonly isConfigured: boolean;
}

/** Whether sessions are registered, and hooks at work in this one (D11, D40; host fact 26). */
export function examineSessions(facts: SessionFacts): Examined {
	const { stored, configDir } = facts;
	const { registry, cache } = stored;
	return {
		checks: sessionChecks(facts),
		findings: [
			...registryFindings(registry.path, stored, facts.machine),
			...lyingFindings(stored, `${configDir}/requirements/quarantine`),
			...(stored.writable
				? []
				: [
						finding('registry_unwritable', 'nothing can be written here', {
							file: configDir,
						}),
					]),
			...(cache.writable || !stored.writable
				? []
				: [
						finding('cache_unwritable', 'the compiled config cannot be written', {
							file: cache.path,
						}),
					]),
			...unseen(facts),
		],
	};
}

function sessionChecks({ stored, machine, own }: SessionFacts): string[] {
	const { lying } = stored.registry;
	const entries = lying.kind === 'present' ? entriesOf(lying.doc) : [];
	const live = entries.filter(([, entry]) => isAlive(entry, machine)).length;
	return [
		`${counted(live, 'live session')} registered`,
		...(own?.isSeen === true ? ['hooks were seen at work in this session'] : []),
	];
}

function registryFindings(
	path: string,
	{ registry: { lying } }: StoredForUser,
	machine: Machine,
): Finding[] {
	switch (lying.kind) {
		case 'absent':
			return [];
		case 'present':
			return entryFindings(path, lying.doc, machine);
		case 'newer':
			return [finding('registry_newer', `schema version ${lying.version}`, { file: path })];
		case 'corrupt':
		case 'unreadable':
			return [finding('registry_corrupt', oneLine(lying.reason), { file: path })];
		default:
			return lying satisfies never;
	}
}

function entryFindings(path: string, registry: Registry, machine: Machine): Finding[] {
	const entries = entriesOf(registry);
	const known = new Set(entries.map(([key]) => key));
	const invalid = Object.keys(registry.sessions).filter((key) => !known.has(key));
	const dead = entries.filter(([, entry]) => !isAlive(entry, machine));
	return [
		...invalid.map((key) =>
			finding('registry_entry_invalid', `the entry ${named(key)} is none of ours`, {
				file: path,
				key: oneLine(key),
			}),
		),
		...dead.map(([key, { last_activity }]) =>
			finding(
				'registry_entry_dead',
				`session ${named(key)} is gone, last seen ${oneLine(last_activity)}`,
				{ file: path, key: oneLine(key) },
			),
		),
	];
}

function unseen({ own, isConfigured }: SessionFacts): Finding[] {
	if (own === undefined || own.isSeen || !isConfigured) return [];
	return [finding('session_unseen', `session ${named(own.id)} runs without hooks of req`, {})];
}
