import { expect, it } from 'vitest';
import { examine } from './finding.ts';
import { PROGRAMS, type ProgramFacts } from './programs.ts';

const all: ProgramFacts = {
	node: { path: '/bin/node', says: 'v20.12.0' },
	git: { path: '/bin/git', says: 'git version 2.39.5' },
	client: { path: '/bin/claude', says: '2.1.328 (Claude Code)' },
	own: '0.1.0',
};

it.each<[string, Partial<ProgramFacts>, readonly string[]]>([
	['everything', {}, []],
	['no node', { node: undefined }, ['node_unusable']],
	['a node that fails', { node: { path: '/n', says: '' } }, ['node_unusable']],
	['an old node', { node: { path: '/n', says: 'v20.11.1' } }, ['node_unusable']],
	['no client', { client: undefined }, []],
	['an older client', { client: { path: '/c', says: '2.1.299' } }, ['client_old']],
	['the oldest supported client', { client: { path: '/c', says: '2.1.300' } }, []],
])('%s', (_, more, codes) => {
	const { findings } = examine('programs', PROGRAMS, { ...all, ...more });
	expect(findings.map(({ code }) => code)).toEqual(codes);
});
