/** Between texts that are asked about together: what no rule for secrets takes for the inside of one. */
const APART = `${'\n'.repeat(32)}\0{}\0${'\n'.repeat(32)}`;

type HoldsSecret = (text: string) => boolean;

/**
 * Tells which of some texts hold a secret (D30). All are asked about at once, which takes little longer than asking
 * about one (of 115 texts 4 ms instead of 20): only where that finds something each is asked by itself.
 *
 * @param texts everything the answer will be asked about
 */
export function secretsAmong(texts: readonly string[], holdsSecret: HoldsSecret): HoldsSecret {
	return isAnySecret(texts, holdsSecret) ? holdsSecret : () => false;
}

/** The texts that hold none. */
export function cleanTexts(texts: readonly string[], holdsSecret: HoldsSecret): readonly string[] {
	const isSecret = secretsAmong(texts, holdsSecret);
	return texts.filter((text) => !isSecret(text));
}

/**
 * One that was redacted before is asked by itself: a secret hidden behind escapes counts by the marks it leaves, and
 * these could outweigh it.
 */
function isAnySecret(texts: readonly string[], holdsSecret: HoldsSecret): boolean {
	const plain = texts.filter((text) => !isMarked(text));
	if (plain.length > 0 && holdsSecret(plain.join(APART))) return true;
	return texts.some((text) => isMarked(text) && holdsSecret(text));
}

function isMarked(text: string): boolean {
	return text.includes('[redacted:');
}
