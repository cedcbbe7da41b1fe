import type { Caller } from '../app/commands/caller.ts';
import type { InitRequest } from '../app/init/init-plan.ts';
import { Fault } from '../core/fault/fault.ts';
import { fitsGlob, type PresetName, presetAsks } from '../core/setup/preset-text.ts';
import { parseBranchName } from '../git/place.ts';

/** The options of `req init` as they were typed. */
export interface InitOptions {
	readonly preset?: PresetName;
	readonly local?: true;
	readonly global?: true;
	readonly team?: true;
	readonly statusLine?: boolean;
	readonly testCommand?: readonly string[];
	readonly defaultBranch?: string;
	readonly dryRun?: true;
	readonly yes?: true;
	readonly json?: true;
	readonly undo?: true;
	readonly all?: true;
}

/** What `--preset` is where nobody says. */
const DEFAULT_PRESET: PresetName = 'starter';

const MAX_COMMAND = 500;

/** Whether the options say enough to ask nothing, at a terminal as well. */
export function isDecided({ preset, dryRun, yes, json }: InitOptions): boolean {
	return preset !== undefined || dryRun === true || yes === true || json === true;
}

/**
 * The options as a request.
 *
 * @throws Fault `usage` for options that contradict each other
 */
export function initRequest(options: InitOptions, caller: Caller): InitRequest {
	const { preset = DEFAULT_PRESET, testCommand, defaultBranch } = options;
	const layer = layerOf(options);
	checkFills(options, preset);
	const fills = [options.preset, testCommand, defaultBranch];
	const saysConfig = fills.some((fill) => fill !== undefined);
	return {
		...{ caller, preset, layer, defaultBranch },
		testCommands: testCommand,
		isConfigOptional: wantsMore(options) && !saysConfig,
		team: options.team === true,
		// What nobody is asked has the answer that enter would give.
		statusLine: options.statusLine ?? options.yes === true,
	};
}

/** Whether somebody asked for something beside a config. */
export function wantsMore({ team, statusLine }: InitOptions): boolean {
	return team === true || statusLine === true;
}

function layerOf({ local, global }: InitOptions): InitRequest['layer'] {
	if (local !== true) return global === true ? 'global' : 'project';
	if (global === true) throw usage('--local and --global are two different files');
	return 'local';
}

/** What is named has to have a place in the preset, and a form a config takes. */
function checkFills({ testCommand = [], defaultBranch }: InitOptions, preset: PresetName): void {
	const asks = presetAsks(preset);
	if (testCommand.length > 0 && !asks.tests) {
		throw usage(`the preset ${preset} waits for no tests: --preset review does`);
	}
	if (defaultBranch !== undefined && !asks.branch) {
		throw usage(`the preset ${preset} protects no branch: --preset strict does`);
	}
	for (const command of testCommand) refuse('--test-command', commandFault(command));
	if (defaultBranch !== undefined) refuse('--default-branch', branchFault(defaultBranch));
}

function refuse(option: string, fault: string | undefined): void {
	if (fault !== undefined) throw usage(`${option}: ${fault}`);
}

/** Why a text is no command a config can name; `undefined`: it is one. */
export function commandFault(command: string): string | undefined {
	if (command.trim() === '') return 'a command has a first word';
	const fits = command.length <= MAX_COMMAND && !/[\p{Cc}\u2028\u2029]/u.test(command);
	return fits ? undefined : `a command is one line of at most ${MAX_COMMAND} characters`;
}

/** Why a text is no branch a config can name; `undefined`: it is one. */
export function branchFault(branch: string): string | undefined {
	const fits = fitsGlob(branch) && parseBranchName(branch) !== undefined;
	return fits ? undefined : 'git takes no branch of that name';
}

function usage(message: string): Fault {
	return new Fault('usage', message);
}
