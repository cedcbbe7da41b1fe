import type { ShownNote } from '../../src/memory/choose-notes.ts';
import type { LastSession } from '../../src/memory/last-session.ts';
import type { NoteKind } from '../../src/memory/notes.ts';
import type { Restoration } from '../../src/memory/restoration.ts';
import { compileInjection, type InjectionFacts } from '../../src/memory/sections.ts';
import { DEFAULT_CONTINUITY } from './some-continuity.ts';

export const { budget } = DEFAULT_CONTINUITY;
const AT = '2026-11-18T10:00:00.000Z';
export const EMPTY: Restoration = {
	...{ sources: [], pins: [], insights: [], blockers: [], next: [], tasks: [], projects: [] },
	topics: [],
	lastSession: [],
	...{ work: [], worked: [], progress: [], dropped: [] },
};
export const source = (key: string) => ({
	...{ key, uuid: key, score: 0.75, expiresAt: AT, pins: [] },
});
/** A note of that session, two days old. */
export const said = (kind: NoteKind, text: string, more: Partial<ShownNote['note']> = {}) => ({
	note: { id: 'n1', kind, text, confidence: 1, ...more },
	from: { session: '3c2d8817', at: AT },
	confidence: 0.885714,
});
export const insight = (id: string, text: string, kind: NoteKind = 'learning') => said(kind, text, { id });
export const pin = (label: string, text: string, critical = false) => said('pin', text, { label, critical });

export const FULL: Restoration = {
	...EMPTY,
	sources: [source('3c2d8817'), source('4d3e9928')],
	tasks: [{ id: 't1', title: 'Log the contacts', status: 'open', stage: 'build', days: 2 }],
	projects: ['lbf-ham-radio'],
	topics: ['ft991a', 'ham radio', 'antenna'],
	pins: [pin('baud', '38400 on port 2', true), pin('the rig', 'an old one, CAT over USB')],
	insights: [said('warning', 'CAT wants a semicolon', { id: 'i2', why: 'it hangs' }), insight('i1', 'The meter lags')],
	next: [said('next', 'retry')],
	worked: ['cat.ts'],
};

/** A session that left everything there is. */
export const LAST: LastSession = [
	{ what: 'said last', texts: ['The meter\nlags still.'], areNames: false },
	{ what: 'tests failed last', texts: ['npm test', 'req: all is well'], areNames: true },
];

/** What a start injects of `FULL`, unless said otherwise. */
export const compile = (facts: Partial<InjectionFacts>) =>
	compileInjection({
		...{ kind: 'named', gates: '', restoration: FULL, notes: [], budget },
		...facts,
	});
