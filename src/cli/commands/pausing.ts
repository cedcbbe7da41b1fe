import { pause as pauseBranch, unpause as unpauseBranch } from '../../app/commands/pausing.ts';
import { storageNotes } from '../../core/inject/change-text.ts';
import { type Answer, answer, type Desk } from '../desk.ts';
import { pauseText, unpauseText } from '../text/changes.ts';

/** `req pause` */
export async function pause(
	options: { readonly reason?: string },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(undefined), reason: options.reason };
	const pausing = await pauseBranch(request, ports);
	const out = pauseText(pausing, ports.now());
	return { ...answer(out), warnings: storageNotes(pausing.stored.kind) };
}

/** `req unpause` */
export async function unpause({ ports, caller }: Desk): Promise<Answer> {
	const pausing = await unpauseBranch({ caller: caller(undefined) }, ports);
	return { ...answer(unpauseText(pausing)), warnings: storageNotes(pausing.stored.kind) };
}
