import { expect, it } from 'vitest';
import { typedForm } from './one-line.ts';

it.each([
	['`req pause --off` ends it', '`/req:unpause` ends it'],
	['req satisfy a', '/req:satisfy a'],
	['req init --preset starter', 'req init --preset starter'],
	['/req:satisfy a', '/req:satisfy a'],
	['bin/req satisfy a', 'bin/req satisfy a'],
	['req satisfying', 'req satisfying'],
	['req pause --offline', '/req:pause --offline'],
])('inside the client %j is %j', (text, form) => {
	expect(typedForm(text)).toBe(form);
	expect(typedForm(form)).toBe(form);
});
