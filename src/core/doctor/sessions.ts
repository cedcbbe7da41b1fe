import { entriesOf, isAlive, type Machine, type Registered } from '../registry/kind.ts';
import { named, oneLine } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { broken, type Table, warning, when } from './finding.ts';
import type { StoredFiles } from './state.ts';

/** The sessions of this user, and the one `req` is called from. */
export interface SessionFacts {
	readonly stored: Pick<StoredFiles, 'registry' | 'configDir'>;
	readonly machine: Machine;
	/** The session this runs in, and whether a hook was seen at work in it; `undefined` outside of any. */
	readonly own: { readonly id: string; readonly isSeen: boolean } | undefined;
	/** Something is configured here, so that hooks of a session leave a trace. */
	readonly isConfigured: boolean;
}

/** Whether sessions are registered, and hooks at work in this one. */
export const SESSIONS = {
	title: 'Sessions',
	checks: ({ stored, machine, own }) => {
		const live = registered(stored).filter(([, entry]) => isAlive(entry, machine)).length;
		return [
			`${counted(live, 'live session')} registered`,
			...(own?.isSeen === true ? ['hooks were seen at work in this session'] : []),
		];
	},
	rows: {
		registry_newer: broken(
			'A newer req wrote the session registry. It stays as it is.',
			'update req',
			({ stored: { registry } }) => {
				const { path: file, found } = registry;
				return found.kind === 'newer' ? [{ what: `schema version ${found.version}`, file }] : [];
			},
		),
		registry_corrupt: broken(
			'The session registry cannot be read. The next read moves it to quarantine.',
			'none needed; sessions register again at their next stop',
			({ stored: { registry } }) => {
				const { path: file, found } = registry;
				return 'reason' in found ? [{ what: oneLine(found.reason), file }] : [];
			},
		),
		registry_entry_invalid: warning(
			'An entry of the session registry was not written by req. It is ignored but kept.',
			'remove the entry <key> from <file>',
			({ stored }) => {
				const { path: file, found } = stored.registry;
				const known = new Set(registered(stored).map(([key]) => key));
				const keys = found.kind === 'present' ? Object.keys(found.doc.sessions) : [];
				return keys
					.filter((key) => !known.has(key))
					.map((key) => ({
						what: `the entry ${named(key)} is none of ours`,
						file,
						key: oneLine(key),
					}));
			},
		),
		registry_entry_dead: warning(
			'A registered session ended without reporting it, because its client was killed.',
			'none needed; the next session start removes it',
			({ stored, machine }) =>
				registered(stored)
					.filter(([, entry]) => !isAlive(entry, machine))
					.map(([key, { last_activity }]) => ({
						what: `session ${named(key)} is gone, last seen ${oneLine(last_activity)}`,
						file: stored.registry.path,
						key: oneLine(key),
					})),
		),
		registry_unwritable: broken(
			'req cannot register sessions, so it cannot tell which session calls it.',
			'make <file> a folder that you can write to',
			({ stored: { configDir } }) =>
				when(!configDir.writable, {
					what: 'nothing can be written here',
					file: configDir.path,
				}),
		),
		session_unseen: broken(
			"This session is running, but none of req's hooks has run in it.",
			'end the session and start claude again; if the finding stays, run `req doctor --live`',
			({ own, isConfigured }) => {
				if (own === undefined || own.isSeen || !isConfigured) return [];
				return [{ what: `session ${named(own.id)} runs without hooks of req` }];
			},
		),
	},
} as const satisfies Table<SessionFacts>;

/** The entries of the registry that req wrote, each with its key. */
export function registered({
	registry: { found },
}: Pick<StoredFiles, 'registry'>): readonly Registered[] {
	return found.kind === 'present' ? entriesOf(found.doc) : [];
}
