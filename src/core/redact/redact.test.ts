import { expect, it } from 'vitest';
import { holdsSecret, redact } from './redact.ts';

it('replaces a secret and keeps the rest', () => {
	expect(redact('export DB_PASSWORD=hunter2xx && make')).toBe(
		'export DB_PASSWORD=[redacted:value] && make',
	);
	expect(holdsSecret('the password field is required')).toBe(false);
});
