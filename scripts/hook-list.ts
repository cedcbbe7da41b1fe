import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = 'src/events';

/** `src/events/all-hooks.ts`: every file beside it that exports a hook, by its name. */
export function hookList(): string {
	const entries = readdirSync(FOLDER)
		.filter((file) => /^export const hook\b/m.test(readFileSync(`${FOLDER}/${file}`, 'utf8')))
		.map((file) => file.replace('.ts', ''))
		.sort();
	const nameOf = (entry: string) => entry.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
	return [
		'// Generated from the files in this folder that export `hook` by `npm run schema`.',
		...entries.map((entry) => `import { hook as ${nameOf(entry)} } from './${entry}.ts';`),
		'',
		'/** Every event that req answers, by the name of its file, of which the build makes `dist/hooks/<name>.cjs`. */',
		'export const HOOKS = {',
		...entries.map((entry) => `\t${entry.includes('-') ? `'${entry}'` : entry}: ${nameOf(entry)},`),
		'} as const;',
		'',
	].join('\n');
}
