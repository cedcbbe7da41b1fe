import { closestWords } from '../config/closest-word.ts';
import { named } from '../text/one-line.ts';

/** A session that may have been meant. */
export interface Nameable {
	readonly key: string;
	readonly uuid: string;
	readonly name: string | undefined;
}

const MOST = 10;
/** A shorter beginning is like too much. */
const SHORTEST = 2;

/**
 * The sessions that a wrong reference may mean, by name or key, at most ten: `near: auth-v1,
 * 1a2b3c4d`. First those that begin as it does, or it as they do, then those that differ in a third
 * of the letters at most. If none is like it, the newest: `newest: auth-v1`.
 *
 * @param sessions newest first
 * @returns empty if there is none
 */
export function nearSessions(reference: string, sessions: readonly Nameable[]): string {
	const wanted = reference.trim().toLowerCase();
	const words = sessions.flatMap((session) => {
		const { name = [], key, uuid } = session;
		return [key, uuid].concat(name).map((word) => ({ word: word.toLowerCase(), session }));
	});
	const alike = words.filter(({ word }) => {
		const isLong = Math.min(word.length, wanted.length) >= SHORTEST;
		return isLong && (word.startsWith(wanted) || wanted.startsWith(word));
	});
	const known = words.map(({ word }) => word);
	const close = closestWords(wanted, known).map((word) => words[known.indexOf(word)] ?? []);
	const near = [...alike, ...close.flat()].map(({ session }) => session);
	const shown = (near.length > 0 ? near : sessions).map(({ name, key }) => named(name ?? key));
	const names = [...new Set(shown)].slice(0, MOST);
	if (names.length === 0) return '';
	return `${near.length > 0 ? 'near' : 'newest'}: ${names.join(', ')}`;
}
