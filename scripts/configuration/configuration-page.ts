import { readFileSync } from 'node:fs';
import { MAX_REQUIREMENTS } from '../../src/config/compile.ts';
import { KEY_FORMS, MAX_COMMAND, MAX_ENTRIES, MAX_MESSAGE } from '../../src/config/forms.ts';
import { MAX_PROBLEMS } from '../../src/config/layer.ts';
import { REQUIREMENT_TYPES } from '../../src/gate/requirement-types.ts';
import { TRIGGERS } from '../../src/gate/triggers.ts';
import { MAX_CONFIG_SIZE } from '../../src/store/read-file.ts';
import { MAX_GLOB_LENGTH } from '../../src/text/glob.ts';
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

function partsOf(schema: KeySchema, { skills }: BuiltIn): Readonly<Record<string, string>> {
	const sections = schema.properties ?? {};
	const table = (section: string) => keyTable(keysOf(sections[section] ?? {}, section, true), section);
	return {
		'keys: top': keyTable(keysOf(schema, '', false), ''),
		...requirementParts(sections['requirements']),
		triggers: triggerTable(),
		'keys: continuity': table('continuity'),
		'keys: inherit': table('inherit'),
		'keys: session_end': table('session_end'),
		'keys: run': table('run'),
		skills: skillTable(skills),
		limits: limitTable(),
	};
}

/** The keys of all requirements, and a section for each type that has keys of its own. */
function requirementParts(requirements: KeySchema | undefined): Readonly<Record<string, string>> {
	const path = 'requirements.*';
	const each = requirements?.additionalProperties;
	const all = typeof each === 'object' ? keysOf(each, path, false) : [];
	const types = REQUIREMENT_TYPES.map(([, { page, keys }]) => ({ page, own: keys(KEY_FORMS) }));
	const common = all.filter(({ name }) => !types.some(({ own }) => name in own));
	const sections = types.map(({ page, own }) => {
		const table = keyTable(
			all.filter(({ name }) => name in own),
			path,
		);
		return page === undefined ? [] : [`## ${page.title}`, page.text, table];
	});
	return { 'keys: requirement': keyTable(common, path), types: sections.flat().join('\n\n') };
}

function triggerTable(): string {
	const rows = TRIGGERS.flatMap(([name, { alone, pattern }]) => [
		...(alone === undefined ? [] : [`| \`${name}\` | ${alone} |`]),
		...(pattern === undefined ? [] : [`| \`${inline({ [name]: pattern.example })}\` | ${pattern.matches} |`]),
	]);
	return ['| form | matches |', '| --- | --- |', ...rows].join('\n');
}

function limitTable(): string {
	const limits = [
		['size of a file', `${MAX_CONFIG_SIZE / 1024} kB, a regular file, and not a link out of the project`],
		['requirements', MAX_REQUIREMENTS],
		['entries of a list', MAX_ENTRIES],
		['a glob', `${MAX_GLOB_LENGTH} characters`],
		['a command', `${MAX_COMMAND} characters, one line`],
		['a message', `${MAX_MESSAGE} characters; a longer message is cut, and reported`],
		['problems reported', MAX_PROBLEMS],
	];
	const rows = limits.map(([what, most]) => `| ${what} | ${most} |`);
	return ['| | at most |', '| --- | --- |', ...rows].join('\n');
}

function skillTable(skills: BuiltIn['skills']): string {
	const rows = skills.map(([name, own]) => `| \`${name}\` | ${own.map((skill) => `\`${skill}\``).join(', ')} |`);
	return ['| requirement | skills |', '| --- | --- |', ...rows].join('\n');
}
