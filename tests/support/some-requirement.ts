import type { Requirement } from '../../src/config/config.ts';
import { compile } from './compile-values.ts';

/** A requirement as a config file writes it, with its defaults filled in. */
export function requirement(written: object, name = 'it'): Requirement {
	const [found] = requirements({ [name]: written });
	if (found === undefined) throw new Error(`${name} is no requirement`);
	return found;
}

/** Several, in the order they are written. */
export function requirements(written: Readonly<Record<string, object>>): readonly Requirement[] {
	const { config, problems } = compile({ requirements: written });
	if (problems.length > 0) throw new Error(JSON.stringify(problems));
	return config.requirements;
}
