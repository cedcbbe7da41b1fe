import { expect, it } from 'vitest';
import type { Case } from '../support/case-format.ts';
import { playCase } from '../support/case-run.ts';
import { ORDINARY } from '../support/ordinary-commands.ts';

/** Names in capitals are places of a case. */
const played = ORDINARY.filter((line) => !/\$[A-Z]/.test(line));

it('the built hook lets every ordinary command through', { timeout: 600_000 }, async () => {
	const given: Case = {
		shows: ['behaviour 14'],
		why: 'a gate in the way of ordinary work is switched off',
		config: {
			requirements: {
				planned: {},
				reviewed: { blocks: [{ command: 'git commit' }, { command: 'git push' }] },
			},
		},
		steps: played.map((bash) => ({
			hook: 'pre-tool-use' as const,
			bash,
			says: 'nothing' as const,
		})),
	};
	expect(await playCase(given)).toEqual([]);
});
