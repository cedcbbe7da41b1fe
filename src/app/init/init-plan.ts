import { PRESETS } from '../../config/built-in.ts';
import { unknownName } from '../../config/closest-word.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { Source } from '../../config/source.ts';
import { Fault } from '../../core/fault/fault.ts';
import { isPlainJson, type JsonNode, keyStanding } from '../../core/setup/json-edits.ts';
import { MARKETPLACE, teamKeys, teamSource } from '../../core/setup/marketplace.ts';
import {
	fitsGlob,
	type PresetFills,
	type PresetName,
	presetAsks,
	presetText,
	SCHEMA_FILE,
	withSchema,
} from '../../core/setup/preset-text.ts';
import {
	createFile,
	type FileChange,
	type FileNow,
	NO_SETTINGS,
	type ReadJson,
	type SetupFile,
	settingsChange,
	setupPath,
	staysWithin,
	withLinesAtEnd,
} from '../../core/setup/setup-file.ts';
import { shellWord } from '../../core/setup/shell-word.ts';
import { plainLine, statusLineIn, statusLineKey } from '../../core/setup/status-line.ts';
import { detectTestCommands, type TestCommand } from '../../core/setup/test-command.ts';
import { placeAt } from '../../git/find-place.ts';
import type { Place } from '../../git/place.ts';
import { marketplaceSource, ownFolder } from '../../setup/installation.ts';
import { realPath } from '../../store/paths.ts';
import { programPath } from '../../store/programs.ts';
import { type Caller, onlyTheUser } from '../commands/caller.ts';
import type { AllPorts } from '../ports.ts';

/** Lines of git's ignore files, from the top of the working tree. */
const IGNORE_LINES = {
	local_config: '/.claude/requirements.local.yaml',
	local_settings: '/.claude/settings.local.json',
} as const;

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
	/** `differs`: there is one, and it stays as it is. `unwanted`: none is needed, another one counts here. */
	readonly config: 'new' | 'same' | 'differs' | 'unwanted';
	/** Where it differs: what is there, and what the preset would have there. */
	readonly difference: { readonly now: string; readonly preset: string } | undefined;
	readonly changes: readonly FileChange[];
	/** Keys that hold something else, and stay. */
	readonly taken: readonly Taken[];
	/** Settings that are written and that the client ignores, for what else is in them. */
	readonly ignored: readonly string[];
}

/** What a project says about itself that a preset can use. */
interface Survey {
	/** The likeliest first. */
	readonly tests: readonly TestCommand[];
	readonly defaultBranch: string | undefined;
}

/** A key that is wanted and holds something else. It stays. */
interface Taken {
	readonly path: string;
	readonly key: string;
	/** What it would have to hold. */
	readonly wanted: unknown;
}

/** Which project, and what it takes to look at its files. */
interface PlannedProject {
	readonly place: Place;
	readonly layer: Source['layer'];
	readonly ports: AllPorts;
	readonly readJson: ReadJson;
}

/**
 * Works out what `req init` would change: each file before and after.
 *
 * @throws Fault `unknown_name`, `refused`, `config_unreadable` where settings do not parse
 */
export async function planInit(request: InitRequest, ports: AllPorts): Promise<InitPlan> {
	const { caller, layer, team, statusLine } = request;
	const preset = presetNamed(request.preset);
	const place = placeAt(caller.cwd, ports.context);
	await refuseModel(caller, place, { ports, what: 'req init' });
	if (layer !== 'global' && `${place.root}/.claude` === ports.host.configDir)
		throw new Fault('refused', 'what is written here would hold in all projects of yours', {
			hint: '`req init --global` if you want that, or `req init` in the folder of a project',
		});
	const project: PlannedProject = { place, layer, ports, readJson: ports.readJson };
	const survey = await surveyOf(project);
	const fills = fillsOf(request, preset, survey);
	const isOptional =
		request.isConfigOptional && (await loadConfig(place, ports.context)).kind === 'some';
	const text = withSchema(presetText(preset, fills), `${ownFolder()}/${SCHEMA_FILE}`);
	const config = configChanges(text, isOptional, project);
	if (team && layer === 'global') {
		throw new Fault('usage', '--team is about one project, --global about all of yours');
	}
	const settings = [
		...(team ? [teamChange(project)] : []),
		...(statusLine ? [statusLineChange(project)] : []),
	];
	const changes = [...config.changes, ...settings.flatMap(({ change }) => change ?? [])];
	const ignore = await ignoreChange(changes, config.config !== 'unwanted', project);
	return {
		...{ place, layer, preset, about: PRESETS[preset].about, survey, fills, ...config },
		changes: ignore === undefined ? changes : [...changes, ignore],
		taken: settings.flatMap(({ taken }) => taken),
		ignored: changes.filter((change) => isIgnored(change, project)).map(({ path }) => path),
	};
}

function isIgnored({ keys, after }: FileChange, { readJson }: PlannedProject): boolean {
	if (keys.length === 0) return false;
	const read = readJson(after);
	return read.kind === 'object' && !isPlainJson(read.layout);
}

/** A later file can loosen an earlier one, and without files nothing gates: that is the user's (D36). */
export async function refuseModel(
	caller: Caller,
	place: Place,
	{ ports, what }: { readonly ports: AllPorts; readonly what: string },
): Promise<void> {
	const found = await loadConfig(place, ports.context);
	if (found.kind === 'some' && found.config.protect !== false) onlyTheUser(caller, what);
}

function presetNamed(name: string): PresetName {
	const found = (Object.keys(PRESETS) as PresetName[]).find((preset) => preset === name);
	if (found === undefined) throw unknownName('preset', name, Object.keys(PRESETS));
	return found;
}

/** For the config of all projects no single one speaks. */
async function surveyOf({
	place,
	layer,
	ports: { projectProbe },
}: PlannedProject): Promise<Survey> {
	if (layer === 'global') return { tests: [], defaultBranch: undefined };
	const branch = await projectProbe.defaultBranch(place);
	const fits = branch !== undefined && fitsGlob(branch);
	const tests = detectTestCommands(projectProbe.project(place));
	return { tests, defaultBranch: fits ? branch : undefined };
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

/** The config, unless there is one. */
function configChanges(
	text: string,
	isOptional: boolean,
	project: PlannedProject,
): Pick<InitPlan, 'config' | 'configPath' | 'changes' | 'difference'> {
	const { layer } = project;
	const now = fileNow(`${layer}_config`, project);
	const found = { configPath: now.path, changes: [], difference: undefined };
	if (now.text !== undefined) {
		// Git may have checked it out with other line ends, and a colleague's req may be in another folder.
		const isSame = withSchema(now.text.replaceAll('\r\n', '\n'), '') === withSchema(text, '');
		if (isSame) return { ...found, config: 'same' };
		return { ...found, config: 'differs', difference: { now: now.text, preset: text } };
	}
	if (isOptional) return { ...found, config: 'unwanted' };
	return { ...found, config: 'new', changes: [createFile(now, text, 'the requirements')] };
}

/** What is to happen to one settings file; without a change it says all of it already. */
interface SettingsPlan {
	readonly change: FileChange | undefined;
	readonly taken: readonly Taken[];
}

/** Names the plugin and where it comes from in the settings the team shares. */
function teamChange(project: PlannedProject): SettingsPlan {
	const { ports } = project;
	const now = fileNow('team_settings', project);
	const settings = settingsIn(now, project);
	const source = teamSource(marketplaceSource(MARKETPLACE, ports.host.configDir), ownFolder());
	const wanted = teamKeys(source);
	const taken = wanted
		.filter((key) => keyStanding(settings, key) === 'taken')
		.map(({ path, value }) => ({ path: now.path, key: path.join('.'), wanted: value }));
	const keys = wanted.filter((key) => keyStanding(settings, key) === 'missing');
	if (keys.length === 0) return { change: undefined, taken };
	const why = 'offers the plugin to everybody who works here';
	return { change: settingsChange(now, { keys, why }, project.readJson), taken };
}

/** Makes the client show our status line, beside the one it shows now. */
function statusLineChange(project: PlannedProject): SettingsPlan {
	const isGlobal = project.layer === 'global';
	const now = fileNow(isGlobal ? 'global_settings' : 'local_settings', project);
	const isOnPath = programPath('req', project.ports.context.env) !== undefined;
	const program = isOnPath ? 'req' : shellWord(`${ownFolder()}/bin/req`);
	const own = statusLineIn(settingsIn(now, project));
	if (own.kind === 'foreign') {
		const taken = { path: now.path, key: 'statusLine', wanted: plainLine(program) };
		return { change: undefined, taken: [taken] };
	}
	const weaker = isGlobal ? [] : (['team_settings', 'global_settings'] as const);
	const hidden = weaker.map((file) => statusLineIn(settingsShown(file, project)));
	const key = statusLineKey(own, hidden, program);
	if (key === undefined) return { change: undefined, taken: [] };
	const wanted = { keys: [key], why: 'shows the gates in the status line' };
	return { change: settingsChange(now, wanted, project.readJson), taken: [] };
}

function settingsIn({ path, text = NO_SETTINGS }: FileNow, { readJson }: PlannedProject): JsonNode {
	const read = readJson(text);
	if (read.kind === 'object') return read.layout.root;
	throw new Fault('config_unreadable', `${path}:${read.line} does not parse: ${read.why}`, {
		hint: 'nothing was changed; repair it and run this again',
	});
}

/** The settings of a file that is not changed: what may not or cannot be read says nothing. */
function settingsShown(file: SetupFile, { place, ports, readJson }: PlannedProject): JsonNode {
	const where = setupPath(file, place, ports.host.configDir);
	const path = realPath(where.path);
	const found = staysWithin(path, where) ? ports.setupFiles.read(path) : undefined;
	const read = readJson(found?.kind === 'text' ? found.text : NO_SETTINGS);
	if (read.kind === 'object') return read.layout.root;
	return { offset: 0, end: 0, value: {}, members: [] };
}

/**
 * The change that keeps one user's files out of git, where no ignore file does so already.
 *
 * @param hasConfig a config of this layer is there, or is written
 */
async function ignoreChange(
	changes: readonly FileChange[],
	hasConfig: boolean,
	project: PlannedProject,
): Promise<FileChange | undefined> {
	const { place, layer, ports } = project;
	if (!place.git) return undefined;
	const ofLayer = layer === 'local' ? (['local_config'] as const) : [];
	const open: (keyof typeof IGNORE_LINES)[] = [];
	for (const file of [...ofLayer, 'local_settings' as const]) {
		const isWritten = changes.some((change) => change.file === file);
		const { path } = setupPath(file, place, ports.host.configDir);
		const isMine = isWritten || (file === 'local_config' && hasConfig);
		if (isMine && !(await ports.projectProbe.isIgnored(place, path))) open.push(file);
	}
	if (open.length === 0) return undefined;
	const lines = open.map((file) => IGNORE_LINES[file]);
	return withLinesAtEnd(fileNow('exclude', project), lines, 'keeps your own files out of git');
}

/**
 * A setup file as it is now, its links followed.
 *
 * @throws Fault `refused` where it leads out of the project, or is nothing that could be put back
 */
function fileNow(file: SetupFile, { place, ports }: PlannedProject): FileNow {
	const where = setupPath(file, place, ports.host.configDir);
	const path = realPath(where.path);
	if (!staysWithin(path, where)) {
		throw new Fault('refused', `${where.path} leads out of the project`, {
			hint: 'nothing was changed; req init --global writes your own config',
		});
	}
	const found = ports.setupFiles.read(path);
	if (found.kind === 'refused') {
		throw new Fault('refused', `${path} ${found.why}`, { hint: 'nothing was changed' });
	}
	return { file, path, text: found.kind === 'text' ? found.text : undefined };
}
