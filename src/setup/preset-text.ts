import packageJson from '../../package.json' with { type: 'json' };
import { PRESETS } from '../config/built-in.ts';

export type PresetName = keyof typeof PRESETS;

/** What of a project goes into a preset; `undefined`: the preset's own text stays. */
export interface PresetFills {
	readonly testCommand: string | undefined;
	readonly defaultBranch: string | undefined;
}

/** The schema of this version. The config is committed, so the address is the same on every machine. */
const SCHEMA = `https://unpkg.com/${packageJson.name}@${packageJson.version}/config/requirements.schema.json`;
const SCHEMA_LINE = /^(# yaml-language-server: \$schema=).*/;
const COMMANDS = /^( *commands: )\[.*\]$/m;
/** Without a command of the project's, `tested` is off: nothing could satisfy it. */
const OFF = /^ *# Off until .*\n( *tested:\n) *enabled: false\n/m;
const BRANCHES = /^( *branches: \[.*)\]$/m;
/** A branch of any other name could be read as a pattern (D33); the user adds it to the file. */
const PLAIN_BRANCH = /^[A-Za-z][\w./-]*$/;
const MAX_COMMAND = 500;

/** Whether a preset has a requirement that tests satisfy. */
export function asksForTests(preset: PresetName): boolean {
	return COMMANDS.test(PRESETS[preset].text);
}

/** Why a text cannot be the command that runs the tests; `undefined`: it can. */
export function commandFault(command: string): string | undefined {
	const fits = command.length <= MAX_COMMAND && !/[\p{C}\p{Zl}\p{Zp}]/u.test(command);
	return fits ? undefined : `a command is one line of at most ${MAX_COMMAND} visible characters`;
}

/** The preset as a file for one project. What comes from the project is between quotation marks. */
export function presetText(preset: PresetName, fills: PresetFills): string {
	const { testCommand, defaultBranch = '' } = fills;
	let text: string = PRESETS[preset].text.replace(SCHEMA_LINE, (_, key: string) => key + SCHEMA);
	if (testCommand !== undefined) {
		const list = `[${JSON.stringify(testCommand)}]`;
		text = text.replace(OFF, '$1').replace(COMMANDS, (_, key: string) => key + list);
	}
	if (!PLAIN_BRANCH.test(defaultBranch)) return text;
	return text.replace(BRANCHES, (whole, list: string) =>
		list.split(/[[,] ?/).includes(defaultBranch) ? whole : `${list}, "${defaultBranch}"]`,
	);
}

/** Whether a config is this text. Another version may have written it, and git checked it out with other line ends. */
export function isSameConfig(config: string, text: string): boolean {
	const plain = config.replaceAll('\r\n', '\n').replace(SCHEMA_LINE, '');
	return plain === text.replace(SCHEMA_LINE, '');
}
