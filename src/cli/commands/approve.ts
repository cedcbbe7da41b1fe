import { approve as approveIt } from '../../app/commands/approve.ts';
import { approvalTtlOf } from '../../app/commands/ttl.ts';
import { approvedText } from '../../core/inject/change-text.ts';
import type { Answer, Desk } from '../desk.ts';
import { changeAnswer } from '../text/stored.ts';
import { whoseOf } from '../text/whose.ts';

/** `req approve NAME` (S4-066) */
export async function approve(
	name: string,
	options: { readonly session?: string; readonly ttl: string; readonly by?: string },
	desk: Desk,
): Promise<Answer> {
	const { ports } = desk;
	const caller = desk.caller(options.session);
	const ttl = approvalTtlOf(options.ttl);
	const approved = await approveIt({ caller, name, ttl, by: options.by ?? caller.user }, ports);
	const out = approvedText(approved, whoseOf(approved), ports.now());
	return changeAnswer(out, approved);
}
