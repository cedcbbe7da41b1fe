import { expect, it } from 'vitest';
import { grantsOf, loopPipeline, type Stage } from './pipeline.ts';

const [plain] = loopPipeline('Go on.', 1).stages;

function stageWith(change: Partial<Stage>): Stage[] {
	return plain === undefined ? [] : [{ ...plain, ...change }];
}

it.each([
	[{}, []],
	...['default', 'plan', 'dontAsk'].map((mode) => [{ permissionMode: mode }, []] as const),
	[{ permissionMode: 'acceptEdits' }, ['permission_mode: acceptEdits']],
	[{ permissionMode: 'bypassPermissions' }, ['permission_mode: bypassPermissions']],
	[{ permissionMode: 'a mode of a later client' }, ['permission_mode: a mode of a later client']],
	[{ model: 'opus' }, []],
	[
		{ permissionMode: 'auto', allowedTools: 'Bash' },
		['permission_mode: auto', 'allowed_tools: Bash'],
	],
] as const)('of a stage with %j are permissions: %j', (change, grants) => {
	expect(grantsOf(stageWith(change)).map(({ text }) => text)).toEqual(grants);
});
