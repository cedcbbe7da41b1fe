/** Between texts that are asked about together: more than any rule for secrets takes for the blanks inside one. */
const APART = '\n'.repeat(40);

type HoldsSecret = (text: string) => boolean;

/**
 * Tells which of some texts hold a secret (D30). All are asked about at once, which takes little longer than asking
 * about one: only where that finds something each is asked by itself.
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
 * Makes something as if no text held a secret, and asks about all texts it met at once. Only where that finds
 * something it is made again, with an answer for each.
 *
 * @param make pure: it may be called twice
 */
export function unlessSecret<Made>(
	make: (holdsSecret: HoldsSecret) => Made,
	holdsSecret: HoldsSecret,
): Made {
	const met: string[] = [];
	const made = make((text) => {
		met.push(text);
		return false;
	});
	return isAnySecret(met, holdsSecret) ? make(holdsSecret) : made;
}

function isAnySecret(texts: readonly string[], holdsSecret: HoldsSecret): boolean {
	return texts.length > 0 && holdsSecret(texts.join(APART));
}
