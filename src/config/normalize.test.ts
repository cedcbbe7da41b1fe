import { describe, expect, it } from 'vitest';
import { normalize } from './compile.ts';
import type { RequirementName } from './config.ts';
import { checkEntry, fillDefaults } from './requirement-keys.ts';

const read = (written: object, name = 'mine') =>
	normalize(name as RequirementName, fillDefaults(checkEntry(written).value ?? {}), false);
const EDIT = { on: 'edit', pattern: '' };
const COMMIT = { on: 'command', pattern: 'git commit' };

describe('normalize', () => {
	it('fills in every default', () => {
		expect(read({})).toEqual({
			name: 'mine',
			type: 'standard',
			scope: 'session',
			triggers: [EDIT],
			blocks: [EDIT],
			enforce: 'deny',
			holdsStop: true,
			skills: [],
			satisfyOn: 'load',
			plan: false,
			manual: 'anyone',
			carry: [],
			ttl: undefined,
			commands: [],
			staleAfter: [],
			locked: false,
			message: undefined,
			guard: undefined,
			branches: undefined,
			measure: undefined,
			warn: undefined,
			block: undefined,
		});
	});

	it('blocks what triggers, unless it says otherwise', () => {
		expect(read({ triggers: [{ edit: 'src/**' }] }).blocks).toEqual([{ on: 'edit', pattern: 'src/**' }]);
		expect(read({ triggers: ['edit'], blocks: [{ command: 'git commit' }] }).blocks).toEqual([COMMIT]);
		expect(read({ blocks: [] })).toMatchObject({ triggers: [EDIT], blocks: [] });
	});

	it.each(['commit_plan', 'adr_reviewed', 'tdd_planned', 'solid_reviewed'])(
		'%s is satisfied by the planning skills',
		(name) => {
			expect(read({}, name)).toMatchObject({
				scope: 'session',
				skills: ['arch-review', 'plan-review'],
				manual: 'user',
			});
		},
	);

	it('the built-in skills count only where none are declared', () => {
		expect(read({}, 'pre_commit_review').skills).toEqual(['pre-commit']);
		expect(read({ skills: ['my-plan'] }, 'commit_plan').skills).toEqual(['my-plan']);
		expect(read({ skills: [] }, 'commit_plan').skills).toEqual([]);
	});

	it('keeps skills bare, each once', () => {
		const skills = ['/req:arch-review', 'arch-review', '/own', 'team:own'];
		expect(read({ skills }).skills).toEqual(['arch-review', 'own']);
	});

	it.each([
		[{ skills: ['a'] }, 'user'],
		[{ plan: true }, 'user'],
		[{ type: 'guard', guard: 'protected_branch' }, 'user'],
		[{ skills: ['a'], manual: 'anyone' }, 'anyone'],
		[{ manual: 'never' }, 'never'],
	] as const)('D36: %j may be satisfied by hand by %s', (written, manual) => {
		expect(read(written).manual).toBe(manual);
	});

	it('guards edits and commits on main and master', () => {
		expect(read({ type: 'guard', guard: 'protected_branch' })).toMatchObject({
			scope: 'session',
			triggers: [EDIT, COMMIT],
			blocks: [EDIT, COMMIT],
			branches: ['main', 'master'],
		});
	});
});
