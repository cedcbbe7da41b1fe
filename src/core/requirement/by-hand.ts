import type { Requirement } from '../config/config.ts';
import { Fault } from '../fault/fault.ts';
import { factOf } from '../requirement-type/type-table.ts';
import { typed } from '../text/one-line.ts';
import { typedForm } from '../text/typed-form.ts';
import { waysOut } from './ways-out.ts';

/**
 * Why a requirement may not be satisfied by hand, or `undefined` where it may (D36). The refusal names
 * only what its reader may do.
 */
export function refusalByHand(requirement: Requirement, isModel: boolean): Fault | undefined {
	const { name, manual } = requirement;
	const approval = `req approve ${name} --ttl 1h`;
	if (factOf(requirement) !== undefined) {
		return new Fault('refused', `${name} is never satisfied, it is approved`, {
			hint: isModel ? `only the user can: ${typed(typedForm(approval))} typed here` : approval,
		});
	}
	if (manual === 'never') {
		return new Fault('refused', `${name} is never satisfied by hand`, {
			hint: proofs(requirement),
		});
	}
	if (manual === 'user' && isModel) {
		const byHand = typed(typedForm(`req satisfy ${name}`));
		return new Fault('refused', `only the user can satisfy ${name} by hand`, {
			hint: `${proofs(requirement)}; the user types ${byHand} in the client, or runs it in a terminal outside Claude Code`,
		});
	}
	return undefined;
}

function proofs(requirement: Requirement): string {
	const ways = waysOut(requirement).filter(({ kind }) => kind !== 'user');
	const texts = ways.map(({ kind, text }) => (kind === 'command' ? typed(text) : text));
	return texts.length === 0 ? 'nothing else satisfies it' : `${texts.join(' or ')} satisfies it`;
}
