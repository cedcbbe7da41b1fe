import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ShareState } from '../app/share-ports.ts';
import { textIn } from '../core/document/foreign-json.ts';
import type { Place } from '../core/place/place.ts';
import { writeAtomic } from './atomic-write.ts';
import { sha256 } from './hashes.ts';
import { parseJson, textOrNothing } from './read-regular.ts';
import { makeDirectory } from './state-folders.ts';

/** What somebody agreed to. */
type Consent = Pick<ShareState, 'remote' | 'address'>;

const MAX_BYTES = 16 * 1024;

/**
 * Where it is kept that this user agreed to share from a clone: outside of it, since whoever made its `.git` could have
 * agreed in their place, and a fetch runs programs that git's config names.
 */
function consentPath(configDir: string, { stateDir }: Place): string {
	const clone = sha256(stateDir).slice(0, 32);
	return join(configDir, 'requirements', 'shares', `${clone}.json`);
}

/** The remote is empty where nobody agreed. */
export function readConsent(configDir: string, place: Place): Consent {
	const json = parseJson(textOrNothing(consentPath(configDir, place), MAX_BYTES));
	return { remote: textIn(json, 'remote') ?? '', address: textIn(json, 'address') ?? '' };
}

/** With an empty remote: somebody takes it back. */
export function keepConsent(configDir: string, place: Place, { remote, address }: Consent): void {
	const path = consentPath(configDir, place);
	if (remote === '') {
		rmSync(path, { force: true });
		return;
	}
	makeDirectory(dirname(path));
	const text = `${JSON.stringify({ clone: place.root, remote, address }, undefined, '\t')}\n`;
	writeAtomic(path, text, () => true);
}
