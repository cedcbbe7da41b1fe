import { describe, expect, it } from 'vitest';
import { bundleOf, idOf, learnt, startsFrom } from '../../support/inheriting.ts';
import { makeReqWorld, type ReqWorld } from '../../support/run-req.ts';
import { plantRecords } from '../../support/some-record.ts';

const CONFIG = 'version: 1\nrequirements:\n  commit_plan: {}\n';

/** An old session on another branch, which nobody looks at by itself. */
async function planted(config: string): Promise<ReqWorld> {
	const world = await makeReqWorld(config);
	plantRecords(world.repo, learnt(1, 'auth-v1', { branch: 'main' }));
	return world;
}

interface Preview {
	readonly text: string;
	readonly inherits: { readonly from_session: string; readonly door: string } | null;
}

async function previewOf(world: ReqWorld, env: Readonly<Record<string, string>> = {}): Promise<Preview> {
	return JSON.parse((await world.reqWith({ env }, 'session', 'preview', '--json')).stdout);
}

/** Without the line that names the file of the bundle, which is not there before. */
function told(text: string): string[] {
	return text.split('\n').filter((line) => line !== '' && !line.startsWith('Inherited, as asked'));
}

describe('req session preview, where the next session inherits', () => {
	it.each([
		{ door: 'environment', config: CONFIG, env: { REQ_INHERIT_FROM: 'auth-v1' } },
		{
			door: 'config',
			config: `${CONFIG}inherit: { from: auth-v1, select: [learnings], comprehension: required }\n`,
			env: {},
		},
	])('D24: it is what that session is told, by $door', async ({ door, config, env }) => {
		await using world = await planted(config);
		const preview = await previewOf(world, env);
		expect(preview.inherits).toEqual({ from_session: 'auth-v1', door });
		expect(preview.text).toContain('learning of auth-v1');
		expect(preview.text.includes('STEP 0')).toBe(door === 'config');
		expect(bundleOf(world, 10)).toBeUndefined();
		const { text } = await startsFrom(world, 10, { env });
		expect(bundleOf(world, 10)).toMatchObject({ from_session: 'auth-v1' });
		expect(told(preview.text)).toEqual(told(text));
	});

	it('the model, which has the variable of its own start, is not shown it as the next one', async () => {
		await using world = await planted(CONFIG);
		await startsFrom(world, 10, { env: { REQ_INHERIT_FROM: 'auth-v1' } });
		const env = { REQ_INHERIT_FROM: 'auth-v1', CLAUDECODE: '1' };
		expect((await previewOf(world, env)).inherits).toBeNull();
	});
});

describe('req inherit in a terminal', () => {
	it('says that the model at work has not read it, and not to the model itself', async () => {
		await using world = await planted(CONFIG);
		const hint = 'ask it to run `req inherit show`';
		await startsFrom(world, 10);
		expect((await world.req('inherit', 'auth-v1')).stdout).toContain(hint);
		await startsFrom(world, 11);
		const { stdout } = await world.asModel(idOf(11), 'inherit', 'auth-v1');
		expect(stdout).toContain('learning of auth-v1');
		expect(stdout).not.toContain(hint);
	});
});
