import { describe, expect, it } from 'vitest';
import { compile, keys } from '../../tests/support/compile-values.ts';

const only = (written: object) => compile({ requirements: { p: written } });
const requirement = (written: object) => only(written).config.requirements[0];
const said = (written: object) => only(written).problems.map(({ message }) => message);

describe('a list may be its only item', () => {
	it.each([
		[{ skills: 'arch-review' }, { skills: ['arch-review'] }],
		[{ auto_resolve_skill: '/req:x' }, { skills: ['x'] }],
		[{ triggers: { edit: 'src/**' } }, { triggers: [{ on: 'edit', pattern: 'src/**' }] }],
		[{ blocks: { command: 'git commit' } }, { blocks: [{ on: 'command', pattern: 'git commit' }] }],
		[{ blocks: 'task_completed' }, { blocks: [{ on: 'task_completed', pattern: '' }] }],
		[{ commands: { run: 'make', partial: true } }, { commands: [{ run: 'make', partial: true }] }],
		[{ commands: ['a', { run: 'b' }] }, { commands: [{ run: 'a' }, { run: 'b', partial: false }] }],
		[{ carry: 'clear' }, { carry: ['clear'] }],
		[{ type: 'guard', guard: 'protected_branch', branches: 'trunk' }, { branches: ['trunk'] }],
	])('%j', (written, meant) => {
		expect(said(written)).toEqual([]);
		expect(requirement(written)).toMatchObject(meant);
	});
});

describe('a message', () => {
	it('of several lines is folded to one', () => {
		const message = '  Plan first.\n\tThen\r\nedit.\n';
		expect(said({ message })).toEqual([]);
		expect(requirement({ message })?.message).toBe('Plan first. Then edit.');
	});

	it('that is too long is cut and reported, and the requirement still gates', () => {
		const message = `${'x'.repeat(498)}\u{1f600}${'y'.repeat(10)}`;
		expect(keys({ requirements: { p: { message } } })).toEqual(['requirements.p.message']);
		expect(requirement({ message })?.message).toBe(`${'x'.repeat(498)}…`);
	});

	it('of 500 characters is whole', () => {
		const message = 'x'.repeat(500);
		expect(requirement({ message: `${message}\n` })?.message).toBe(message);
	});
});

describe('what is wrong is said once, with what is expected', () => {
	it.each([
		[{ ttl: '8 hours' }, 'ttl', /duration such as 30m, 8h, 7d/],
		[{ ttl: '0s' }, 'ttl', /longer than 0s/],
		[{ skills: 'two words' }, 'skills', /name of a skill/],
		[{ commands: ['a\nb'] }, 'commands.0', /command/],
		[{ commands: [7] }, 'commands.0', /must be a command such as npm test, or \{ run/],
		[{ commands: [{ run: 'a', partial: 'yes' }] }, 'commands.0.partial', /true or false|boolean/],
		[{ commands: [{ run: 'a', partal: true }] }, 'commands.0.partal', /is not a known key/],
		[{ carry: ['resume'] }, 'carry.0', /clear, fork/],
		[{ blocks: { edit: '!a' } }, 'blocks.edit', /glob/],
		[{ blocks: [{ edit: 'a', tool: 'Edit' }] }, 'blocks.0', /must be edit, \{ edit/],
		[{ blocks: [{ comand: 'x' }] }, 'blocks.0.comand', /mean command\?/],
		[{ triggers: ['task_completed'] }, 'triggers.0', /must be edit, \{ edit/],
		[{ enforce: 'denied' }, 'enforce', /deny, stop, warn/],
		[{ plan: 'yes' }, 'plan', /true or false/],
		[{ branches: [] }, 'branches', /at least 1/],
		[{ type: 'dynamic', measure: 'branch_size', block: '400' }, 'block', /number of lines, from 1/],
	])('%j', (written, key, pattern) => {
		const { problems, config } = only(written);
		expect(problems.map((one) => one.key)).toEqual([`requirements.p.${key}`]);
		expect(problems[0]?.message).toMatch(pattern);
		expect(config.requirements).toEqual([]);
	});
});

describe('D36: a requirement with a problem is not weaker than intended', () => {
	it('what may have been meant to prove the work leaves it to the user', () => {
		expect(requirement({ command: 'npm test' })).toMatchObject({ manual: 'user' });
		expect(requirement({ commands: [] })).toMatchObject({ manual: 'anyone' });
	});

	it('also where another file has the problem, never against an explicit word', () => {
		const typo = { requirements: { p: { comands: 'npm test' } } };
		const wrong = { requirements: { p: { commands: 7 } } };
		const plain = { requirements: { p: {} } };
		const explicit = { requirements: { p: { manual: 'anyone' } } };
		const manual = (...files: object[]) => compile(...files).config.requirements[0]?.manual;
		expect(manual(plain, typo)).toBe('user');
		expect(manual(plain, wrong)).toBe('user');
		expect(manual(typo, plain)).toBe('user');
		expect(manual(explicit, typo)).toBe('anyone');
	});
});
