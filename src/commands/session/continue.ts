import {
	type Continued,
	continueSession,
	restoreSession,
} from '../../app/commands/session-continue.ts';
import { runningWarning } from '../../core/inject/continued-text.ts';
import { type Answer, callerAt, command, EXIT, JSON_SHOWN, SESSION } from '../command.ts';
import { injectionJson } from '../working-memory.ts';

/** `req session continue REF`: 2 where the source is running still (D25). */
export const continuing = command({
	about:
		'Brings all that an earlier session knew into the session at work, at any age: its pins, insights, tasks and codes. Replaces what came in by itself.',
	words: {
		'<ref>': 'the earlier session: name, key, id or the first 4 or more characters of it',
	},
	options: { ...SESSION, ...JSON_SHOWN },
	examples: ['req session continue auth-rewrite'],
	run: async ({ ref, session }, ports) => {
		const request = { caller: callerAt(ports, session), ref, room: undefined };
		const continued = await continueSession(request, ports);
		const said = answerOf(continued, 'that session has nothing to pass on');
		if (!continued.isRunning) return said;
		return { ...said, warnings: [runningWarning(continued.from ?? ref)], exit: EXIT.warned };
	},
});

/** `req session restore`: 2 where no session is at work that could keep it. */
export const restore = command({
	about:
		'Brings in now what a session start would have brought in from earlier sessions. Hooks do it by themselves.',
	options: { ...SESSION, ...JSON_SHOWN },
	examples: ['req session restore'],
	run: async ({ session }, ports) => {
		const restored = await restoreSession(callerAt(ports, session), ports);
		const said = answerOf(restored, 'no earlier session has anything to pass on here');
		if (restored.session !== undefined) return said;
		const warnings = ['no session is at work here, so nothing was kept'];
		return { ...said, warnings, exit: EXIT.warned };
	},
});

function answerOf({ session, injection }: Continued, nothing: string): Answer {
	return {
		text: injection.text === '' ? nothing : injection.text,
		changed: { session: session?.key ?? null, ...injectionJson(injection) },
	};
}
