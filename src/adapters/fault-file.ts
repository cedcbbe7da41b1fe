import { join } from 'node:path';
import type { Faults } from '../app/ports.ts';
import { faultLinesIn, faultsElsewhere } from './fault-lines.ts';

/**
 * Faults as `<stateDir>/faults.jsonl`; a full file becomes `faults.old.jsonl`. What that directory would not take (a
 * full disk, a read-only repository) is in `<claude config dir>/requirements/faults.jsonl`, and read with the rest.
 */
export function liveFaults({ configDir }: { readonly configDir: string }): Faults {
	const own = join(configDir, 'requirements');
	return {
		append: async ({ stateDir }, fault) => {
			const { keepFault } = await import('./keep-fault.ts');
			keepFault(fault, stateDir, own);
		},
		read: async ({ stateDir }) => {
			const all = [...faultsElsewhere(own, stateDir), ...faultLinesIn(stateDir)];
			return all.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
		},
	};
}
