import {
	type Continued,
	continueSession,
	restoreSession,
} from '../../app/commands/session-continue.ts';
import { runningWarning } from '../../core/inject/continued-text.ts';
import { type Answer, changed, type Desk } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { injectionJson } from '../text/context-preview.ts';

interface Options {
	readonly session?: string;
	readonly json?: true;
}

/** `req session continue REF`: 2 where the source is running still (D25). */
export async function sessionContinue(
	ref: string,
	options: Options,
	{ ports, caller }: Desk,
): Promise<Answer> {
	const request = { caller: caller(options.session), ref, room: undefined };
	const continued = await continueSession(request, ports);
	const said = answerOf(continued, options, 'that session has nothing to pass on');
	if (!continued.isRunning) return said;
	return { ...said, warnings: [runningWarning(continued.from ?? ref)], exit: EXIT.warned };
}

/** `req session restore`: 2 where no session is at work that could keep it. */
export async function sessionRestore(options: Options, { ports, caller }: Desk): Promise<Answer> {
	const restored = await restoreSession(caller(options.session), ports);
	const said = answerOf(restored, options, 'no earlier session has anything to pass on here');
	if (restored.session !== undefined) return said;
	const warnings = ['no session is at work here, so nothing was kept'];
	return { ...said, warnings, exit: EXIT.warned };
}

function answerOf({ session, injection }: Continued, { json }: Options, nothing: string): Answer {
	const value = { session: session?.key ?? null, ...injectionJson(injection) };
	return changed(
		{ ...(json && { json }) },
		injection.text === '' ? nothing : injection.text,
		value,
	);
}
