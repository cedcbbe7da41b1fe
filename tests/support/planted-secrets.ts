import { drawFor } from './redaction/draw.ts';

/**
 * A text with secrets of two kinds in it, a token that is known by its form and a password by its name, and a
 * harmless word that tells that the text went through this door.
 */
export interface SecretText {
	readonly door: string;
	readonly text: string;
	/** The token alone, where only one word goes through. */
	readonly token: string;
	readonly secrets: readonly string[];
	readonly word: string;
}

/** Another one for each door. */
export function secretText(door: string): SecretText {
	const draw = drawFor(door);
	// In pieces, so that no scanner takes a test for a leak.
	const token = ['gh', 'p_', draw.word(36)].join('');
	const password = `${draw.lower(9)}7Q`;
	const word = `through-${door}`;
	return {
		door,
		word,
		token,
		secrets: [token, password],
		text: `${word} with ${token} and DB_PASSWORD=${password}`,
	};
}
