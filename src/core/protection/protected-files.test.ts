import { describe, expect, it } from 'vitest';
import { protectedThing } from './protected-files.ts';

const grounds = {
	configDirs: ['/home/u/.claude', '/etc/claude'],
	stateDirs: ['/p/.git/requirements', '/bare.git/requirements'],
	configs: ['/p/.claude/requirements.yaml', '/team/shared.yaml'],
	pluginRoots: ['/opt/req'],
	programDirs: ['/usr/bin', '/home/u/.local/bin'],
	namedPlugins: [],
};

describe('D36: what the model may not change', () => {
	it.each([
		['/p/.claude/requirements.yaml', 'config'],
		['/p/.claude/requirements.local.yaml', 'config'],
		['/p/.CLAUDE/Requirements.YAML', 'config'],
		['/elsewhere/.claude/requirements.yaml', 'config'],
		['/etc/claude/requirements.yaml', 'config'],
		['/team/shared.yaml', 'config'],
		['/p/.git/requirements', 'state'],
		['/p/.git/requirements/main.json', 'state'],
		['/other/.git/requirements/sessions/a.jsonl', 'state'],
		['/bare.git/requirements/main.json', 'state'],
		['/home/u/.claude/sessions.json', 'registry'],
		['/home/u/.claude/sessions.json.pending.jsonl', 'registry'],
		['/etc/claude/requirements/cache/a.json', 'registry'],
		['/home/u/.claude/plugins/installed_plugins.json', 'plugin'],
		['/opt/req/dist/hooks/stop.cjs', 'plugin'],
		['/p/.claude/settings.json', 'settings'],
		['/p/.claude/settings.local.json', 'settings'],
		['/etc/claude/settings.json', 'settings'],
	])('%s is %s', (path, thing) => {
		expect(protectedThing(path, grounds)).toBe(thing);
	});

	it.each([
		'/p/src/a.ts',
		'/p/requirements.yaml',
		'/p/.claude/requirements.yaml.md',
		'/p/.claude/skills/a/SKILL.md',
		'/p/.git/config',
		'/p/.git/requirements-of-another',
		'/p/sessions.json',
		'/home/u/.claude/sessions/1.json',
		'/home/u/.claude/plans/a.md',
		'/opt/requests/a.ts',
		'/team/other.yaml',
	])('%s is the model’s own business', (path) => {
		expect(protectedThing(path, grounds)).toBeUndefined();
	});
});
