import { commandsPage } from './commands-page.ts';
import { type BuiltIn, readBuiltIn } from './configuration/built-in.ts';
import { configSchema } from './configuration/config-schema.ts';
import { configurationPage } from './configuration/configuration-page.ts';
import { troubleshootingPage } from './troubleshooting.ts';
import { devWiring, pluginWiring } from './wiring.ts';

/** Every generated file: its path from the repository's root, and its text. */
export function generatedFiles(): Readonly<Record<string, string>> {
	const schema = configSchema();
	const builtIn = readBuiltIn();
	return {
		'hooks/hooks.json': asJson(pluginWiring({ withServer: true })),
		'.claude/settings.dev.json': asJson(devWiring()),
		'config/requirements.schema.json': asJson(schema),
		'src/config/built-in.ts': builtInText(builtIn),
		'docs/commands.md': commandsPage(),
		'docs/configuration.md': configurationPage(schema, builtIn),
		'docs/troubleshooting.md': troubleshootingPage(),
	};
}

function asJson(value: object): string {
	return `${JSON.stringify(value, undefined, '\t')}\n`;
}

function builtInText({ skills, presets }: BuiltIn): string {
	const map = skills.map(
		([name, own]) => `\t['${name}', [${own.map((skill) => `'${skill}'`).join(', ')}]],\n`,
	);
	const texts = presets.map(
		({ name, about, text }) =>
			`\t${name}: {\n\t\tabout: '${about}',\n\t\ttext: \`${text}\`,\n\t},\n`,
	);
	return `// Generated from config/defaults.yaml and config/presets by \`npm run schema\`: change those.

/** Skills of a requirement that declares none itself. */
export const BUILT_IN_SKILLS: ReadonlyMap<string, readonly string[]> = new Map([
${map.join('')}]);

/** What \`req init --preset\` writes, by name. */
export const PRESETS = {
${texts.join('')}} as const;
`;
}
