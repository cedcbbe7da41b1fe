import { PRESETS } from '../../config/built-in.ts';
import { MAX_GLOB_LENGTH } from '../../config/glob.ts';

export type PresetName = keyof typeof PRESETS;

/** What of a project goes into a preset. Empty, `undefined`: the preset's own text stays. */
export interface PresetFills {
	readonly testCommands: readonly string[];
	readonly defaultBranch: string | undefined;
}

/** What a preset's text holds for a project to fill in. */
const COMMANDS = /^( *commands: )\[([^\]\n]*)\]$/m;
/** What holds for a preset without a command of the project's: a requirement that nobody could meet is off. */
const OFF = /^ *# Off until .*\n( *tested:\n) *enabled: false\n/m;
const BRANCHES = /^( *branches: )\[([^\]\n]*)\]$/m;
/** Words that need no quotes in YAML, in a list between brackets as well. */
const PLAIN = /^[A-Za-z][\w./-]*(?: [\w./=-]+)*$/;
const NOT_TEXT = /^(?:true|false|yes|no|on|off|null|y|n)$/i;
/** What JSON leaves as it is and YAML or a terminal does not take for text. */
const ESCAPED = /[\u007f-\u00a0\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;
/** What a glob reads as something else than itself. */
const GLOB_SPECIAL = /[\\*?[\]{},]|^!/g;

/** Whether a preset has a requirement that waits for tests, and one that protects branches. */
export function presetAsks(preset: PresetName): {
	readonly tests: boolean;
	readonly branch: boolean;
} {
	const { text } = PRESETS[preset];
	return { tests: COMMANDS.test(text), branch: BRANCHES.test(text) };
}

/**
 * The preset as a file for one project. Names of a repository are hostile: what is not plain stands
 * between quotation marks, and a branch stands for itself only, never for a pattern (D33).
 */
export function presetText(preset: PresetName, fills: PresetFills): string {
	const { testCommands, defaultBranch } = fills;
	let { text }: { text: string } = PRESETS[preset];
	if (testCommands.length > 0) {
		const list = [...new Set(testCommands)].map(yamlText).join(', ');
		text = text.replace(OFF, '$1').replace(COMMANDS, (_, key: string) => `${key}[${list}]`);
	}
	if (defaultBranch === undefined) return text;
	const name = yamlText(defaultBranch.replaceAll(GLOB_SPECIAL, '\\$&'));
	return text.replace(BRANCHES, (whole, key: string, own: string) =>
		own.split(', ').includes(name) ? whole : `${key}[${own}, ${name}]`,
	);
}

/** The JSON Schema of a config in the installed package. */
export const SCHEMA_FILE = 'config/requirements.schema.json';

/** A config whose first line tells editors where its JSON Schema is. */
export function withSchema(text: string, path: string): string {
	return text.replace(/^(# yaml-language-server: \$schema=).*/, (_, start: string) => start + path);
}

/** Whether a branch can be named in a config: as a glob it may be twice as long, each character with a backslash. */
export function fitsGlob(branch: string): boolean {
	return branch.length * 2 <= MAX_GLOB_LENGTH;
}

/** A text as YAML, without quotation marks where it needs none. */
function yamlText(text: string): string {
	if (PLAIN.test(text) && !NOT_TEXT.test(text)) return text;
	return JSON.stringify(text).replaceAll(ESCAPED, escaped);
}

function escaped(char: string): string {
	const code = char.codePointAt(0) ?? 0;
	const digits = code.toString(16);
	return code > 0xffff ? `\\U${digits.padStart(8, '0')}` : `\\u${digits.padStart(4, '0')}`;
}
