import * as blockers from '../../app/commands/blockers.ts';
import * as actions from '../../app/commands/next-actions.ts';
import * as pins from '../../app/commands/pins.ts';
import { named, quoted } from '../../core/text/one-line.ts';
import {
	type Answer,
	answer,
	type Changing,
	changed,
	type Desk,
	jsonAnswer,
	type Wide,
} from '../desk.ts';
import { blockListJson, blockListText } from '../text/blockers.ts';
import { redactedNotes, shownAnswer } from '../text/kept.ts';
import { nextListJson, nextListText } from '../text/next-actions.ts';
import { pinListJson, pinListText } from '../text/pins.ts';

interface OfSession extends Changing {
	readonly session?: string;
}

interface Given<Options extends OfSession = OfSession> {
	readonly options: Options;
	readonly desk: Desk;
}

/** `req pin add LABEL TEXT` */
export async function pinAdd(
	wanted: string,
	text: readonly string[],
	{ options, desk }: Given<OfSession & { readonly critical?: true }>,
): Promise<Answer> {
	const importance = options.critical === true ? 'critical' : 'standard';
	const caller = desk.caller(options.session);
	const request = { caller, label: wanted, content: text.join(' '), importance } as const;
	const pinned = await pins.pinAdd(request, desk.ports);
	const { session, label, replaced, count, max, redacted } = pinned;
	const what = `${replaced ? 'replaced' : 'pinned'} ${named(label)}`;
	return changed(
		options,
		`${what} in session ${session.key}: ${importance}, ${count} of ${max}`,
		{ session: session.key, label, importance, replaced, count, max },
		redactedNotes(redacted),
	);
}

/** `req pin list` */
export async function pinList(
	options: OfSession & Wide,
	{ ports, caller, layout }: Desk,
): Promise<Answer> {
	const found = await pins.pinList(caller(options.session), ports);
	const shown = options.json
		? jsonAnswer(pinListJson(found.pins))
		: answer(pinListText(found.session.key, found.pins, layout(options)));
	return shownAnswer(shown, found);
}

/** `req pin remove LABEL` */
export async function pinRemove(
	wanted: string,
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), label: wanted };
	const { session, label } = await pins.pinRemove(request, ports);
	const text = `removed ${named(label)} from session ${session.key}`;
	return changed(options, text, { session: session.key, label });
}

/** `req next add TEXT` */
export async function nextAdd(
	words: readonly string[],
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), text: words.join(' ') };
	const { session, text, already, redacted } = await actions.nextAdd(request, ports);
	const what = already ? 'there already' : 'noted as next';
	return changed(
		options,
		`${what} in session ${session.key}: ${quoted(text)}`,
		{ session: session.key, text, already },
		redactedNotes(redacted),
	);
}

/** `req next list` */
export async function nextList(
	options: OfSession & Wide,
	{ ports, caller, layout }: Desk,
): Promise<Answer> {
	const found = await actions.nextList(caller(options.session), ports);
	const shown = options.json
		? jsonAnswer(nextListJson(found.actions))
		: answer(nextListText(found.session.key, found.actions, layout(options)));
	return shownAnswer(shown, found);
}

/** `req next done N` and `req next remove N` */
export async function nextEnd(
	words: readonly string[],
	how: 'done' | 'removed',
	{ options, desk }: Given,
): Promise<Answer> {
	const request = { caller: desk.caller(options.session), reference: words.join(' '), how };
	const { session, text } = await actions.nextEnd(request, desk.ports);
	const value = { session: session.key, text, ended: how };
	return changed(options, `${how} in session ${session.key}: ${quoted(text)}`, value);
}

/** `req block add TYPE TEXT` */
export async function blockAdd(
	wanted: string,
	words: readonly string[],
	{ options, desk }: Given,
): Promise<Answer> {
	const request = { caller: desk.caller(options.session), type: wanted, text: words.join(' ') };
	const made = await blockers.blockAdd(request, desk.ports);
	const { session, type, text, already } = made;
	const what = already ? 'there already' : 'noted as a blocker';
	return changed(
		options,
		`${what} in session ${session.key}: ${named(type)}, ${quoted(text)}`,
		{ session: session.key, type, text, already, resolved: false },
		redactedNotes(made.redacted),
	);
}

/** `req block list` */
export async function blockList(
	options: OfSession & Wide & { readonly all?: true },
	{ ports, caller, layout }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), all: options.all === true };
	const found = await blockers.blockList(request, ports);
	const shown = options.json
		? jsonAnswer(blockListJson(found.blockers))
		: answer(blockListText(found.session.key, found.blockers, layout(options)));
	return shownAnswer(shown, found);
}

/** `req block resolve N` */
export async function blockResolve(
	words: readonly string[],
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), reference: words.join(' ') };
	const { session, blocker } = await blockers.blockResolve(request, ports);
	const { type, text } = blocker;
	const value = { session: session.key, type, text, resolved: true };
	return changed(options, `resolved in session ${session.key}: ${quoted(text)}`, value);
}
