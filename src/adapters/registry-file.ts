import { join } from 'node:path';
import type { Registries } from '../app/ports.ts';
import { registryKind } from '../core/registry/kind.ts';
import { documentStore } from './document-store.ts';
import type { LockWorld } from './lock-owner.ts';
import { readDocument } from './read-document.ts';
import { unlessFault } from './unless-fault.ts';

/** Where the registry lives, and how it is written. `waitMs`: patience for its lock (D8). */
interface RegistryOptions extends LockWorld {
	readonly configDir: string;
	readonly waitMs: number;
	readonly now: () => number;
}

const UNREAD = { kind: 'corrupt', reason: 'it may not be read' } as const;

/** The registry of live sessions as `<claude config dir>/sessions.json` (D11). */
export function liveRegistry(options: RegistryOptions): Registries {
	const path = join(options.configDir, 'sessions.json');
	const quarantineDir = join(options.configDir, 'requirements', 'quarantine');
	const declared = { ...options, path, quarantineDir, historyPath: undefined };
	return {
		...documentStore({ ...declared, kind: registryKind }),
		look: () => unlessFault(() => readDocument(path, registryKind)) ?? UNREAD,
	};
}
