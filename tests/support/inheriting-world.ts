import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf } from '../../src/journal/lines.ts';
import type { Bundle } from '../../src/memory/bundle.ts';
import { inheritNow, loadInheritance } from '../../src/memory/inherit.ts';
import type { SessionRecord } from '../../src/memory/record.ts';
import type { InheritRequest } from '../../src/memory/start-facts.ts';
import { withSteadyClock } from '../../src/store/clock.ts';
import { contextOf } from './context.ts';
import { makeWorld } from './git-world.ts';
import { placeIn } from './place-in.ts';
import { DEFAULT_CONTINUITY } from './some-continuity.ts';
import { type Different, plantRecords, someRecord } from './some-record.ts';
import { session } from './some-session.ts';

/** The id of the session with a digit as its key's. */
export function idOf(digit: string): string {
	return `${digit.repeat(8)}-0000-4000-8000-000000000001`;
}

/** What one of them asks for differently. */
type Asked = Partial<InheritRequest & Parameters<typeof loadInheritance>[0]>;

/** Sessions in a state directory of its own, that inherit from each other through the live context. */
export interface InheritingWorld extends AsyncDisposable {
	readonly stateDir: string;
	/** Stores the record of a session; `parent` by its digit. */
	readonly plant: (digit: string, different?: Different) => SessionRecord;
	/** Lets a session inherit from another one, both by their digits. */
	readonly inherit: (
		heir: string,
		source: string,
		more?: Asked,
	) => Promise<{ bundle: Bundle; text: string | undefined; warnings: readonly string[] }>;
	/** The same, where it has to come to a bundle. */
	readonly bundle: (heir: string, source: string, more?: Asked) => Promise<Bundle>;
	/** The file of a session's bundle. */
	readonly file: (digit: string) => string;
	/** Lines of a session's journal. */
	readonly lines: (digit: string) => ReturnType<typeof linesOf>;
}

export async function makeInheritingWorld(): Promise<InheritingWorld> {
	const { dir, ...world } = await makeWorld();
	const stateDir = join(dir, '.git/requirements');
	mkdirSync(join(stateDir, 'sessions'), { recursive: true });
	const place = placeIn(stateDir);
	const ask: InheritingWorld['inherit'] = async (heir, source, more) => {
		const context = withSteadyClock(contextOf({ env: { HOME: dir } }).context);
		const asked = {
			...{ place, session: session(idOf(heir)), source: session(idOf(source)) },
			...{ config: { continuity: DEFAULT_CONTINUITY }, select: 'all' as const, maxAge: undefined },
			...{ required: false, door: 'command' as const, by: 'ana', ref: idOf(source) },
			...more,
		};
		const { session: of = session(idOf(heir)) } = asked;
		const viewer = { place, continuity: DEFAULT_CONTINUITY, session: of };
		const loaded = loadInheritance(asked, context);
		const { bundle, isKept, warnings } = loaded;
		const shown = isKept ? undefined : await inheritNow(asked, loaded, viewer, context);
		return { bundle, warnings, text: shown?.text };
	};
	return {
		stateDir,
		plant: (digit, different = {}) => {
			const record = someRecord(idOf(digit), { days: 400, ...different });
			plantRecords(dir, record);
			return record;
		},
		inherit: ask,
		bundle: async (...args) => {
			const { bundle, text } = await ask(...args);
			if (text === undefined) throw new Error('it inherited before');
			return bundle;
		},
		file: (digit) => join(stateDir, 'inherited', `${idOf(digit)}.json`),
		lines: (digit) => {
			const file = join(stateDir, 'sessions', `${idOf(digit)}.jsonl`);
			if (!existsSync(file)) return [];
			const raw = readFileSync(file, 'utf8').trimEnd().split('\n');
			return linesOf(
				raw.map((line) => JSON.parse(line)),
				idOf(digit),
			);
		},
		[Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
	};
}
