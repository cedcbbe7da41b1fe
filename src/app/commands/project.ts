import schema from '../../../config/requirements.schema.json' with { type: 'json' };
import { unknownName } from '../../config/closest-word.ts';
import type { Config, Requirement } from '../../config/config.ts';
import { type Project, projectAt, startOf } from '../../events/projects.ts';
import { placeAt } from '../../git/find-place.ts';
import type { Place } from '../../git/place.ts';
import type { Ports } from '../ports.ts';

/** The configured project a command speaks of, or only its place where nothing is configured. */
type FoundProject =
	| ({ readonly kind: 'configured' } & Project)
	| { readonly kind: 'bare'; readonly place: Place };

/**
 * The project of a directory, judged as the gates judge a command: its repository, and where that has
 * no config, the project the session started in (D3).
 */
export async function projectOfCommand(cwd: string, ports: Ports): Promise<FoundProject> {
	const here = placeAt(cwd, ports.context);
	const start = startOf(cwd, ports);
	for (const place of here.root === start.root ? [here] : [here, start]) {
		const found = await projectAt(place, ports);
		if (found !== undefined) return { ...found, kind: 'configured' };
	}
	return { kind: 'bare', place: here };
}

/** `config/requirements.schema.json`, byte for byte. */
export function schemaText(): string {
	return `${JSON.stringify(schema, undefined, '\t')}\n`;
}

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
