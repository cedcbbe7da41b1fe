import { Fault } from '../core/fault/fault.ts';
import type { DocumentKind, Loaded } from './document.ts';
import { codeOf } from './errors.ts';
import { parseJson, readRegular } from './read-file.ts';

/** Bytes. Real documents stay far below; reading a larger one would stall every hook. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads a document without a lock: a writer replaces the file as a whole. Only a missing file is `absent`.
 *
 * @throws Fault `state_unreadable` if the file cannot be read, such as for a missing right
 */
export function readDocument<Doc>(
	path: string,
	{ parse }: Pick<DocumentKind<Doc>, 'parse'>,
): Loaded<Doc> {
	try {
		const read = readRegular(path, { bytes: MAX_BYTES, of: 'whole' });
		if (read.kind === 'absent') return read;
		if (read.kind === 'refused') return { kind: 'corrupt', reason: read.why };
		const json = parseJson(read.text);
		return json === undefined ? { kind: 'corrupt', reason: 'not JSON' } : parse(json);
	} catch (cause) {
		if (codeOf(cause) === 'ENOENT') return { kind: 'absent' };
		const hint = 'make the file readable';
		throw new Fault('state_unreadable', (cause as Error).message, { cause, hint });
	}
}
