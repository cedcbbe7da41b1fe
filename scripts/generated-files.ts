import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { readYaml } from '../src/adapters/yaml-file.ts';
import { WrittenConfig } from '../src/core/config/written-config.ts';

/** Where the schema is published with the package; the first line of every preset names it. */
export const SCHEMA_URL = 'https://unpkg.com/claude-req/config/requirements.schema.json';

const Defaults = z.strictObject({
	skills: z.record(z.string(), z.array(z.string())),
	presets: z.record(z.string(), z.string()),
});

/** Every generated file: its path from the repository's root, and its text. */
export function generatedFiles(): Readonly<Record<string, string>> {
	return {
		'config/requirements.schema.json': schemaText(),
		'src/core/config/built-in.ts': builtInText(),
	};
}

function schemaText(): string {
	const generated = z.toJSONSchema(WrittenConfig, { target: 'draft-7', io: 'input' });
	const schema = {
		$schema: generated.$schema,
		$id: SCHEMA_URL,
		title: 'requirements.yaml',
		...generated,
	};
	return `${JSON.stringify(schema, undefined, '\t')}\n`;
}

function builtInText(): string {
	const { value } = readYaml(readFileSync('config/defaults.yaml', 'utf8'));
	const { skills, presets } = Defaults.parse(value);
	const names = [...new Set(Object.values(skills).flat())];
	const map = names.map((name) => {
		const own = Object.keys(skills).filter((skill) => skills[skill]?.includes(name));
		return `\t['${name}', [${own.map((skill) => `'${skill}'`).join(', ')}]],\n`;
	});
	const texts = Object.entries(presets).map(([name, about]) => {
		const text = readFileSync(`config/presets/${name}.yaml`, 'utf8');
		return `\t${name}: {\n\t\tabout: '${about}',\n\t\ttext: \`${text}\`,\n\t},\n`;
	});
	return `// Generated from config/defaults.yaml and config/presets by \`npm run schema\`: change those.

/** Skills of a requirement that declares none itself (seed 004, KF3; S4-013). */
export const BUILT_IN_SKILLS: ReadonlyMap<string, readonly string[]> = new Map([
${map.join('')}]);

/** What \`req init --preset\` writes, by name. */
export const PRESETS = {
${texts.join('')}} as const;
`;
}
