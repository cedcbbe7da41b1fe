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
	[{}, { env: { HOME: '/x' } }, ['env']],
	[{}, { env: { BASH_ENV: '/x' } }, ['env']],
	[{}, { env: { LD_PRELOAD: '/x' } }, ['env']],
	[{}, { env: { GIT_DIR: '/x' } }, ['env']],
	[{}, { env: { HOMEPAGE: '/x' } }, []],
	[{}, { statusLine: { type: 'command', command: 'rm -rf .git/requirements' } }, ['statusLine']],
	[{}, { apiKeyHelper: 'env -u CLAUDECODE req pause' }, ['apiKeyHelper']],
	[{}, { statusLine: { type: 'command', command: 'date' } }, []],
	[{}, { hooks: { Stop: [{ hooks: [{ command: 'rm .claude/requirements.yaml' }] }] } }, ['hooks']],
	[{}, { hooks: { Stop: [{ hooks: [{ command: 'pip install -r requirements.txt' }] }] } }, []],
	[{}, { hooks: { Stop: [other] } }, []],
	[{ hooks: { Stop: [own] } }, { hooks: { Stop: [own, other] } }, []],
	[{ hooks: { Stop: [own, other] } }, { hooks: { Stop: [other] } }, ['hooks']],
	[{ hooks: { Stop: [own] } }, { hooks: { PreToolUse: [own] } }, ['hooks']],
	[{ hooks: { Stop: [own] } }, { hooks: 'none' }, ['hooks']],
	[{ enabledPlugins: {} }, { enabledPlugins: {}, model: 'x' }, []],
])('from %j to %j changes %j (D36)', (before, after, keys) => {
	expect(switchesChanged(before, after)).toEqual(keys);
});
