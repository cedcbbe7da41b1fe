import { join } from 'node:path';
import type { Registries } from '../app/ports.ts';
import type { Loaded, Updated } from '../core/document/document.ts';
import { registryKind } from '../core/registry/kind.ts';
import type { WriterWorld } from './lock.ts';
import { readDocument } from './read-document.ts';
import { type DocumentTarget, setAside, updateInPlace } from './update-document.ts';

/** A store of one document, which is a single file. */
export function documentStore<Doc extends object, Change>(
	declared: Omit<DocumentTarget<Doc, Change>, 'now' | 'isMine'> & { readonly now: () => number },
) {
	const { path, kind } = declared;
	const target = () => ({ ...declared, now: declared.now(), isMine: () => true });
	return {
		/** Sets aside what cannot be read (D7), and says where it is. */
		read: async (): Promise<Loaded<Doc>> => {
			const loaded = readDocument(path, kind);
			if (loaded.kind !== 'corrupt') return loaded;
			return setAside(target(), loaded);
		},
		update: (changes: readonly Change[]): Promise<Updated<Doc>> => updateInPlace(target(), changes),
	};
}

/** The registry of live sessions as `<claude config dir>/sessions.json` (D11). */
export function liveRegistry(world: WriterWorld & { readonly configDir: string }): Registries {
	const path = join(world.configDir, 'sessions.json');
	const quarantineDir = join(world.configDir, 'requirements', 'quarantine');
	const declared = { ...world, path, quarantineDir, historyPath: undefined };
	return documentStore({ ...declared, kind: registryKind });
}
