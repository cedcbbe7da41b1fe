import { entriesOf, isAlive, type Machine, type Registered } from '../../state/registry-kind.ts';
import { named, oneLine } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { broken, type Table, warning } from './finding.ts';
import type { StoredFiles } from './state.ts';

/** The sessions of this user, and the one `req` is called from. */
export interface SessionFacts {
	readonly stored: Pick<StoredFiles, 'registry'>;
	readonly machine: Machine;
	/** The repository that `req` is called in, as the registry names it. */
	readonly commonDir: string;
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
		session_crashed: warning(
			'Claude Code was killed in the middle of a session. The next session start here stores what it did.',
			'`claude --resume <uuid>` continues it, `req session show <id>` shows what it did',
			({ stored, machine, commonDir }) =>
				registered(stored)
					.filter(([, entry]) => entry.common_dir === commonDir && !isAlive(entry, machine))
					.map(([id, { uuid, last_activity }]) => ({
						what: `session ${named(id)} ended without a word, last seen ${oneLine(last_activity)}`,
						words: { id: named(id), uuid: oneLine(uuid) },
					})),
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
