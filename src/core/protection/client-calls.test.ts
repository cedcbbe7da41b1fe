import { expect, it } from 'vitest';
import { parseCommand } from '../command/parse-command.ts';
import { clientCall } from './client-calls.ts';
import { mentionsReq } from './mentions-req.ts';

it.each([
	['claude -p "/req:pause"', 'typing'],
	['claude -p /pause', 'typing'],
	['/usr/bin/claude --resume x -p "/satisfy commit_plan"', 'typing'],
	['echo "/req:pause" | claude -p', 'typing'],
	['CLAUDECODE= claude -p "go /req:satisfy x"', 'typing'],
	['npx @anthropic-ai/claude-code -p "/req:pause"', 'typing'],
	['node x/node_modules/@anthropic-ai/claude-code/cli.js -p "/req:pause"', 'typing'],
	['claude plugin disable req', 'plugins'],
	['claude plugin uninstall req@req --scope user', 'plugins'],
	['claude plugins remove req', 'plugins'],
	['claude plugin marketplace rm req', 'plugins'],
	[`claude --settings '{"disableAllHooks":true}' -p x`, 'settings'],
	[`claude --settings='{"enabledPlugins":{}}' -p x`, 'settings'],
	["claude -p '/req:pause", 'typing'],
])('D36: %s', (source, kind) => {
	expect(mentionsReq(source)).toBe(true);
	expect(clientCall(parseCommand(source))).toBe(kind);
});

it.each([
	'claude -p "explain src/satisfy.ts"',
	'claude --version',
	'claude plugin list',
	'claude plugin install formatter',
	'claude mcp remove x',
	`claude --settings '{"model":"x"}' -p x`,
	'echo "/req:pause"',
	'git commit -m "claude: type /req:pause"',
	'grep -rn "/req:pause" docs',
])('D36: %s is the model’s own', (source) => {
	expect(clientCall(parseCommand(source))).toBeUndefined();
});
