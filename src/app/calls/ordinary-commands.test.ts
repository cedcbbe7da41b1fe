import { expect, it } from 'vitest';
import { ORDINARY } from '../../../tests/support/ordinary-commands.ts';
import { matchesCommand } from '../../core/command/match-command.ts';
import { parseCommand } from '../../core/command/parse-command.ts';
import { isUnread } from '../../core/command/steps.ts';
import { clientCall } from '../../core/protection/client-calls.ts';
import { mentionsPath } from '../../core/protection/mentions.ts';
import { reqCalls, startsHook } from '../../core/protection/started-programs.ts';
import { appliesUnnamed } from '../../core/written-files/patch-writes.ts';
import { writtenFiles } from '../../core/written-files/written-files.ts';

it('the ordinary commands are hundreds', () => {
	expect(new Set(ORDINARY).size).toBeGreaterThan(400);
});

it.each(ORDINARY)('%s is held by nothing', (source) => {
	const parsed = parseCommand(source);
	const held = ['git commit', 'git push', 'git tag v1', 'npm publish', 'terraform apply'];
	expect(held.filter((pattern) => matchesCommand(parsed, pattern))).toEqual([]);
	const files = writtenFiles(parsed, { cwd: '/p', home: '/h' });
	expect(files.filter(({ how }) => how !== 'mode')).toEqual([]);
	expect(appliesUnnamed(parsed, { cwd: '/p', home: '/h' }, () => false)).toBe(false);
	expect(isUnread()).toBe(false);
	expect(reqCalls(parsed)).toEqual([]);
	expect(startsHook(parsed, '/p')).toBe(false);
	expect(clientCall(parsed)).toBeUndefined();
	expect(mentionsPath(parsed, ['.claude/requirements.yaml', 'git/requirements'])).toBe(false);
});
