import type { RequirementName } from './config.ts';

/** Shape of a requirement's name; it becomes a key of stored documents and a word in messages. */
export const REQUIREMENT_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** Names that mean something to JavaScript objects; the third, `__proto__`, fails the shape. */
const INHERITED = new Set(['constructor', 'prototype']);

/** Reads a requirement's name; `undefined` where it could not be a key everywhere. Case is kept. */
export function parseRequirementName(raw: unknown): RequirementName | undefined {
	if (typeof raw !== 'string' || INHERITED.has(raw)) return undefined;
	return REQUIREMENT_NAME.test(raw) ? (raw as RequirementName) : undefined;
}
