import { acknowledge } from '../../app/commands/acknowledge.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { redactedNotes } from '../text/kept.ts';
import { validationJson } from '../text/validation.ts';

/** `req inherit ack TEXT` */
export async function ack(
	words: readonly string[],
	options: { readonly session?: string; readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), text: words.join(' ') };
	const { record, session, redacted } = await acknowledge(request, ports);
	return changed(
		options,
		`session ${session.key} acknowledged what it inherited`,
		{ session: session.key, ...validationJson(record) },
		redactedNotes(redacted),
	);
}
