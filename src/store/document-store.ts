import type { Loaded, Updated } from './document.ts';
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
