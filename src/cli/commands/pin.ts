import * as pins from '../../app/commands/pins.ts';
import { named } from '../../core/text/one-line.ts';
import { type Answer, answer, type Desk, jsonAnswer } from '../desk.ts';
import { keptAnswer, shownAnswer } from '../text/kept.ts';
import { pinListJson, pinListText } from '../text/pins.ts';

interface OfSession {
	readonly session?: string;
}

/** `req pin add LABEL TEXT` */
export async function pinAdd(
	label: string,
	text: readonly string[],
	{
		options,
		desk,
	}: { readonly options: OfSession & { readonly critical?: true }; readonly desk: Desk },
): Promise<Answer> {
	const importance = options.critical === true ? 'critical' : 'standard';
	const request = {
		caller: desk.caller(options.session),
		label,
		content: text.join(' '),
		importance,
	};
	const pinned = await pins.pinAdd({ ...request, importance }, desk.ports);
	const { session, replaced, count, max, redacted } = pinned;
	const what = `${replaced ? 'replaced' : 'pinned'} ${named(pinned.label)}`;
	return keptAnswer(
		`${what} in session ${session.key}: ${importance}, ${count} of ${max}`,
		redacted,
	);
}

/** `req pin list` */
export async function pinList(
	options: OfSession & { readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const found = await pins.pinList(caller(options.session), ports);
	const shown = options.json
		? jsonAnswer(pinListJson(found.pins))
		: answer(pinListText(found.session.key, found.pins, ports.now()));
	return shownAnswer(shown, found);
}

/** `req pin remove LABEL` */
export async function pinRemove(
	label: string,
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const removed = await pins.pinRemove({ caller: caller(options.session), label }, ports);
	return answer(`removed ${named(removed.label)} from session ${removed.session.key}`);
}
