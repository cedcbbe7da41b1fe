import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { git, writeIn } from '../support/git-repo.ts';
import { ANA, makeReqWorld, type ReqWorld } from '../support/run-req.ts';

const CONFIG = `version: 1
requirements:
  plan: { triggers: [{ edit: 'src/**' }], skills: [arch-review] }
`;
/** Settings by which git starts a program. */
const PROGRAMS = [
	...['filter.evil.clean', 'filter.evil.smudge', 'diff.evil.textconv', 'diff.evil.command'],
	...['merge.evil.driver', 'diff.external', 'core.fsmonitor', 'core.pager', 'core.editor'],
	...['core.sshCommand', 'core.askPass', 'core.alternateRefsCommand', 'credential.helper'],
	...['gpg.program', 'sequence.editor', 'interactive.diffFilter', 'uploadpack.packObjectsHook'],
	...['remote.origin.uploadpack', 'pager.status'],
];
const HOOKS = ['post-checkout', 'post-index-change', 'pre-auto-gc', 'reference-transaction'];

/** A clone whose config and hooks name programs, each of which leaves its name; and what ran since it was asked last. */
async function hostileClone(): Promise<ReqWorld & { readonly ran: () => readonly string[] }> {
	const world = await makeReqWorld(CONFIG);
	const { repo, dir } = world;
	writeIn(repo, '.gitattributes', '* filter=evil diff=evil merge=evil\n');
	writeIn(repo, 'src/a.ts', 'a\n');
	git(repo, 'add', '-A');
	git(repo, 'commit', '-qm', 'x');
	const note = join(dir, 'ran');
	const program = (name: string, then = 'cat') => {
		const path = join(dir, 'programs', name);
		mkdirSync(join(dir, 'programs'), { recursive: true });
		writeFileSync(path, `#!/bin/sh\necho ${name} >> '${note}'\n${then}\n`, { mode: 0o755 });
		return path;
	};
	for (const name of HOOKS) program(name, 'exit 0');
	for (const [key, value] of [
		...PROGRAMS.map((key) => [key, program(key)] as const),
		...[['alias.status', `!${program('alias')}`] as const],
		...[['core.hooksPath', join(dir, 'programs')] as const],
		...[['log.showSignature', 'true'] as const, ['gc.auto', '1'] as const],
		...[['core.repositoryformatversion', '1'] as const],
		...[['extensions.partialClone', 'origin'] as const],
		...[['remote.origin.url', join(dir, 'gone.git')] as const],
	])
		git(repo, 'config', key, value);
	const ran = () => {
		const names = existsSync(note) ? readFileSync(note, 'utf8').trim().split('\n') : [];
		rmSync(note, { force: true });
		return [...new Set(names)];
	};
	return { ...world, ran };
}

describe('programs that a clone names for git', () => {
	it('are run by no hook and no command', async () => {
		await using world = await hostileClone();
		const { repo } = world;
		// They would be: git runs some of them where a person merely looks.
		git(repo, 'update-index', '--refresh', '-q');
		expect(world.ran()).not.toEqual([]);
		await world.start(ANA);
		const prompt = { hook_event_name: 'UserPromptSubmit', prompt: 'Go on with the login.' };
		await world.hook('user-prompt-submit', ANA, prompt);
		const command = { tool_name: 'Bash', tool_input: { command: 'node x.cjs' } };
		const call = { ...command, tool_use_id: 'toolu_1' };
		await world.hook('pre-tool-use', ANA, { hook_event_name: 'PreToolUse', ...call });
		writeFileSync(join(repo, 'src/a.ts'), 'changed\n');
		const response = { stdout: '', stderr: '' };
		const after = { hook_event_name: 'PostToolUse', ...call, tool_response: response };
		expect((await world.hook('post-tool-use', ANA, after)).stdout).toContain('src/a.ts');
		await world.hook('stop', ANA, { hook_event_name: 'Stop' });
		for (const args of [['status'], ['doctor'], ['prune', '--dry-run']]) await world.req(...args);
		expect(world.ran()).toEqual([]);
		await world.hook('session-end', ANA, { hook_event_name: 'SessionEnd', reason: 'other' });
		expect(world.ran()).toEqual([]);
	});
});
