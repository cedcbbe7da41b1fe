import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hookCommands, isReqHook, scriptsOf } from './hook-commands.ts';

const ROOT = { CLAUDE_PLUGIN_ROOT: '/p' };
const base = { event: 'Stop', matcher: '', timeout: undefined };

describe('commands of hooks', () => {
	it('are read from any nesting the client reads, and nothing else', () => {
		const hooks = {
			Stop: [{ hooks: [{ type: 'command', command: 'node', args: ['a.cjs'], timeout: 5 }] }],
			PreToolUse: [{ matcher: 'Edit', hooks: [{ command: 'x' }, { type: 'prompt' }, 7] }, null],
			SessionEnd: 'nonsense',
		};
		expect(hookCommands(hooks)).toEqual([
			{ event: 'Stop', matcher: '', command: 'node', args: ['a.cjs'], timeout: 5 },
			{ event: 'PreToolUse', matcher: 'Edit', command: 'x', args: undefined, timeout: undefined },
		]);
	});

	it('never throw, whatever settings hold', () => {
		fc.assert(
			fc.property(fc.jsonValue(), (json) => {
				expect(hookCommands(json).flatMap((hook) => scriptsOf(hook, ROOT))).toBeInstanceOf(Array);
			}),
		);
	});
});

describe('a script is ours', () => {
	it.each([
		['node', [`\${CLAUDE_PLUGIN_ROOT}/dist/hooks/stop.cjs`], ['/p/dist/hooks/stop.cjs'], true],
		['node', ['/p/hooks/launch.cjs'], ['/p/hooks/launch.cjs'], true],
		[
			'node "/with space/dist/hooks/stop.cjs"',
			undefined,
			['/with space/dist/hooks/stop.cjs'],
			true,
		],
		[
			"node '/x/dist/hooks/pre-tool-use.cjs' -v",
			undefined,
			['/x/dist/hooks/pre-tool-use.cjs'],
			true,
		],
		[`node $CLAUDE_PLUGIN_ROOT/dist/hooks/stop.cjs`, undefined, ['/p/dist/hooks/stop.cjs'], true],
		[
			'sh',
			[`\${CLAUDE_PLUGIN_ROOT}/hooks/no-server.sh`, `\${CLAUDE_PLUGIN_ROOT}/dist/hooks/stop.cjs`],
			['/p/hooks/no-server.sh', '/p/dist/hooks/stop.cjs'],
			true,
		],
		['node .claude/hooks/stop.js', undefined, ['.claude/hooks/stop.js'], false],
		['node /x/mydist/hooks/stop.cjs', undefined, ['/x/mydist/hooks/stop.cjs'], false],
		['echo stop', undefined, [], false],
	])('%s %j', (...[command, args, scripts, ours]) => {
		const hook = { ...base, command, args };
		expect(scriptsOf(hook, ROOT)).toEqual(scripts);
		expect(isReqHook(hook)).toBe(ours);
	});
});
