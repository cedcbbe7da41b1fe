import type { Extension } from '../core/guard/extension.ts';
import type { Place } from '../core/place/place.ts';
import type { Ports } from './ports.ts';

/**
 * The extensions of others inside the client that could do something to the gates of a place, and that the user has not
 * accepted; none where there are no gates.
 */
export async function extensionsAt(place: Place, ports: Ports): Promise<readonly Extension[]> {
	const found = await ports.foreignMods(place.root);
	if (found.length === 0) return found;
	const project = await ports.config.load(place);
	const { untrusted } = await import('../core/guard/extension.ts');
	return project.kind === 'none' ? [] : untrusted(found, project.config.trustedExtensions);
}

/** The same as sentences, with what to do about it. */
export async function extensionTexts(place: Place, ports: Ports): Promise<readonly string[]> {
	const found = await extensionsAt(place, ports);
	if (found.length === 0) return [];
	const { extensionText } = await import('../core/guard/extension.ts');
	return found.map((one) => `${extensionText(one)}; \`req doctor\` says how to trust it`);
}

/** As sentences, those that could answer for a hook, or for the user whom it asks. */
export async function answeringAt(place: Place, ports: Ports): Promise<readonly string[]> {
	const found = await extensionsAt(place, ports);
	if (found.length === 0) return [];
	const { extensionText, mayAnswer } = await import('../core/guard/extension.ts');
	return found.filter(mayAnswer).map(extensionText);
}
