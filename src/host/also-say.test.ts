import { expect, it } from 'vitest';
import { alsoSay } from './also-say.ts';
import { alsoTell, block, deny, inform } from './hook-messages.ts';

it('keeps what the user is told beside a held stop, a refusal and a fact', () => {
	const told = (output: Parameters<typeof alsoSay>[0]) =>
		alsoSay(output, 'PreToolUse', 'the place differs');
	expect(told(alsoTell(block('not yet'), 'look'))).toEqual({
		...{ decision: 'block', reason: 'not yet\nthe place differs', systemMessage: 'look' },
	});
	expect(told(alsoTell(deny('no'), 'look'))).toMatchObject({
		hookSpecificOutput: { permissionDecisionReason: 'no\nthe place differs' },
		systemMessage: 'look',
	});
	expect(told(inform('PreToolUse', 'a', 'look'))).toMatchObject({
		hookSpecificOutput: { additionalContext: 'a\nthe place differs' },
		systemMessage: 'look',
	});
});

it('says nothing to the model where its event does not let a hook speak', () => {
	expect(alsoSay(undefined, 'SessionEnd', 'the place differs')).toBeUndefined();
	expect(alsoSay(undefined, 'PreToolUse', 'the place differs')).toEqual(
		inform('PreToolUse', 'the place differs', undefined),
	);
});
