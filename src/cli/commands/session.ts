import * as life from '../../app/commands/session-life.ts';
import { named } from '../../core/text/one-line.ts';
import { type Answer, answer, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { capturedJson, capturedText } from '../text/captured.ts';
import { keptAnswer } from '../text/kept.ts';

interface OfSession {
	readonly session?: string;
}

/** `req session name NAME` */
export async function name(
	wanted: string,
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), name: wanted };
	const renamed = await life.nameSession(request, ports);
	return answer(`session ${renamed.session.key} is called ${named(renamed.name)}`);
}

/** `req session phase NAME` */
export async function phase(
	wanted: string,
	options: OfSession,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), phase: wanted };
	const set = await life.setPhase(request, ports);
	return keptAnswer(`session ${set.session.key} is in phase ${named(set.phase)}`, set.redacted);
}

/** `req session complete` */
export async function complete(options: OfSession, { ports, caller }: Desk): Promise<Answer> {
	const { session, already } = await life.completeSession(caller(options.session), ports);
	return answer(`session ${session.key} is ${already ? 'complete already' : 'complete'}`);
}

/** `req session capture [TEXT]`: 2 where no event could be written (D37). */
export async function capture(
	words: readonly string[],
	options: OfSession & { readonly json?: true },
	{ ports, caller }: Desk,
): Promise<Answer> {
	const text = words.length === 0 ? undefined : words.join(' ');
	const captured = await life.captureSession({ caller: caller(options.session), text }, ports);
	const { record, told, redacted } = captured;
	const out = options.json
		? JSON.stringify(capturedJson(record), undefined, 2)
		: capturedText(record);
	const kept = keptAnswer(out, redacted);
	if (told) return kept;
	const unwritten = 'no event says so: events.jsonl cannot be written';
	return { ...kept, warnings: [...kept.warnings, unwritten], exit: EXIT.warned };
}
