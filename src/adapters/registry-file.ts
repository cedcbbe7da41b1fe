import { join } from 'node:path';
import type { Processes, Registries } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import { registryKind } from '../core/registry/kind.ts';
import { readDocument } from './read-document.ts';
import { unlessFault } from './unless-fault.ts';

/** Where the registry lives, and how it is written. `waitMs`: patience for its lock (D8). */
export interface RegistryOptions {
	readonly configDir: string;
	readonly waitMs: number;
	readonly hostname: string;
	readonly processes: Processes;
	readonly now: () => number;
}

const UNREAD = 'it may not be read';

/** The registry of live sessions as `<claude config dir>/sessions.json` (D11). */
export function liveRegistry(options: RegistryOptions): Registries {
	const path = join(options.configDir, 'sessions.json');
	const target = () => ({
		...options,
		path,
		kind: registryKind,
		quarantineDir: join(options.configDir, 'requirements', 'quarantine'),
		historyPath: undefined,
		now: options.now(),
		isMine: () => true,
	});
	return {
		look: () =>
			unlessFault(() => readDocument(path, registryKind)) ?? { kind: 'corrupt', reason: UNREAD },
		read: async () => {
			const loaded = readDocument(path, registryKind);
			if (loaded.kind !== 'corrupt') return loaded;
			const { quarantineIfCorrupt } = await import('./update-document.ts');
			const movedTo = await quarantineIfCorrupt(target());
			if (movedTo === undefined) return readDocument(path, registryKind);
			return { kind: 'corrupt', reason: `${loaded.reason}; moved to ${movedTo}` };
		},
		update: async (changes) => {
			const { updateDocument } = await import('./update-document.ts');
			const updated = await updateDocument(target(), changes);
			if (updated.kind !== 'moved') return updated;
			throw new Fault('unexpected', 'there is only one registry, it cannot be elsewhere');
		},
	};
}
