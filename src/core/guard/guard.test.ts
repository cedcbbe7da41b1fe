import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guardingClient } from '../../../tests/support/guarding-client.ts';
import { hashOf } from '../../adapters/hashes.ts';
import { deny } from '../protocol/hook-messages.ts';
import { callText } from './guard.ts';

const KEY = '00112233445566778899aabbccddeeff';
const FOLDER = '/config/requirements/calls/s';
const BASH = { tool: 'Bash', tool_use_id: 't', command: 'true' };
const WRITE = { tool: 'Write', tool_use_id: 't', file_path: '/p/a', content: '' };
const NOBODY = () => '';

function receiptOf(tool: string, call: string, input: Record<string, unknown>, key = KEY): string {
	return hashOf(Buffer.from(key, 'hex'), callText(tool, call, input));
}

/** The files of a session that has begun. */
function begun(more: Readonly<Record<string, string>>): Map<string, string> {
	const all = { '.key': KEY, ...more };
	return new Map(Object.entries(all).map(([name, text]) => [`${FOLDER}/${name}`, text]));
}

describe('a call that PreToolUse has judged', () => {
	it.each<readonly [string, Record<string, unknown>]>([
		['Bash', { command: 'echo "ü" && \t\u2028\ud800', description: 'x' }],
		['Edit', { old_string: 'a', file_path: '/p/a', replace_all: false, new_string: '😀' }],
		['mcp__fs__write_file', { b: [{ z: 1, a: null }, 2.5], a: { y: [], x: undefined } }],
	])('of %s runs, and any other is asked about', async (tool, input) => {
		const runs = async (given: Record<string, unknown>, receipt: string) =>
			guardingClient({
				files: begun({ t: receipt }),
				answer: () => JSON.stringify(deny('asked')),
			}).call({ ...given, tool, tool_use_id: 't', agentId: 'a', requestMeta: {} });
		const receipt = receiptOf(tool, 't', input);
		expect(await runs(input, receipt)).toBe('ran');
		const turned = Object.fromEntries(Object.entries(input).reverse());
		expect(await runs(turned, receipt)).toBe('ran');
		const others = [
			runs({ ...input, more: 1 }, receipt),
			runs(input, receiptOf(tool, 'u', input)),
			runs(input, receiptOf(`${tool}x`, 't', input)),
			runs(input, receiptOf(tool, 't', input, KEY.replaceAll('0', '1'))),
			runs(input, ''),
		];
		for (const other of others) expect(await other).toEqual({ deny: 'asked' });
	});

	it('is found by the id of its session in lower case, as hooks know it', async () => {
		const files = begun({ t: receiptOf('Bash', 't', { command: 'true' }) });
		const answer = () => JSON.stringify(deny('asked'));
		expect(await guardingClient({ files, answer, session: 'S' }).call(BASH)).toBe('ran');
	});

	it('is any that the hook of hooks.json is started for', () => {
		const { hooks } = JSON.parse(readFileSync('hooks/hooks.json', 'utf8'));
		const { matcher } = guardingClient({ files: begun({}), answer: NOBODY });
		expect(matcher('tool.run').tool?.source).toBe(`^(?:${hooks.PreToolUse[0].matcher})$`);
	});
});

describe('a call that the guard asks about', () => {
	it('is asked about as the client would have asked', async () => {
		const asked: unknown[] = [];
		const answer = (event: unknown) => {
			asked.push(event);
			return '{"judged":true}';
		};
		const client = guardingClient({ files: begun({}), answer });
		expect(await client.call({ ...WRITE, agentId: 'a', requestMeta: {} })).toBe('ran');
		expect(asked).toEqual([
			{
				...{ hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', agent_id: 'a' },
				...{ tool_name: 'Write', tool_input: { file_path: '/p/a', content: '' } },
				...{ tool_use_id: 't', asked_by: 'guard' },
			},
		]);
	});

	it('leaves a receipt when it is refused: its failure is no call that ran', async () => {
		const files = begun({});
		const client = guardingClient({ files, answer: () => JSON.stringify(deny('no')) });
		expect(await client.call(BASH)).toEqual({ deny: 'no' });
		expect(files.has(`${FOLDER}/t`)).toBe(true);
	});

	it('is asked about once where nothing is configured, and every time where something is', async () => {
		const countOf = async (said: object) => {
			let count = 0;
			const answer = () => {
				count += 1;
				return JSON.stringify({ judged: true, ...said });
			};
			const client = guardingClient({ files: new Map(), answer });
			for (const call of [BASH, BASH, { ...WRITE, file_path: '/other/a' }, BASH])
				expect(await client.call(call)).toBe('ran');
			return count;
		};
		expect(await countOf({ free: ['/p/c'] })).toBe(2);
		expect(await countOf({})).toBe(4);
	});

	it.each<[string, Map<string, string>]>([
		['a config is there', new Map([['/p/c', 'version: 1']])],
		['the session has begun', begun({})],
	])('is asked about again as soon as %s', async (_, appearing) => {
		let count = 0;
		const answer = () => {
			count += 1;
			return '{"judged":true,"free":["/home/c","/p/c"]}';
		};
		const files = new Map([['/home/c', 'trust_extensions: []']]);
		const client = guardingClient({ files, answer });
		for (const call of [BASH, BASH]) expect(await client.call(call)).toBe('ran');
		expect(count).toBe(1);
		for (const [path, text] of appearing) files.set(path, text);
		expect(await client.call(BASH)).toBe('ran');
		expect(count).toBe(2);
	});

	it('is asked about again where its arguments may lead elsewhere', async () => {
		const countOf = async (calls: readonly (typeof BASH | Record<string, unknown>)[]) => {
			let count = 0;
			const answer = () => {
				count += 1;
				return '{"judged":true,"free":["/p/c"]}';
			};
			const client = guardingClient({ files: new Map<string, string>(), answer });
			for (const call of calls) {
				expect(await client.call({ tool: 'Bash', tool_use_id: 't', ...call })).toBe('ran');
			}
			return count;
		};
		const mcp = { tool: 'mcp__fs__write_file', path: '/elsewhere/a' };
		expect(await countOf([mcp, mcp])).toBe(2);
		expect(await countOf([{ command: 'npm test' }, mcp])).toBe(2);
		const notebook = (path: string) => ({ tool: 'NotebookEdit', notebook_path: path });
		expect(await countOf([notebook('/p/a.ipynb'), notebook('/q/a.ipynb')])).toBe(2);
		expect(await countOf([notebook('/p/a.ipynb'), notebook('/p/b.ipynb')])).toBe(1);
		const lines = (...commands: string[]) => countOf(commands.map((command) => ({ command })));
		expect(await lines('npm test', './run src/a.ts > out/b 2>&1', 'git status')).toBe(1);
		for (const command of [
			'cd ../q && make',
			'git -C/q commit',
			'cp a ~/q',
			'cp a /q/b',
			'cp a $Q',
		]) {
			expect(await lines('npm test', command), command).toBe(2);
		}
	});
});

describe('a call that nobody could judge', () => {
	const ON_FAILURE = JSON.stringify({ all: ['plan'], shell: ['tested'] });

	it.each([
		['killed', NOBODY],
		['answers nonsense', () => 'oops'],
		['says nothing of a judgement', () => '{}'],
	])('is refused where a requirement blocks, whose hook is %s', async (_, answer) => {
		const files = begun({ '.on-failure': ON_FAILURE });
		const client = guardingClient({ files, answer });
		const [command, edit] = [await client.call(BASH), await client.call(WRITE)];
		expect(command).toEqual({ deny: expect.stringContaining('block of plan, tested refuses it') });
		expect(edit).toEqual({ deny: expect.stringContaining('block of plan refuses it') });
		expect([...files.keys()].filter((path) => path.endsWith('.open'))).toEqual([]);
	});

	it('runs where none does, and the guard notes it', async () => {
		const files = begun({});
		expect(await guardingClient({ files, answer: NOBODY }).call(BASH)).toBe('ran');
		expect(files.get(`${FOLDER}/t.open`)).toBe('Bash');
	});

	it('is noted also where the session start was cut off', async () => {
		const files = new Map<string, string>();
		expect(await guardingClient({ files, answer: NOBODY }).call(BASH)).toBe('ran');
		expect([...files]).toEqual([[`${FOLDER}/t.open`, 'Bash']]);
	});

	it('leaves no file under an id that leads elsewhere', async () => {
		const files = begun({});
		const call = { ...BASH, tool_use_id: '../../key' };
		expect(await guardingClient({ files, answer: NOBODY }).call(call)).toBe('ran');
		const refusing = guardingClient({ files, answer: () => JSON.stringify(deny('no')) });
		expect(await refusing.call(call)).toEqual({ deny: 'no' });
		expect([...files.keys()]).toEqual([`${FOLDER}/.key`, `${FOLDER}/.guard`]);
	});
});

describe('a guard that fails itself', () => {
	it('refuses what has not run, and runs nothing twice', async () => {
		const client = guardingClient({ files: begun({}), answer: NOBODY });
		expect(await client.failed('tool.run', false)).toEqual({
			deny: expect.stringContaining('req doctor'),
		});
		expect(await client.failed('tool.run', true)).toBe('ran');
		expect(await client.failed('command.run', false)).toEqual({
			text: expect.stringContaining('only a person may'),
		});
		expect(await client.failed('session.start', false)).toBe('ran');
	});
});

it('a command that a person typed runs, and no other', async () => {
	const client = guardingClient({ files: begun({}), answer: NOBODY });
	expect(await client.command('engine')).toBe('ran');
	expect(await client.command('other')).toEqual({
		text: expect.stringContaining('the extension other ran this command'),
	});
});
