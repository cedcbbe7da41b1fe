import { PRESETS } from '../../core/config/built-in.ts';
import type { Source } from '../../core/config/source.ts';
import { Fault } from '../../core/fault/fault.ts';
import { isInside } from '../../core/place/paths.ts';
import type { Place } from '../../core/place/place.ts';
import type { DeskPorts } from '../ports.ts';
import { type Caller, onlyTheUser } from './caller.ts';
import { unknownName } from './named-requirements.ts';

export interface InitRequest {
	readonly caller: Caller;
	/** Name of a preset. */
	readonly preset: string;
	readonly layer: Source['layer'];
	readonly dryRun: boolean;
}

export interface Init {
	readonly file: string;
	readonly preset: string;
	readonly about: string;
	readonly text: string;
	readonly layer: Source['layer'];
	/** The project is a git repository. */
	readonly git: boolean;
	/** False on a dry run. */
	readonly written: boolean;
}

/**
 * Writes a config file from a preset; a file that exists is never touched (S4-012).
 *
 * @throws Fault `unknown_name`, `refused`, `state_unwritable`
 */
export async function init(request: InitRequest, ports: DeskPorts): Promise<Init> {
	const { caller, layer, dryRun } = request;
	const { preset, about, text } = presetNamed(request.preset);
	const place = ports.places.at(caller.cwd);
	await refuseModel(caller, place, ports);
	const file = ports.configFiles.path(place, layer);
	// A repository's `.claude` may be a link: nothing is written outside (behaviour 51).
	if (layer !== 'global' && !isInside(ports.places.realPath(file), place.root)) {
		throw new Fault('refused', `${file} leads out of the project`, { hint: 'req init --global' });
	}
	const written = !dryRun && (await ports.configFiles.create(file, text));
	if (!written && (!dryRun || ports.configFiles.exists(file))) {
		throw new Fault('refused', `${file} exists and stays as it is`, {
			hint: 'req config show, and edit the file',
		});
	}
	if (written) await ports.config.compile(place);
	return { file, preset, about, text, layer, git: place.git, written };
}

/** A later file can loosen an earlier one, so that is the user's (D36). */
async function refuseModel(caller: Caller, place: Place, ports: DeskPorts): Promise<void> {
	if (!caller.isModel) return;
	const found = await ports.config.load(place);
	if (found.kind === 'some' && found.config.protect !== false) onlyTheUser(caller, 'req init');
}

function presetNamed(name: string): { preset: string; about: string; text: string } {
	const found = Object.entries(PRESETS).find(([preset]) => preset === name);
	if (found === undefined) throw unknownName('preset', name, Object.keys(PRESETS));
	const [preset, { about, text }] = found;
	return { preset, about, text };
}
