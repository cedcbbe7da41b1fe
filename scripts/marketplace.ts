/**
 * Where the marketplace takes the plugin from. In a clone it is the folder that `npm run build` makes; once
 * the package is published, npm; in the tarball and in that folder the plugin lies beside it, so that an
 * unpacked tarball installs without a registry. `IS_PUBLISHED` is the switch: after a change of it,
 * `npm run marketplace` writes the entry.
 *
 * npm runs this around packing: `package` before, `repository` after. Either can be run again: what a
 * killed pack leaves behind, the next one mends. A clone is built by `prepare`; the tarball is built, and
 * npm warns of a package that would run something when it is installed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IS_PUBLISHED, NPM_SOURCE } from '../src/host/marketplace.ts';

const SOURCES = {
	package: './',
	clone: './dist/plugin',
	npm: NPM_SOURCE,
} as const;

/** Only a build has the second folder: an entry names a folder, and a package is one. */
const WITHOUT_SERVER = {
	name: 'req-processes',
	description: 'The req plugin without its MCP server, for places that forbid servers: each hook starts Node.',
	source: './dist/plugin-processes',
} as const;

/** Makes a copy of the repository's files the package. */
export function asPackage(folder: string): void {
	write(folder, 'package');
}

function write(folder: string, where: keyof typeof SOURCES): void {
	const file = join(folder, '.claude-plugin/marketplace.json');
	const marketplace = JSON.parse(readFileSync(file, 'utf8'));
	const [req] = marketplace.plugins;
	req.source = SOURCES[where];
	marketplace.plugins = where === 'clone' ? [req, WITHOUT_SERVER] : [req];
	writeFileSync(file, `${JSON.stringify(marketplace, undefined, '\t')}\n`);
	const manifest = join(folder, 'package.json');
	const prepare = where === 'package' ? '"prepare-clone":' : '"prepare":';
	const text = readFileSync(manifest, 'utf8').replace(/"prepare(-clone)?":/, prepare);
	writeFileSync(manifest, text);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const [where = ''] = process.argv.slice(2);
	const repository = IS_PUBLISHED ? 'npm' : 'clone';
	const known: Readonly<Record<string, keyof typeof SOURCES>> = {
		...{ package: 'package', repository, clone: 'clone', npm: 'npm' },
	};
	const wanted = known[where];
	if (wanted === undefined) throw new Error('package, repository, clone or npm?');
	write('.', wanted);
}
