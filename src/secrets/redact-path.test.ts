import { expect, it } from 'vitest';
import { sampleOf, servicesOnPage } from '../../tests/support/redaction/services.ts';
import { redactEntry } from '../journal/journal.ts';
import { holdsSecret } from './redact.ts';

/** Those that a name can hold and that are known by their form. */
const tokens = servicesOnPage()
	.services.flatMap(({ service, formats }) => formats.map((format) => sampleOf(format, service)))
	.filter((token) => /^[^/\s]{16,200}$/.test(token) && holdsSecret(token));

it.each([
	['alone', (token: string) => token],
	['as the name of a folder', (token: string) => `backup ${token}/src/a.ts`],
])('a secret in the name of a file, %s, is not stored', async (_, pathOf) => {
	expect(tokens.length).toBeGreaterThan(40);
	const stored = tokens.map((token) => [
		redactEntry({ e: 'file', path: pathOf(token) }),
		redactEntry({ e: 'fn', names: ['f'], path: pathOf(token) }),
		redactEntry({ e: 'refuse', branch: 'main', names: [], tool: 'Edit', path: pathOf(token) }),
	]);
	expect(tokens.filter((token) => JSON.stringify(stored).includes(token))).toEqual([]);
});

it.each([
	'src/state/apply.model.test.ts',
	'docs/adr/0007-protection-of-the-gates-2026.md',
	'migrations/20261123_024851_add_users_to_accounts.sql',
	'fixtures/3563c0d47ad2297e6826ad2a7889410c.json',
	'assets/logo-2801084f-31d1-d573-fa46-7576d0fd2d29.svg',
	'node_modules/.pnpm/zod@4.1.12/node_modules/zod/v4/mini/index.js',
	'dist/chunk-4JX2QK7V.js',
])('%s stays', async (path) => {
	expect(redactEntry({ e: 'file', path })).toEqual({ e: 'file', path });
});
