import { join } from 'node:path';
import type { Registries } from '../app/ports.ts';
import type { Context } from '../core/context.ts';
import { readOrSetAside, updateDocument } from '../store/update-document.ts';
import { applyToRegistry, registryKind } from './registry-kind.ts';

/** The registry of live sessions as `<claude config dir>/sessions.json` (D11). */
export function liveRegistry(
	context: Pick<Context, 'configDir' | 'hostname' | 'now' | 'writing'>,
): Registries {
	const { configDir } = context;
	const file = {
		path: join(configDir, 'sessions.json'),
		kind: registryKind,
		quarantineDir: join(configDir, 'requirements', 'quarantine'),
	};
	return {
		read: () => readOrSetAside(file, context),
		update: (changes) => updateDocument(file, (doc) => applyToRegistry(doc, changes), context),
	};
}
