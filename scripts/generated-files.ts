import { commandsPage } from './commands-page.ts';
import { readBuiltIn } from './configuration/built-in.ts';
import { configSchema } from './configuration/config-schema.ts';
import { configurationPage } from './configuration/configuration-page.ts';
import { hookList } from './hook-list.ts';
import { llmsText } from './llms.ts';
import { troubleshootingPage } from './troubleshooting.ts';
import { devWiring, pluginWiring } from './wiring.ts';

/** Every generated file: its path from the repository's root, and its text. */
export function generatedFiles(): Readonly<Record<string, string>> {
	const schema = configSchema();
	const builtIn = readBuiltIn();
	return {
		'src/events/all-hooks.ts': hookList(),
		'hooks/hooks.json': asJson(pluginWiring({ withServer: true })),
		'.claude/settings.dev.json': asJson(devWiring()),
		'config/requirements.schema.json': asJson(schema),
		'config/built-in.json': asJson({
			skills: Object.fromEntries(builtIn.skills),
			presets: Object.fromEntries(builtIn.presets.map(({ name, about, text }) => [name, { about, text }])),
		}),
		'docs/commands.md': commandsPage(),
		'docs/configuration.md': configurationPage(schema, builtIn),
		'docs/troubleshooting.md': troubleshootingPage(),
		'llms.txt': llmsText(),
	};
}

function asJson(value: object): string {
	return `${JSON.stringify(value, undefined, '\t')}\n`;
}
