import { statSync } from 'node:fs';
import type { BranchChange } from '../core/branch-state/change.ts';
import { branchStateKind } from '../core/branch-state/kind.ts';
import type { BranchState } from '../core/branch-state/schema.ts';
import type { DocumentKind, Seal } from '../core/document/document.ts';
import { parentOf } from '../core/place/paths.ts';
import type { Place } from '../core/place/place.ts';
import { hashOf } from './hash-of.ts';
import { userKey } from './user-key.ts';

type Project = Pick<Place, 'root' | 'stateDir' | 'git'>;

/** What sealing and reading states takes beside the place. */
export interface SealWorld {
	/** Milliseconds since the epoch. */
	readonly now: number;
	/** `<claude config dir>`, where the user's key is. */
	readonly configDir: string;
}

/** How the state of one branch is read, sealed and changed. */
export function sealedStateKind(
	place: Project & Pick<Place, 'branch'>,
	{ now, configDir }: SealWorld,
): DocumentKind<BranchState, BranchChange> {
	return { ...branchStateKind(place, now), seal: sealOf(place, configDir) };
}

/**
 * Seals the states of a project with its user's key (docs/adr/0016). The project is known by where its git directory
 * lies or by the file system's number of it: either is enough, so that a project may be moved, and may lie on a disk
 * that numbers its files anew. `undefined` where there is no key.
 *
 * @throws Fault `state_unreadable` where the key cannot be used
 */
function sealOf(
	{ stateDir, root, git }: Project,
	configDir: string,
): Seal<BranchState> | undefined {
	const key = userKey(configDir);
	if (key === undefined) return undefined;
	const home = git ? parentOf(stateDir) : root;
	const [byPath, byNumber] = key.halves;
	const digestOf = (text: string) => hashOf(byPath, text);
	const pathHash = (digest: string) => hash(byPath, home, digest);
	const numberHash = (digest: string) => hash(byNumber, numberOf(home), digest);
	return {
		over: (text) => {
			const digest = digestOf(text);
			return `${pathHash(digest)} ${numberHash(digest)}`;
		},
		holds: (text, seal, changedAt) => {
			if (seal === undefined) return changedAt <= key.madeAt;
			const [first, second] = seal.split(' ');
			const digest = digestOf(text);
			return first === pathHash(digest) || (second !== '' && second === numberHash(digest));
		},
		owner: ({ branch }) => branch,
	};
}

/** Empty where the file system does not tell. */
function hash(key: Uint8Array, project: string, text: string): string {
	return project === '' ? '' : hashOf(key, `${project}\0${text}`);
}

function numberOf(directory: string): string {
	const stats = statSync(directory, { throwIfNoEntry: false });
	return stats === undefined || stats.ino === 0 ? '' : String(stats.ino);
}
