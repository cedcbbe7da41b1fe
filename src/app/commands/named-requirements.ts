import { closestWord } from '../../core/config/closest-word.ts';
import type { Config, Requirement } from '../../core/config/config.ts';
import { Fault } from '../../core/fault/fault.ts';

/**
 * The requirements of these names, each once. One unknown name refuses all of them.
 *
 * @throws Fault `unknown_name`
 */
export function requirementsNamed(names: readonly string[], config: Config): Requirement[] {
	return [...new Set(names)].map((name) => {
		const found = config.requirements.find((requirement) => requirement.name === name);
		if (found !== undefined) return found;
		const known = config.requirements.map((requirement): string => requirement.name);
		throw unknownName('requirement', name, known);
	});
}

/** Nothing of that name; the hint is the closest one, or all there are. */
export function unknownName(thing: string, name: string, known: readonly string[]): Fault {
	const meant = closestWord(name, known);
	const all = known.length === 0 ? `no ${thing} is configured` : `known: ${known.join(', ')}`;
	return new Fault('unknown_name', `there is no ${thing} "${name}"`, {
		hint: meant === undefined ? all : `did you mean ${meant}?`,
	});
}
