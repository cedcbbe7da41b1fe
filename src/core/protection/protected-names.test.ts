import { expect, it } from 'vitest';
import { protectedNames } from './mentions.ts';

const grounds = {
	configDirs: ['/tmp/x/c'],
	stateDirs: ['/p/.git/modules/a/requirements'],
	configs: ['/p/.claude/requirements.yaml', '/team/shared.yaml'],
	pluginRoots: ['/opt/req'],
	programDirs: [],
	namedPlugins: [],
};

it.each([
	"open('/tmp/x/c/settings.json','w')",
	"open('x/c/sessions.json','w')",
	"rmtree('/tmp/x/c')",
	"rmtree('/tmp/x/c/plugins')",
	"open('.claude/requirements.yaml','w')",
	"rmtree('.claude')",
	"join('.claude', 'settings.json')",
	"rmtree('.git/requirements')",
	"rmtree('a/requirements')",
	"open('/team/shared.yaml')",
	"rmtree('/opt/req')",
	"cd .claude; open('requirements.yaml', 'w')",
])('%s speaks of what is protected (D36)', (source) => {
	expect(protectedNames(source, '/p', grounds)).not.toEqual([]);
});

it.each([
	"open('charts/x/requirements.yaml','w')",
	"open('.vscode/settings.json','w')",
	"open('settings.json','w')",
	"open('plugins/a','w')",
])('%s does not', (source) => {
	expect(protectedNames(source, '/p', grounds)).toEqual([]);
});

it('takes a bare name in the directory itself', () => {
	expect(protectedNames("open('requirements.yaml','w')", '/p/.claude', grounds)).not.toEqual([]);
});
