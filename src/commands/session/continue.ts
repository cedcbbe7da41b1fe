import { continueSession } from '../../events/session-continue.ts';
import { sessionFor } from '../../events/session-memory.ts';
import { applyStart } from '../../memory/apply-start.ts';
import { decideStart } from '../../memory/decide-start.ts';
import { runningWarning } from '../../memory/other-sessions.ts';
import { readStart } from '../../memory/read-start.ts';
import { callerAt, command, EXIT, SESSION } from '../command.ts';

/** `req session continue REF`: 2 if the source is still running (D25). */
export const continuing = command({
	about: 'bring what an earlier session knew into this one',
	details:
		'Of any age: its pins, lessons, tasks and activity summary. Replaces what came in by itself.',
	words: {
		'<ref>': 'the earlier session: name, key, id or the first 4 or more characters of it',
	},
	options: SESSION,
	examples: ['req session continue auth-rewrite'],
	run: async ({ ref, session }, context) => {
		const asked = { caller: callerAt(context, session), ref };
		const { isRunning, from, text: shown } = await continueSession(asked, context);
		const text = shown || 'that session has nothing to pass on';
		if (!isRunning) return { text };
		return { text, warnings: [runningWarning(from)], exit: EXIT.warned };
	},
});

/** `req session restore`: 2 if no session is active that could keep it. */
export const restore = command({
	about: 'bring in now what a session start brings in',
	details: 'Hooks do it by themselves.',
	options: SESSION,
	examples: ['req session restore'],
	run: async ({ session: reference }, context) => {
		const memory = await sessionFor(callerAt(context, reference), 'any', context);
		const { place, config, session } = memory;
		const viewer = { place, continuity: config.continuity, session };
		const decision = decideStart({ kind: 'start' }, await readStart(viewer, {}, context));
		const text = decision.text || 'no earlier session has anything to pass on here';
		if (session === undefined) {
			const warnings = ['no session is active here, so nothing was kept'];
			return { text, warnings, exit: EXIT.warned };
		}
		await applyStart(decision, { place, session }, context);
		return { text };
	},
});
