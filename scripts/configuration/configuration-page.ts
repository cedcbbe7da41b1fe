import { readFileSync } from 'node:fs';
import { MAX_GLOB_LENGTH } from '../../src/config/glob.ts';
import { MAX_PROBLEMS } from '../../src/config/layer.ts';
import { MAX_REQUIREMENTS } from '../../src/config/merge.ts';
import {
	KEY_FORMS,
	MAX_ENTRIES,
	MAX_MESSAGE,
	MAX_PATTERN,
} from '../../src/config/written-requirement.ts';
import { typeConfigs } from '../../src/core/requirement-type/type-table.ts';
import { MAX_CONFIG_SIZE } from '../../src/store/read-regular.ts';
import type { BuiltIn } from './built-in.ts';
import type { KeySchema } from './config-schema.ts';
import { inline, keysOf, keyTable } from './key-table.ts';

const TEMPLATE = 'scripts/configuration/template.md';

/** `docs/configuration.md`: the template with each `<!-- name -->` line replaced by what the code knows. */
export function configurationPage(schema: KeySchema, builtIn: BuiltIn): string {
	const parts = partsOf(schema, builtIn);
	const asked = new Set<string>();
	const text = readFileSync(TEMPLATE, 'utf8').replace(/^<!-- (.*) -->$/gm, (_, name: string) => {
		const part = parts[name];
		if (part === undefined) throw new Error(`${TEMPLATE} asks for ${name}, which nobody makes`);
		asked.add(name);
		return part;
	});
	const missing = Object.keys(parts).filter((name) => !asked.has(name));
	if (missing.length > 0) throw new Error(`${TEMPLATE} does not ask for ${missing.join(', ')}`);
	return `<!-- Generated from the schema, the presets and ${TEMPLATE} by \`npm run schema\`: change those. -->\n${text}`;
}

function partsOf(
	schema: KeySchema,
	{ skills, presets }: BuiltIn,
): Readonly<Record<string, string>> {
	const sections = schema.properties ?? {};
	const table = (section: string) =>
		keyTable(keysOf(sections[section] ?? {}, section, true), section);
	return {
		'keys: top': keyTable(keysOf(schema, '', false), ''),
		...requirementTables(sections['requirements']),
		'keys: continuity': table('continuity'),
		'keys: inherit': table('inherit'),
		'keys: session_end': table('session_end'),
		'keys: run': table('run'),
		'continuity in full': continuityText(sections['continuity'] ?? {}),
		skills: skillTable(skills),
		presets: presetTable(presets),
		limits: limitTable(),
	};
}

const BY_TYPE = typeConfigs()
	.map(([name, { keys }]) => [name, Object.keys(keys(KEY_FORMS))] as const)
	.filter(([, keys]) => keys.length > 0);

/** The keys that count for one type only have tables of their own. */
function requirementTables(requirements: KeySchema | undefined): Readonly<Record<string, string>> {
	const path = 'requirements.*';
	const each = requirements?.additionalProperties;
	const keys = typeof each === 'object' ? keysOf(each, path, false) : [];
	const special = BY_TYPE.flatMap(([, own]) => own);
	const tables = BY_TYPE.map(([type, names]) => {
		const own = keys.filter(({ name }) => names.includes(name));
		return [`keys: ${type}`, keyTable(own, path)] as const;
	});
	const common = keys.filter(({ name }) => !special.includes(name));
	return { 'keys: requirement': keyTable(common, path), ...Object.fromEntries(tables) };
}

/** The section with every default written out. */
function continuityText(continuity: KeySchema): string {
	const lines = Object.entries(continuity.properties ?? {}).map(([name, one]) => {
		const inner = Object.entries(one.properties ?? {});
		if (inner.length === 0) return `  ${name}: ${inline(one.default)}`;
		const values = inner.map(([key, { default: value }]) => `${key}: ${inline(value)}`);
		return `  ${name}: { ${values.join(', ')} }`;
	});
	return ['```yaml', 'continuity:', ...lines, '```'].join('\n');
}

function limitTable(): string {
	const limits = [
		[
			'size of a file',
			`${MAX_CONFIG_SIZE / 1024} kB, a regular file, and not a link out of the project`,
		],
		['requirements', MAX_REQUIREMENTS],
		['entries of a list', MAX_ENTRIES],
		['a glob', `${MAX_GLOB_LENGTH} characters`],
		['a command', `${MAX_PATTERN} characters, one line`],
		['a message', `${MAX_MESSAGE} characters; a longer message is cut, and reported`],
		['problems reported', MAX_PROBLEMS],
	];
	const rows = limits.map(([what, most]) => `| ${what} | ${most} |`);
	return ['| | at most |', '| --- | --- |', ...rows].join('\n');
}

function skillTable(skills: BuiltIn['skills']): string {
	const rows = skills.map(
		([name, own]) => `| \`${name}\` | ${own.map((skill) => `\`${skill}\``).join(', ')} |`,
	);
	return ['| requirement | skills |', '| --- | --- |', ...rows].join('\n');
}

function presetTable(presets: BuiltIn['presets']): string {
	const rows = presets.map(({ name, about }) => `| \`${name}\` | ${about} |`);
	return ['| preset | what it asks for |', '| --- | --- |', ...rows].join('\n');
}
