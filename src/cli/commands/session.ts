import * as life from '../../app/commands/session-life.ts';
import { named } from '../../core/text/one-line.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { capturedJson, capturedText } from '../text/captured.ts';
import { redactedNotes } from '../text/kept.ts';

interface OfSession {
	readonly session?: string;
	readonly json?: true;
}

/** `req session name NAME` */
export async function name(
	wanted: string,
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), name: wanted };
	const renamed = await life.nameSession(request, ports);
	const { session } = renamed;
	const text = `session ${session.key} is called ${named(renamed.name)}`;
	return changed(options, text, { session: session.key, name: renamed.name });
}

/** `req session phase NAME` */
export async function phase(
	wanted: string,
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), phase: wanted };
	const set = await life.setPhase(request, ports);
	const text = `session ${set.session.key} is in phase ${named(set.phase)}`;
	const value = { session: set.session.key, phase: set.phase };
	return changed(options, text, value, redactedNotes(set.redacted));
}

/** `req session complete` */
export async function complete(options: OfSession, { ports, caller }: Desk): Promise<Answer> {
	const { session, already } = await life.completeSession(caller(options.session), ports);
	const text = `session ${session.key} is ${already ? 'complete already' : 'complete'}`;
	return changed(options, text, { session: session.key, already });
}

/** `req session capture [TEXT]`: 2 where no event could be written (D37). */
export async function capture(
	words: readonly string[],
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const text = words.length === 0 ? undefined : words.join(' ');
	const captured = await life.captureSession({ caller: caller(options.session), text }, ports);
	const { record, told, redacted } = captured;
	const notes = redactedNotes(redacted);
	const kept = changed(options, capturedText(record), capturedJson(record), notes);
	if (told) return kept;
	const unwritten = 'no event says so: events.jsonl cannot be written';
	return { ...kept, warnings: [...kept.warnings, unwritten], exit: EXIT.warned };
}
