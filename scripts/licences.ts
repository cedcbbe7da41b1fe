import { readdirSync, readFileSync } from 'node:fs';
import type { Metafile } from 'esbuild';

/** The packages whose code is in the bundles, as directories: `node_modules/yaml`. */
function packagesIn({ inputs }: Metafile): string[] {
	const found = Object.keys(inputs).flatMap(
		(path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? [],
	);
	return [...new Set(found)].sort();
}

/** What goes along with the bundles: the licences of the packages in them, which ask for it. */
export function licencesOf(metafile: Metafile): string {
	return packagesIn(metafile).map(licenceOf).join('\n');
}

function licenceOf(directory: string): string {
	const manifest = JSON.parse(readFileSync(`${directory}/package.json`, 'utf8'));
	const files = readdirSync(directory).filter((name) => /^(licen[cs]e|notice)/i.test(name));
	if (files.length === 0) throw new Error(`${directory} has no licence file`);
	const texts = files.map((name) => readFileSync(`${directory}/${name}`, 'utf8').trim());
	return `== ${manifest.name} ${manifest.version} ==\n\n${texts.join('\n\n')}\n`;
}
