import { expect, it } from 'vitest';
import { hidesOurs, typedVerb } from './verb.ts';

it.each([
	['req:satisfy', 'plugin', 'satisfy', false],
	['req:clear', 'plugin', 'clear', false],
	['req:satisfy', 'projectSettings', undefined, true],
	['req:satisfy', 'userSettings', undefined, true],
	['req:satisfy', undefined, undefined, true],
	['satisfy', 'plugin', undefined, false],
	['other:satisfy', 'plugin', undefined, false],
	['req:req:satisfy', 'plugin', undefined, false],
	['req:Satisfy', 'plugin', undefined, false],
	['req:__proto__', 'plugin', undefined, false],
	['req:arch-review', 'plugin', undefined, false],
	['req:', 'plugin', undefined, false],
])('D36: %s of %s is %s; it hides ours: %s', (...row) => {
	const [command_name, command_source, verb, hides] = row;
	expect(typedVerb({ command_name, command_source })).toBe(verb);
	expect(hidesOurs({ command_name, command_source })).toBe(hides);
});
