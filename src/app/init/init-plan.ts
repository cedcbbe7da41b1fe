import { PRESETS } from '../../core/config/built-in.ts';
import type { Source } from '../../core/config/source.ts';
import { Fault } from '../../core/fault/fault.ts';
import type { Place } from '../../core/place/place.ts';
import { createFile, type FileChange } from '../../core/setup/file-change.ts';
import { isPlainJson } from '../../core/setup/json-layout.ts';
import {
	type PresetFills,
	type PresetName,
	presetAsks,
	presetText,
} from '../../core/setup/preset-text.ts';
import type { ReadJson } from '../../core/setup/settings-edits.ts';
import { type Caller, onlyTheUser } from '../commands/caller.ts';
import { schemaText } from '../commands/config-view.ts';
import { unknownName } from '../commands/named-requirements.ts';
import type { DeskPorts } from '../ports.ts';
import { fileNow } from './init-files.ts';
import { ignoreChange } from './init-ignore.ts';
import { statusLineChange, type Taken, teamChange } from './init-settings.ts';
import { type Survey, surveyProject } from './init-survey.ts';

export interface InitRequest {
	readonly caller: Caller;
	/** Name of a preset. */
	readonly preset: string;
	/** Nobody named anything that goes into a config: it is written where none counts yet. */
	readonly isConfigOptional: boolean;
	readonly layer: Source['layer'];
	/** `undefined`: what the project says. Empty: the preset's own. So with the branch. */
	readonly testCommands: readonly string[] | undefined;
	readonly defaultBranch: string | undefined;
	/** Name the plugin in the settings that the team shares. */
	readonly team: boolean;
	/** Make the client show our status line. */
	readonly statusLine: boolean;
}

/** Everything `req init` would do, and nothing done yet. */
export interface InitPlan {
	readonly place: Place;
	readonly layer: Source['layer'];
	readonly preset: PresetName;
	readonly about: string;
	readonly survey: Survey;
	/** What the preset is filled with. */
	readonly fills: PresetFills;
	readonly configPath: string;
	/** `differs`: there is one, and it stays as it is (S4-012). `unwanted`: none is needed, another one counts here. */
	readonly config: 'new' | 'same' | 'differs' | 'unwanted';
	/** Where it differs: what is there, and what the preset would have there. */
	readonly difference: { readonly now: string; readonly preset: string } | undefined;
	readonly changes: readonly FileChange[];
	/** Keys that hold something else, and stay. */
	readonly taken: readonly Taken[];
	/** Settings that are written and that the client ignores, for what else is in them. */
	readonly ignored: readonly string[];
}

/**
 * Works out what `req init` would change: each file before and after.
 *
 * @throws Fault `unknown_name`, `refused`, `config_unreadable` where settings do not parse
 */
export async function planInit(request: InitRequest, ports: DeskPorts): Promise<InitPlan> {
	const { caller, layer } = request;
	const preset = presetNamed(request.preset);
	const place = ports.places.at(caller.cwd);
	await refuseModel(caller, place, { ports, what: 'req init' });
	const readJson = await ports.jsonReader();
	const survey = await surveyProject(place, layer, ports);
	const fills = fillsOf(request, preset, survey);
	const isOptional = request.isConfigOptional && (await ports.config.load(place)).kind === 'some';
	const wanted = { place, layer, text: presetText(preset, fills), isOptional };
	const config = await configChanges(wanted, ports);
	const settings = settingsChanges(request, place, { ports, readJson });
	const changes = [...config.changes, ...settings.changes].filter((one) => one !== undefined);
	const hasConfig = config.kind !== 'unwanted';
	const ignored = ignoreChange({ place, layer, hasConfig, changes }, ports);
	return {
		...{ place, layer, preset, survey, fills },
		about: PRESETS[preset].about,
		configPath: config.path,
		config: config.kind,
		difference: config.difference,
		changes: ignored === undefined ? changes : [...changes, ignored],
		taken: settings.taken,
		ignored: changes.filter((change) => isIgnored(change, readJson)).map(({ path }) => path),
	};
}

function isIgnored({ keys, after }: FileChange, readJson: ReadJson): boolean {
	if (keys.length === 0) return false;
	const read = readJson(after);
	return read.kind === 'object' && !isPlainJson(after, read.layout);
}

/** A later file can loosen an earlier one, and without files nothing gates: that is the user's (D36). */
export async function refuseModel(
	caller: Caller,
	place: Place,
	{ ports, what }: { readonly ports: DeskPorts; readonly what: string },
): Promise<void> {
	const found = await ports.config.load(place);
	if (found.kind === 'some' && found.config.protect !== false)
		await onlyTheUser(caller, what, ports);
}

function presetNamed(name: string): PresetName {
	const found = (Object.keys(PRESETS) as PresetName[]).find((preset) => preset === name);
	if (found === undefined) throw unknownName('preset', name, Object.keys(PRESETS));
	return found;
}

/** What the preset has a place for: options first, then what the project says. */
function fillsOf(request: InitRequest, preset: PresetName, survey: Survey): PresetFills {
	const asks = presetAsks(preset);
	const found = survey.tests.slice(0, 1).map(({ command }) => command);
	const branch = request.defaultBranch ?? survey.defaultBranch;
	return {
		testCommands: asks.tests ? (request.testCommands ?? found) : [],
		defaultBranch: asks.branch && branch !== '' ? branch : undefined,
	};
}

interface WantedConfig {
	readonly place: Place;
	readonly layer: Source['layer'];
	readonly text: string;
	readonly isOptional: boolean;
}

interface ConfigChanges {
	readonly kind: InitPlan['config'];
	readonly path: string;
	readonly changes: readonly FileChange[];
	readonly difference: InitPlan['difference'];
}

/** The config, and beside a new one the schema that its first line names. */
async function configChanges(
	{ place, layer, text, isOptional }: WantedConfig,
	ports: DeskPorts,
): Promise<ConfigChanges> {
	const now = fileNow(`${layer}_config`, place, ports);
	const { path } = now;
	if (now.text === undefined) {
		if (isOptional) return { kind: 'unwanted', path, changes: [], difference: undefined };
		const beside = fileNow(layer === 'global' ? 'global_schema' : 'project_schema', place, ports);
		const why = 'for your editor, what `req config schema` prints';
		const schema = beside.text === undefined ? [createFile(beside, await schemaText(), why)] : [];
		const change = createFile(now, text, 'the requirements');
		return { kind: 'new', path, changes: [change, ...schema], difference: undefined };
	}
	// Git may have checked it out with other ends of lines.
	const isSame = now.text.replaceAll('\r\n', '\n') === text;
	const difference = isSame ? undefined : { now: now.text, preset: text };
	return { kind: isSame ? 'same' : 'differs', path, changes: [], difference };
}

function settingsChanges(
	{ layer, team, statusLine }: InitRequest,
	place: Place,
	tools: { readonly ports: DeskPorts; readonly readJson: ReadJson },
) {
	if (team && layer === 'global') {
		throw new Fault('usage', '--team is about one project, --global about all of yours');
	}
	const plans = [
		...(team ? [teamChange(place, tools)] : []),
		...(statusLine ? [statusLineChange(place, layer, tools)] : []),
	];
	return {
		changes: plans.map(({ change }) => change),
		taken: plans.flatMap(({ taken }) => taken),
	};
}
