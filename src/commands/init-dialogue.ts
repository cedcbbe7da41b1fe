import {
	cancel,
	confirm,
	intro,
	isCancel,
	log,
	multiselect,
	outro,
	select,
	text,
} from '@clack/prompts';
import { PRESETS } from '../config/built-in.ts';
import type { Choices, Setup } from '../setup/init.ts';
import { asksForTests, commandFault, type PresetName } from '../setup/preset-text.ts';
import { oneLine } from '../text/one-line.ts';
import { type Answer, EXIT } from './command.ts';

type ConfigChoices = Omit<Choices, 'extras'>;

/**
 * Asks at most three questions: the preset, the test command, and what else is missing.
 *
 * @param usual what is taken where nothing is asked, and what is proposed
 * @param isNamed an option names the preset
 * @returns `undefined`: the user has left
 */
export async function askChoices(
	setup: Setup,
	usual: Choices,
	isNamed: boolean,
): Promise<Choices | undefined> {
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

async function askConfig(
	{ tests }: Setup,
	usual: ConfigChoices,
	isNamed: boolean,
): Promise<ConfigChoices | undefined> {
	const preset = isNamed ? usual.preset : await askPreset();
	if (isCancel(preset)) return undefined;
	if (!asksForTests(preset)) return { preset, testCommand: undefined };
	const others = tests.slice(1).map(({ command }) => command);
	if (others.length > 0) log.info(`also found: ${others.join(', ')}`);
	const answer = await text({
		message: 'Which command runs the tests?',
		placeholder: 'none: `tested` stays off until you name one in the file',
		initialValue: usual.testCommand ?? '',
		validate: (typed = '') => commandFault(typed.trim()),
	});
	return isCancel(answer) ? undefined : { preset, testCommand: answer?.trim() || undefined };
}

function askPreset() {
	return select<PresetName>({
		message: 'What do you start with?',
		options: Object.entries(PRESETS).map(([value, { about }]) => ({
			value: value as PresetName,
			hint: about,
		})),
	});
}

/** Shows lines, such as the diff of all that would be written, and asks for a yes. */
export async function isWanted(lines: readonly string[], question: string): Promise<boolean> {
	log.message(lines.join('\n'));
	const isYes = (await confirm({ message: question })) === true;
	if (isYes) outro('writing');
	return isYes;
}

/** Ends the dialogue of a user who has left or said no. */
export function leaveDialogue(): Answer {
	cancel('nothing was written');
	return { text: '', exit: EXIT.no };
}
