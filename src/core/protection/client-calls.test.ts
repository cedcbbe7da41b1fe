import { expect, it } from 'vitest';
import { parseCommand } from '../command/parse-command.ts';
import { clientCall } from './client-calls.ts';
import { mentionsReq } from './mentions-req.ts';

it.each([
	['claude -p "/req:pause"', 'client_typing'],
	['claude -p /pause', 'client_typing'],
	['/usr/bin/claude --resume x -p "/satisfy commit_plan"', 'client_typing'],
	['echo "/req:pause" | claude -p', 'client_typing'],
	['CLAUDECODE= claude -p "go /req:satisfy x"', 'client_typing'],
	['npx @anthropic-ai/claude-code -p "/req:pause"', 'client_typing'],
	['node x/node_modules/@anthropic-ai/claude-code/cli.js -p "/req:pause"', 'client_typing'],
	['claude plugin disable req', 'client_plugins'],
	['claude plugin uninstall req@req --scope user', 'client_plugins'],
	['claude plugins remove req', 'client_plugins'],
	['claude plugin marketplace rm req', 'client_plugins'],
	[`claude --settings '{"disableAllHooks":true}' -p x`, 'client_settings'],
	[`claude --settings='{"enabledPlugins":{}}' -p x`, 'client_settings'],
	["claude -p '/req:pause", 'client_typing'],
	['echo "/pause" | claude -p', 'client_typing'],
	['claude -p <<< "/pause"', 'client_typing'],
	['"$CLAUDE_CODE_EXECPATH" plugin disable req', 'client_plugins'],
	['$(which claude) plugin disable req', 'client_plugins'],
	['~/.local/share/claude/versions/2.1.214 plugin disable req', 'client_plugins'],
	['find . -maxdepth 0 -exec claude plugin disable req ;', 'client_plugins'],
	[`claude --settings '{"model":"x"}' -p x`, 'client_settings'],
	['claude --plugin-dir /tmp/x -p x', 'client_settings'],
	['claude --plugin-url=https://x.example/a.zip -p x', 'client_settings'],
	['CLAUDE_CODE_PLUGIN_DIRS=/tmp/x claude -p x', 'client_settings'],
	['export CLAUDE_CODE_ENABLE_FUNCTION_HOOKS=0; claude -p x', 'client_settings'],
	['claude plugin install formatter', 'client_plugins'],
	['claude plugin init x', 'client_plugins'],
	['claude plugin marketplace add ./x', 'client_plugins'],
	["claude --setting-sources '' -p x", 'client_settings'],
	['claude --bare -p x', 'client_settings'],
	['claude --safe-mode -p x', 'client_settings'],
	['CLAUDE_CONFIG_DIR=/tmp/c claude -p x', 'client_environment'],
	['HOME=/tmp/h claude -p x', 'client_environment'],
	['env -u CLAUDE_CODE_EXECPATH claude -p x', 'client_environment'],
	['unset CLAUDECODE CLAUDE_CODE_EXECPATH; claude -p x', 'client_environment'],
	['env -i PATH=$PATH claude -p x', 'client_environment'],
])('D36: %s', (source, kind) => {
	expect(mentionsReq(source)).toBe(true);
	expect(clientCall(parseCommand(source))).toBe(kind);
});

it.each([
	'claude -p "explain src/satisfy.ts"',
	'claude -p "what does /approve do"',
	'claude -p "add route POST /pause"',
	'CLAUDECODE= claude -p x',
	'claude --version',
	'claude plugin list',
	'claude plugin validate x',
	'claude plugin marketplace list',
	'claude mcp remove x',
	'echo "/req:pause"',
	'git commit -m "claude: type /req:pause"',
	'grep -rn "/req:pause" docs',
])('D36: %s is the model’s own', (source) => {
	expect(clientCall(parseCommand(source))).toBeUndefined();
});
