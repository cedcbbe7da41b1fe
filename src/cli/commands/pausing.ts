import { pause as pauseBranch, unpause as unpauseBranch } from '../../app/commands/pausing.ts';
import { pausedText, storageNotes, unpausedText } from '../../core/inject/change-text.ts';
import { type Answer, answer, type Desk } from '../desk.ts';

/** `req pause` */
export async function pause(
	options: { readonly reason?: string },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(undefined), reason: options.reason };
	const pausing = await pauseBranch(request, ports);
	const out = pausedText(pausing.place.branch, pausing, ports.now());
	return { ...answer(out), warnings: storageNotes(pausing.stored.kind) };
}

/** `req unpause` */
export async function unpause({ ports, caller }: Desk): Promise<Answer> {
	const pausing = await unpauseBranch({ caller: caller(undefined) }, ports);
	const out = unpausedText(pausing.place.branch, pausing);
	return { ...answer(out), warnings: storageNotes(pausing.stored.kind) };
}
