import { PRESETS } from '../config/built-in.ts';
import { loadConfig } from '../config/load-config.ts';
import type { CommandContext } from '../context.ts';
import { onlyTheUser } from '../events/caller.ts';
import { placeAt } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import {
	type Choices,
	decideChanges,
	type PlannedChange,
	readSetup,
	type Setup,
} from '../setup/init.ts';
import { applyInit } from '../setup/init-record.ts';
import { installCommands, isInstalled } from '../setup/installation.ts';
import { asksForTests, isSameConfig, type PresetName, presetText } from '../setup/preset-text.ts';
import { unifiedDiff } from '../setup/text-diff.ts';
import { Fault } from '../store/fault.ts';
import { programPath } from '../store/programs.ts';
import { oneLine, typed } from '../text/one-line.ts';
import { relativeTo } from '../text/paths.ts';
import { type Answer, callerAt, command, EXIT } from './command.ts';
import { askChoices, isWanted, leaveDialogue } from './init-dialogue.ts';
import { initUndo } from './init-undo.ts';
import { terminal } from './terminal.ts';

const DEFAULT_PRESET: PresetName = 'starter';

/** `req init`: asks at a terminal; elsewhere it writes the config, and with `--yes` all else that it offers. */
export const init = command({
	about: 'write a first requirements.yaml, or undo it',
	details:
		'Fills in a preset with the test command and the default branch of the project. A config that exists stays as it is. Then it offers what you lack: the status line, the permission for `req done`, a line in .gitattributes. Asks at a terminal, and shows each change before it writes.',
	options: {
		'--preset <preset>': {
			about: `what to start with; default: ${DEFAULT_PRESET}`,
			choices: Object.keys(PRESETS) as PresetName[],
		},
		'--global': 'write the files that apply to all your projects',
		'--dry-run': 'show the exact change, write nothing',
		'--yes': 'ask nothing, and take everything that is offered',
		'--undo': 'take back what the last init did here; with --global, for all projects',
		'--all': 'with --undo: what every init did',
	},
	part: ['Presets:', Object.entries(PRESETS).map(([name, { about }]) => [name, about])],
	examples: [
		'req init',
		'req init --preset strict --dry-run',
		'req init --yes',
		'req init --undo',
		'req init --undo --all --dry-run',
	],
	run: async (options, context) => {
		const caller = callerAt(context, undefined);
		const place = placeAt(caller.cwd, context);
		const { preset, global: isGlobal = false, undo = false, all: isAll = false } = options;
		const { dryRun: isDryRun = false, yes: takesAll = false } = options;
		const found = await loadConfig(place, context);
		// Without the config nothing is gated (D36). The model may start one.
		const isProtected = found.kind === 'some' && found.config.protect !== false;
		if (isProtected) onlyTheUser(caller, undo ? 'req init --undo' : 'req init');
		const asks = terminal(context).interactive && !isDryRun && !takesAll;
		if (undo) {
			if (preset !== undefined) throw new Fault('usage', '--undo does not go with --preset');
			return initUndo({ place, isGlobal }, { isAll, isDryRun, asks }, context);
		}
		if (isAll) throw new Fault('usage', '--all goes with --undo');
		const setup = await readSetup({ place, isGlobal }, context);
		return write(setup, { preset, isDryRun, takesAll, asks }, context);
	},
});

interface Given {
	readonly preset: PresetName | undefined;
	readonly isDryRun: boolean;
	/** Writes all that is offered. */
	readonly takesAll: boolean;
	readonly asks: boolean;
}

async function write(setup: Setup, given: Given, context: CommandContext): Promise<Answer> {
	const { preset = DEFAULT_PRESET, takesAll } = given;
	const [likeliest] = setup.tests;
	const extras = takesAll ? setup.extras : [];
	const usual: Choices = { preset, testCommand: likeliest?.command, extras };
	const isNamed = given.preset !== undefined;
	if (isNamed) refuseOther(setup, usual);
	const choices = given.asks ? await askChoices(setup, usual, isNamed) : usual;
	if (choices === undefined) return leaveDialogue();
	const changes = decideChanges(setup, choices);
	if (changes.length === 0) return { text: nothingText(setup, choices) };
	if (given.isDryRun) return { text: previewText(setup, choices, changes) };
	const shown = [...foundLines(setup, choices), ...diffsOf(setup.place, changes)];
	if (given.asks && !(await isWanted(shown, 'Write this?'))) return leaveDialogue();
	const moved = await applyInit(setup, changes, context);
	const next = nextSteps(setup, choices, context).map((step) => `  ${step}`);
	const text = [...appliedLines(setup, choices, changes), 'next:', ...next].join('\n');
	if (moved === undefined) return { text };
	const warning = `the record of earlier calls could not be read and was moved to ${moved}; they cannot be undone`;
	return { text, warnings: [warning], exit: EXIT.warned };
}

/** @throws Fault `refused` if there is another config than the preset that was asked for */
function refuseOther({ config, defaultBranch }: Setup, { preset, testCommand }: Choices): void {
	const text = presetText(preset, { testCommand, defaultBranch });
	if (config.text === undefined || isSameConfig(config.text, text)) return;
	throw new Fault('refused', `${config.path} exists and stays as it is`, {
		hint: '`req init` offers what is missing for you; for another preset, edit the file',
	});
}

/** Each change as a diff from the root of the project. */
function diffsOf({ root }: Place, changes: readonly PlannedChange[]): string[] {
	return changes.map(({ path, before, after }) =>
		unifiedDiff({ path: relativeTo(root, path), before, after }),
	);
}

/** What `--dry-run` prints: comments, and each change as `git apply` reads it. */
function previewText(setup: Setup, choices: Choices, changes: readonly PlannedChange[]): string {
	const comments = [
		'nothing is written; without --dry-run this is changed:',
		...foundLines(setup, choices),
		...offerLines(setup, choices),
	];
	return [...comments.map((line) => `# ${line}`), ...diffsOf(setup.place, changes)].join('\n');
}

function nothingText(setup: Setup, choices: Choices): string {
	const there = `nothing to change: ${oneLine(setup.config.path)} exists and stays as it is`;
	return [there, ...offerLines(setup, choices)].join('\n');
}

/** What is missing and was not asked about. */
function offerLines({ extras, isGlobal }: Setup, choices: Choices): string[] {
	const open = extras.filter((extra) => !choices.extras.includes(extra));
	if (open.length === 0) return [];
	const command = `req init${isGlobal ? ' --global' : ''} --yes`;
	return [`\`${command}\` can also ${open.map(({ label }) => label).join('; ')}`];
}

/** What was written, such as `created /p/.claude/requirements.yaml: the requirements`. */
function appliedLines(setup: Setup, choices: Choices, changes: readonly PlannedChange[]): string[] {
	return [
		...changes.map(({ before, path, why }) => {
			const verb = before === undefined ? 'created' : 'changed';
			return `${verb} ${oneLine(path)}: ${why.join(', ')}`;
		}),
		...foundLines(setup, choices),
	];
}

/** What the preset is, and what of the project went into it. */
function foundLines({ config, tests }: Setup, { preset, testCommand }: Choices): string[] {
	if (config.text !== undefined) return [];
	const about = `the preset ${preset}: ${PRESETS[preset].about}`;
	if (!asksForTests(preset)) return [about];
	const from = tests.find(({ command }) => command === testCommand)?.from;
	const source = from === undefined ? '' : ` (${from})`;
	const others = tests.filter(({ command }) => command !== testCommand);
	return [
		about,
		...(testCommand === undefined ? [] : [`tests: ${typed(testCommand)}${source}`]),
		...others.map((other) => `also found: ${typed(other.command)} (${other.from})`),
	];
}

/** What is left to do by hand, in order. */
function nextSteps(setup: Setup, choices: Choices, context: CommandContext): string[] {
	const { config, place, isGlobal } = setup;
	const isNew = config.text === undefined;
	const isSetUp = isInstalled(context.configDir) && programPath('req', context.env) !== undefined;
	const steps: readonly (readonly [applies: boolean, step: string])[] = [
		[
			isNew && asksForTests(choices.preset) && choices.testCommand === undefined,
			'no test command was found, so `tested` is off: set its `commands` in the config, and delete `enabled: false`',
		],
		[isNew && place.git && !isGlobal, 'commit it, so that it applies to the whole team'],
		[isNew && isGlobal, 'it applies to all your projects'],
		...offerLines(setup, choices).map((line) => [true, line] as const),
		...installCommands().map((line) => [!isSetUp, line] as const),
		[true, 'start claude here   the gates are on in a new session'],
		[true, 'req status   shows what is met and unmet'],
		[true, `req init --undo${isGlobal ? ' --global' : ''}   takes all of this back`],
	];
	return steps.flatMap(([applies, step]) => (applies ? [step] : []));
}
