import { join } from 'node:path';
import type { Registries } from '../app/ports.ts';
import { documentStore } from '../store/document-store.ts';
import type { WriterWorld } from '../store/lock.ts';
import { registryKind } from './registry-kind.ts';

/** The registry of live sessions as `<claude config dir>/sessions.json` (D11). */
export function liveRegistry(world: WriterWorld & { readonly configDir: string }): Registries {
	const path = join(world.configDir, 'sessions.json');
	const quarantineDir = join(world.configDir, 'requirements', 'quarantine');
	const declared = { ...world, path, quarantineDir, historyPath: undefined };
	return documentStore({ ...declared, kind: registryKind });
}
