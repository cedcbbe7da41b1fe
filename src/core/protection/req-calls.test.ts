import { describe, expect, it } from 'vitest';
import { UNKNOWN } from '../command/call.ts';
import { parseCommand } from '../command/parse-command.ts';
import { mentionsReq } from './mentions.ts';
import { reqCalls, startsHook } from './started-programs.ts';

function calls(source: string): readonly (readonly string[])[] {
	return reqCalls(parseCommand(source));
}

describe('D36: calls of this program', () => {
	it.each([
		['req pause', ['pause']],
		['/opt/x/bin/req pause', ['pause']],
		['bin/req pause --reason x', ['pause', '--reason', 'x']],
		['CLAUDECODE= req pause', ['pause']],
		['env -u CLAUDECODE req pause', ['pause']],
		['env -i PATH=/bin HOME=/h node /opt/x/dist/cli/req.mjs approve a', ['approve', 'a']],
		['unset CLAUDECODE; req pause', ['pause']],
		["sh -c 'req pause'", ['pause']],
		['(req pause)', ['pause']],
		['true && { req pause; }', ['pause']],
		['echo $(req pause)', ['pause']],
		['npx claude-req pause', ['pause']],
		['npx -y claude-req@latest pause', ['pause']],
		['npm exec -- claude-req pause', ['pause']],
		['pnpm dlx claude-req pause', ['pause']],
		['bunx claude-req pause', ['pause']],
		['node --import tsx src/cli/req.ts pause', ['pause']],
		['tsx src/cli/req.ts pause', ['pause']],
		['npx -y tsx src/cli/req.ts pause', ['pause']],
		['pnpm --filter a exec req pause', ['pause']],
		['yarn run req pause', ['pause']],
		['bash bin/req pause', ['pause']],
		['find . -exec req pause ;', ['pause']],
		['r""eq pause', ['pause']],
		['r{eq,eq} pause', ['req', 'pause']],
		['xargs req satisfy', ['satisfy', UNKNOWN]],
		['echo pause | xargs req', [UNKNOWN]],
		['xargs -I X req X', [UNKNOWN]],
		['parallel req ::: pause', [UNKNOWN]],
		['R=req; $R pause', ['pause']],
		["R='req pause'; $R", ['pause']],
		['npx -c "req pause"', ['pause']],
		[`python3 -c "os.system('req pause')"`, ['pause', '']],
		[`python3 -c "subprocess.run(['req', 'pause'])"`, ['pause', '']],
		[`node -e "execSync('req pause')"`, ['pause', '']],
		['echo req pause | sh', ['pause', 'sh']],
		["git commit -m 'unclosed req pause", ['pause']],
	])('%s', (source, args) => {
		expect(mentionsReq(source)).toBe(true);
		expect(calls(source)).toContainEqual(args);
	});

	it.each([
		'git commit -m "req pause"',
		'git commit -m "x" req pause',
		'echo "req pause"',
		'echo req pause',
		'grep -rn "req pause" .',
		'cat bin/req',
		'which req',
		'cd req && ls',
		'require pause',
		'curl -d "req pause" example.com',
		"node -e 'x' request pause",
		'python3 -c "import requests; requests.clear()"',
		'npm version patch -m "req pause"',
		'node server.js req clear',
		'npm run req init',
		'npm test -- req',
		'xargs -n1 echo req init',
		'find . -exec grep req {} +',
	])('%s holds none', (source) => {
		expect(calls(source)).toEqual([]);
	});

	it('finds both the program and its package runner', () => {
		expect(calls('npx -p claude-req req pause')).toContainEqual(['pause']);
	});
});

it.each([
	'ls',
	'npm test',
	'pip install -r requirements.txt',
	'cat CLAUDE.md .claude/x',
	'git log',
])('%s needs no parser', (source) => {
	expect(mentionsReq(source)).toBe(false);
});

describe('D36: starts of our hooks', () => {
	it.each([
		'echo {} | node /opt/req/dist/hooks/post-tool-use.cjs',
		'env -u CLAUDE_CODE_EXECPATH node ~/.claude/plugins/cache/a/req/1.0.0/dist/hooks/user-prompt-expansion.cjs < a',
		'cd /opt/req && node dist/hooks/stop.cjs < a',
		'cd /opt/req/dist/hooks && node ./post-tool-use.cjs < a',
		'/opt/req/dist/hooks/post-tool-use.cjs < a',
		'node -r /opt/req/dist/hooks/post-tool-use.cjs /dev/null < a',
		`node -e "require('/opt/req/dist/hooks/post-tool-use.cjs')" < a`,
		`bash -c 'node "/opt/req/hooks/launch.cjs"'`,
		'sh /opt/req/hooks/at-read.sh node /opt/req/dist/hooks/pre-tool-use.cjs < a',
		'cd /opt/req/hooks && sh at-read.sh touch x < a',
		'. /opt/req/hooks/at-read.sh',
	])('%s', (source) => {
		expect(mentionsReq(source)).toBe(true);
		expect(startsHook(parseCommand(source), '/p')).toBe(true);
	});

	it('counts from where the line starts', () => {
		const source = 'node post-tool-use.cjs';
		expect(startsHook(parseCommand(source), '/opt/req/dist/hooks')).toBe(true);
		expect(startsHook(parseCommand(source), '/p/.claude/hooks')).toBe(false);
	});

	it.each([
		'node .claude/hooks/stop.cjs < a',
		'cat /opt/req/dist/hooks/stop.cjs',
		'ls dist/hooks/stop.cjs',
		'git log -- hooks/launch.cjs',
	])('%s starts none', (source) => {
		expect(startsHook(parseCommand(source), '/p')).toBe(false);
	});
});
