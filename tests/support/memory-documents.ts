import type { BranchStates, Registries } from '../../src/app/ports.ts';
import { branchStateKind } from '../../src/core/branch-state/kind.ts';
import type { BranchState } from '../../src/core/branch-state/schema.ts';
import type { DocumentKind, Loaded, Updated } from '../../src/core/document/document.ts';
import type { Place } from '../../src/core/place/place.ts';
import { registryKind } from '../../src/core/registry/kind.ts';

/** Documents in memory, as JSON text, and what was written to them. */
export class MemoryDocuments {
	/** JSON values by where they are stored. */
	readonly stored = new Map<string, unknown>();
	readonly history = new Map<string, unknown[]>();
	/** Every write, in order: a document's name, once per update that changed it. */
	readonly writes: string[] = [];
	writable = true;

	branchStates(now: () => number): BranchStates {
		const kindOf = (place: Place) => branchStateKind(place, now());
		return {
			read: async (place) => this.#read(fileOf(place), kindOf(place)),
			update: async (place, changes) => {
				const { updated, retired } = this.#update(fileOf(place), kindOf(place), changes);
				if (retired.length > 0) {
					this.history.set(fileOf(place), [...(await this.#history(place)), ...retired]);
				}
				return updated;
			},
			elsewhere: async () => [],
			history: async (place) => this.#history(place),
			file: fileOf,
			writable: () => this.writable,
		};
	}

	registry(): Registries {
		return {
			read: async () => this.#read('registry', registryKind),
			update: async (changes) => this.#update('registry', registryKind, changes).updated,
		};
	}

	/** Documents of another kind, one in each place. */
	port<Doc, Change>(fileOf: (place: Place) => string, kind: DocumentKind<Doc, Change>) {
		return {
			read: async (place: Place) => this.#read(fileOf(place), kind),
			update: async (place: Place, changes: readonly Change[]) =>
				this.#update(fileOf(place), kind, changes).updated,
		};
	}

	/** The state of a place as it is stored. */
	stateAt(place: Place): BranchState | undefined {
		return this.stored.get(fileOf(place)) as BranchState | undefined;
	}

	#history(place: Place): readonly unknown[] {
		return this.history.get(fileOf(place)) ?? [];
	}

	#read<Doc, Change>(file: string, kind: DocumentKind<Doc, Change>): Loaded<Doc> {
		return this.stored.has(file) ? kind.parse(this.stored.get(file)) : { kind: 'absent' };
	}

	#update<Doc, Change>(
		file: string,
		kind: DocumentKind<Doc, Change>,
		changes: readonly Change[],
	): { updated: Updated<Doc>; retired: readonly object[] } {
		const loaded = this.#read(file, kind);
		const before = loaded.kind === 'present' ? loaded.doc : kind.empty();
		if (loaded.kind === 'newer') return refused('newer', before);
		const { doc, retired } = kind.apply(before, changes);
		const isOld = loaded.kind === 'present' && loaded.migrated === true;
		if (doc === before && !isOld) return { updated: { kind: 'unchanged', doc }, retired: [] };
		if (!this.writable) return refused('unwritable', before);
		this.stored.set(file, JSON.parse(JSON.stringify(doc)));
		this.writes.push(file);
		const moved = loaded.kind === 'corrupt' ? { quarantined: `quarantine of ${file}` } : {};
		return { updated: { kind: 'written', doc, ...moved }, retired };
	}
}

function refused<Doc>(
	why: 'newer' | 'unwritable',
	doc: Doc,
): { updated: Updated<Doc>; retired: readonly object[] } {
	return { updated: { kind: 'refused', why, doc, reason: why }, retired: [] };
}

function fileOf({ stateDir, branch }: Place): string {
	return `${stateDir}/${branch}.json`;
}
