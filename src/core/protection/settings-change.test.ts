import { expect, it } from 'vitest';
import { switchesChanged } from './settings-change.ts';

const own = { matcher: 'Edit', hooks: [{ command: 'node /opt/req/dist/hooks/stop.cjs' }] };
const other = { matcher: 'Edit', hooks: [{ command: 'npx prettier --require x' }] };

it.each([
	[{}, { permissions: { allow: ['Bash'] } }, []],
	[{}, { enabledPlugins: { 'req@req': false } }, ['enabledPlugins']],
	[{ enabledPlugins: { req: true } }, {}, ['enabledPlugins']],
	[{}, { disableAllHooks: true }, ['disableAllHooks']],
	[{}, { extraKnownMarketplaces: {} }, ['extraKnownMarketplaces']],
	[{}, { env: { FOO: '1' } }, []],
	[{}, { env: { CLAUDE_CONFIG_DIR: '/x' } }, ['env']],
	[{}, { env: { NODE_OPTIONS: '--require /x' } }, ['env']],
	[{ env: { PATH: '/a' } }, { env: { PATH: '/b' } }, ['env']],
	[{}, { hooks: { Stop: [other] } }, []],
	[{ hooks: { Stop: [own] } }, { hooks: { Stop: [own, other] } }, []],
	[{ hooks: { Stop: [own, other] } }, { hooks: { Stop: [other] } }, ['hooks']],
	[{ hooks: { Stop: [own] } }, { hooks: { PreToolUse: [own] } }, ['hooks']],
	[{ hooks: { Stop: [own] } }, { hooks: 'none' }, ['hooks']],
	[{ enabledPlugins: {} }, { enabledPlugins: {}, model: 'x' }, []],
])('from %j to %j changes %j (D36)', (before, after, keys) => {
	expect(switchesChanged(before, after)).toEqual(keys);
});
