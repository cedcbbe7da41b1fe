/**
 * Tells which of some texts hold a secret (D30). All are asked about at once, which takes little longer than asking
 * about one: only where that finds something each is asked by itself.
 *
 * @param texts everything the answer will be asked about
 */
export function secretsAmong(
	texts: readonly string[],
	holdsSecret: (text: string) => boolean,
): (text: string) => boolean {
	return texts.length > 0 && holdsSecret(texts.join('\n\n')) ? holdsSecret : () => false;
}

/** The texts that hold none. */
export function cleanTexts(
	texts: readonly string[],
	holdsSecret: (text: string) => boolean,
): readonly string[] {
	const isSecret = secretsAmong(texts, holdsSecret);
	return texts.filter((text) => !isSecret(text));
}
