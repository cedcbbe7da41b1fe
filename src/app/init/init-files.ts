import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import type { FileNow } from '../../core/setup/file-change.ts';
import { type SetupFile, setupPath, staysWithin } from '../../core/setup/setup-file.ts';
import type { DeskPorts } from '../ports.ts';

/**
 * A setup file as it is now, its links followed.
 *
 * @throws Fault `refused` where it leads out of the project, or is nothing that could be put back
 */
export function fileNow(file: SetupFile, place: Place, ports: DeskPorts): FileNow {
	const where = setupPath(file, place, ports.host.configDir);
	const path = ports.places.realPath(where.path);
	if (!staysWithin(path, where)) {
		throw new Fault('refused', `${where.path} leads out of the project`, {
			hint: 'nothing was changed; req init --global writes your own config',
		});
	}
	const found = ports.setupFiles.read(path);
	if (found.kind === 'refused') {
		throw new Fault('refused', `${path} ${found.why}`, { hint: 'nothing was changed' });
	}
	return { file, path, text: found.kind === 'text' ? found.text : undefined };
}
