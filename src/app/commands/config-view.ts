import type { Origin } from '../../core/config/compile.ts';
import type { ProjectConfig } from '../../core/config/config.ts';
import type { Place } from '../../core/place/place.ts';
import type { DeskPorts } from '../ports.ts';
import type { Caller } from './caller.ts';
import { projectAt } from './project.ts';

/** The config that counts in a directory, and where each key comes from. */
export interface ConfigView {
	readonly place: Place;
	readonly found: ProjectConfig;
	/** Empty unless asked for. */
	readonly origins: readonly Origin[];
}

/** `config/requirements.schema.json`, byte for byte. */
export async function schemaText(): Promise<string> {
	const schema = await import('../../../config/requirements.schema.json', {
		with: { type: 'json' },
	});
	return `${JSON.stringify(schema.default, undefined, '\t')}\n`;
}

/** The merged, validated config with its problems (D34). */
export async function configView(
	request: { readonly caller: Caller; readonly sources: boolean },
	ports: DeskPorts,
): Promise<ConfigView> {
	const project = await projectAt(request.caller.cwd, ports);
	const { place } = project;
	if (project.kind === 'bare') return { place, found: { kind: 'none' }, origins: [] };
	const { config, problems } = project;
	const origins = request.sources ? await ports.configFiles.explain(place) : [];
	return { place, found: { kind: 'some', config, problems }, origins };
}
