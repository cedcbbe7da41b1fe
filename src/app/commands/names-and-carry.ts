import { Fault } from '../../core/fault/fault.ts';
import type { SatisfyRequest } from './satisfy.ts';

/**
 * `--carry` takes the word after it for a session. In `--carry commit_plan` that is the requirement: no
 * other word is left that could be.
 *
 * @throws Fault `usage`
 */
export function namesAndCarry(
	names: readonly string[],
	carry: SatisfyRequest['carry'],
): Pick<SatisfyRequest, 'names' | 'carry'> {
	if (names.length > 0) return { names, carry };
	if (carry?.from !== undefined) return { names: [carry.from], carry: { from: undefined } };
	throw new Fault('usage', 'name the requirements to satisfy');
}
