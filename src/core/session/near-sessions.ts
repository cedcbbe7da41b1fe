import { closestWords } from '../../config/closest-word.ts';
import { named } from '../text/one-line.ts';

/** A session that may have been meant. */
export interface Nameable {
	readonly key: string;
	readonly uuid: string;
	readonly name: string | undefined;
	/** ISO time of its last activity. */
	readonly at: string;
}

/** What somebody may have meant by a reference that is none, each as it can be typed. */
export interface NearSessions {
	/** False: nothing resembles the reference; these are the newest. */
	readonly isNear: boolean;
	readonly names: readonly string[];
}

const MOST = 10;
/** A shorter beginning is like too much. */
const SHORTEST = 2;

/**
 * The names, else keys, of at most ten sessions that a wrong reference may mean: those that begin as it does, or it as
 * they do, then those that differ in a third of the letters at most; the newest where there is none.
 */
export function nearSessions(reference: string, sessions: readonly Nameable[]): NearSessions {
	const wanted = reference.trim().toLowerCase();
	const newest = [...sessions].sort((one, other) => (one.at < other.at ? 1 : -1));
	const alike = newest.filter((session) => wordsOf(session).some((word) => begins(word, wanted)));
	const words = new Map(
		newest.flatMap((session) => wordsOf(session).map((word) => [word, session])),
	);
	const close = closestWords(wanted, [...words.keys()]).flatMap((word) => words.get(word) ?? []);
	const near = distinct([...alike, ...close]);
	return near.length > 0
		? { isNear: true, names: near }
		: { isNear: false, names: distinct(newest) };
}

/** What a session can be called by. */
function wordsOf({ key, uuid, name }: Nameable): string[] {
	return name === undefined ? [key, uuid] : [name, key, uuid];
}

function begins(word: string, wanted: string): boolean {
	const known = word.toLowerCase();
	if (Math.min(known.length, wanted.length) < SHORTEST) return false;
	return known.startsWith(wanted) || wanted.startsWith(known);
}

function distinct(sessions: readonly Nameable[]): string[] {
	return [...new Set(sessions.map(({ name, key }) => name ?? key))].slice(0, MOST);
}

/** In one line: `near: auth-v1, auth-v2`; empty if no session is known. */
export function nearText({ isNear, names }: NearSessions): string {
	if (names.length === 0) return '';
	return `${isNear ? 'near' : 'newest'}: ${names.map(named).join(', ')}`;
}

/** As lines of a hint, with the command that lists them all. */
export function nearHint({ isNear, names }: NearSessions): string {
	const title = isNear ? 'near it:' : 'the newest are:';
	const lines = names.length === 0 ? [] : [title, ...names.map((name) => `  ${named(name)}`)];
	return [...lines, 'req session list --all'].join('\n');
}
