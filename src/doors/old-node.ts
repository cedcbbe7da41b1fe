/** The oldest Node that runs what is built; `engines` in package.json says the same. */
const OLDEST = { major: 20, minor: 12 };

/**
 * Why this Node cannot run req; `undefined` if it can. Asked before anything else is loaded: an older
 * Node dies of a syntax it does not know, or of a function it does not have, in the middle of the work.
 */
export function oldNode(version: string = process.versions.node): string | undefined {
	const numbers = version.split('.').map(Number);
	const major = numbers[0] || 0;
	const isOld = major < OLDEST.major || (major === OLDEST.major && (numbers[1] || 0) < OLDEST.minor);
	if (!isOld) return undefined;
	return `this is Node ${version}; req needs ${OLDEST.major}.${OLDEST.minor} or later`;
}
