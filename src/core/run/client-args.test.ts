import { expect, it } from 'vitest';
import { clientArgs } from './client-args.ts';

const NONE = { permissionMode: undefined, model: undefined, allowedTools: undefined, more: [] };
const HEAD = [
	...['-p', '--output-format', 'stream-json', '--verbose'],
	...['task', 'learn', 'next', 'block', 'ack'].flatMap((name) => [
		'--allowed-tools',
		`Bash(req ${name}:*)`,
	]),
];

it('S3-043, S3-044: the client is told what to resume, and nothing of a task', () => {
	expect(clientArgs(NONE, undefined)).toEqual(HEAD);
	expect(clientArgs({ ...NONE, more: ['--max-turns', '4'] }, 'ID')).toEqual([
		...HEAD,
		...['--resume', 'ID', '--max-turns', '4'],
	]);
	const all = { ...NONE, permissionMode: 'plan', model: 'opus', allowedTools: 'Bash,Read' };
	expect(clientArgs(all, undefined)).toEqual([
		...HEAD,
		...['--permission-mode', 'plan', '--model', 'opus', '--allowed-tools', 'Bash,Read'],
	]);
});
