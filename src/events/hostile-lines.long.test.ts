import fc from 'fast-check';
import { it } from 'vitest';
import { hostileLine, readWholly } from '../../tests/support/hostile-lines.ts';

it('no reader of command lines throws or finds more than its steps allow, in 30,000 lines', {
	timeout: 1_800_000,
}, () => {
	fc.assert(fc.property(hostileLine, readWholly), { numRuns: 30_000 });
});
