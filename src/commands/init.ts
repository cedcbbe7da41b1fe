import { text as askText, cancel, confirm, intro, isCancel, log, multiselect, outro, select } from '@clack/prompts';
import { PRESETS } from '../config/built-in.ts';
import { loadConfig } from '../config/load-config.ts';
import type { CommandContext } from '../context.ts';
import { onlyTheUser } from '../events/caller.ts';
import { placeAt } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { type Choices, decideChanges, type PlannedChange, readSetup, type Setup } from '../setup/init.ts';
import { applyInit, type FileUndo, planUndo, undoInit } from '../setup/init-record.ts';
import { installCommands, isInstalled } from '../setup/installation.ts';
import { asksForTests, commandFault, isSameConfig, type PresetName, presetText } from '../setup/preset-text.ts';
import { type FileChange, type Target, unifiedDiff } from '../setup/user-files.ts';
import { Fault } from '../store/fault.ts';
import { isDirectory } from '../store/paths.ts';
import { programPath } from '../store/programs.ts';
import { oneLine, typed } from '../text/one-line.ts';
import { relativeTo } from '../text/paths.ts';
import { type Answer, callerAt, command, EXIT } from './command.ts';
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
		'--undo': 'take back what init wrote here; with --global, for all projects',
		'--all': 'with --undo: of every init, as it does anyway',
	},
	part: ['Presets:', Object.entries(PRESETS).map(([name, { about }]) => [name, about])],
	examples: ['req init', 'req init --preset strict --dry-run', 'req init --yes', 'req init --undo --dry-run'],
	run: async (options, context) => {
		const caller = callerAt(context, undefined);
		const place = placeAt(caller.cwd, context);
		const { preset, global: isGlobal = false, undo = false, all = false } = options;
		const { dryRun: isDryRun = false, yes: takesAll = false } = options;
		const found = await loadConfig(place, context);
		// Without the config nothing is gated (D36). The model may start one.
		const isProtected = found.kind === 'some' && found.config.protect !== false;
		if (isProtected) onlyTheUser(caller, undo ? 'req init --undo' : 'req init');
		const asks = terminal(context).interactive && !isDryRun && !takesAll;
		if (undo) {
			if (preset !== undefined) throw new Fault('usage', '--undo does not go with --preset');
			return takeBack({ place, isGlobal }, { isDryRun, asks }, context);
		}
		if (all) throw new Fault('usage', '--all goes with --undo');
		const setup = await readSetup({ place, isGlobal }, context);
		return write(setup, { preset, isDryRun, takesAll, asks }, context);
	},
});

interface Given {
	readonly preset: PresetName | undefined;
	readonly isDryRun: boolean;
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
	await applyInit(setup, changes, context);
	const next = nextSteps(setup, choices, context).map((step) => `  ${step}`);
	return { text: [...appliedLines(setup, choices, changes), 'next:', ...next].join('\n') };
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
function diffsOf({ root }: Place, changes: readonly FileChange[]): string[] {
	return changes.map(({ path, before, after }) => unifiedDiff({ path: relativeTo(root, path), before, after }));
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

type ConfigChoices = Omit<Choices, 'extras'>;

/**
 * Asks at most three questions: the preset, the test command, and what else is missing.
 *
 * @param usual what is taken where nothing is asked, and what is proposed
 * @param isNamed an option names the preset
 * @returns `undefined`: the user has left
 */
async function askChoices(setup: Setup, usual: Choices, isNamed: boolean): Promise<Choices | undefined> {
	intro('req init');
	const { config, extras } = setup;
	if (config.text !== undefined) log.info(`${oneLine(config.path)} exists and stays as it is`);
	const chosen = config.text === undefined ? await askConfig(setup, usual, isNamed) : usual;
	if (chosen === undefined || extras.length === 0) return chosen && { ...chosen, extras };
	const wanted = await multiselect({
		message: 'What else? (space selects, enter goes on)',
		options: extras.map((extra) => ({ value: extra, label: extra.label })),
		initialValues: [...extras],
		required: false,
	});
	return isCancel(wanted) ? undefined : { ...chosen, extras: wanted };
}

async function askConfig({ tests }: Setup, usual: ConfigChoices, isNamed: boolean): Promise<ConfigChoices | undefined> {
	const options = Object.entries(PRESETS).map(([value, { about }]) => {
		return { value: value as PresetName, hint: about };
	});
	const message = 'What do you start with?';
	const preset = isNamed ? usual.preset : await select<PresetName>({ message, options });
	if (isCancel(preset)) return undefined;
	if (!asksForTests(preset)) return { preset, testCommand: undefined };
	const others = tests.slice(1).map(({ command }) => command);
	if (others.length > 0) log.info(`also found: ${others.join(', ')}`);
	const answer = await askText({
		message: 'Which command runs the tests?',
		placeholder: 'none: `tested` stays off until you name one in the file',
		initialValue: usual.testCommand ?? '',
		validate: (typed = '') => commandFault(typed.trim()),
	});
	return isCancel(answer) ? undefined : { preset, testCommand: answer?.trim() || undefined };
}

/** Shows lines, such as the diff of all that would be written, and asks for a yes. */
async function isWanted(lines: readonly string[], question: string): Promise<boolean> {
	log.message(lines.join('\n'));
	const isYes = (await confirm({ message: question })) === true;
	if (isYes) outro('writing');
	return isYes;
}

function leaveDialogue(): Answer {
	cancel('nothing was written');
	return { text: '', exit: EXIT.no };
}

/** `req init --undo`: puts back the files that were not edited since, and shows the edits of the others. */
async function takeBack(
	target: Target,
	{ isDryRun, asks }: Pick<Given, 'isDryRun' | 'asks'>,
	context: CommandContext,
): Promise<Answer> {
	const { place, isGlobal } = target;
	const files = planUndo(target, context);
	if (files.length === 0) return { text: 'nothing to undo: no `req init` is recorded here' };
	const edited = files.filter(({ wrote }) => wrote !== undefined);
	const answer = {
		warnings: edited.map(
			({ path }) =>
				`${oneLine(path)} was edited since init wrote it and stays as it is; take the edits back, or delete the file, and run \`req init --undo\` again`,
		),
		exit: edited.length === 0 ? EXIT.done : EXIT.warned,
	};
	const edits = edited.flatMap((file) => [
		`${oneLine(file.path)} was edited since init wrote it:`,
		...diffsOf(place, [{ ...file, before: file.wrote, after: file.before }]),
	]);
	const shown = [...diffsOf(place, files).filter((diff) => diff !== ''), ...edits];
	const head = '# nothing is written; without --dry-run this is changed:';
	if (isDryRun) return { ...answer, text: [head, ...shown].join('\n') };
	if (asks && !(await isWanted(shown, 'Take this back?'))) return leaveDialogue();
	await undoInit(target, files, context);
	const text = [
		...files.map(undoneLine),
		...(asks ? [] : edits),
		...(place.git && !isGlobal ? ['if these files were committed, commit this as well'] : []),
		...(isDirectory(place.stateDir) ? [`what was satisfied stays in ${oneLine(place.stateDir)}`] : []),
	];
	return { ...answer, text: text.join('\n') };
}

function undoneLine({ path, before, after, wrote }: FileUndo): string {
	const name = oneLine(path);
	if (wrote !== undefined) return `left as it is: ${name}`;
	if (before === after) return `nothing of init is left in ${name}`;
	return `${after === undefined ? 'removed' : 'restored'} ${name}`;
}
