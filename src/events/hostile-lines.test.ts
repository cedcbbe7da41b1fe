import fc from 'fast-check';
import { it } from 'vitest';
import { hostileLine, readWholly } from '../../tests/support/hostile-lines.ts';

it('no reader of command lines throws or finds more than its steps allow, whatever the line', () => {
	fc.assert(fc.property(hostileLine, readWholly), { numRuns: 150, seed: 14 });
});
