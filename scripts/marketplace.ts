/**
 * npm runs this around packing: `tsx scripts/marketplace.ts package` before, `… repository` after. Either
 * can be run again: what a killed pack leaves behind, the next one mends.
 *
 * In the repository the marketplace takes the plugin from npm, because `dist/` is not committed. In the
 * tarball, which holds it, the marketplace takes the plugin it lies in: an unpacked tarball installs
 * without a registry. A clone is built by `prepare`; the tarball is built, and npm warns of a package that
 * would run something when it is installed.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = '.claude-plugin/marketplace.json';
const SOURCES = { package: './', repository: { source: 'npm', package: 'claude-req' } } as const;
const MANIFEST = 'package.json';
const BUILDS = { package: '"prepare-clone":', repository: '"prepare":' } as const;

const [where] = process.argv.slice(2);
if (where !== 'package' && where !== 'repository') throw new Error('package or repository?');
const marketplace = JSON.parse(readFileSync(FILE, 'utf8'));
marketplace.plugins[0].source = SOURCES[where];
writeFileSync(FILE, `${JSON.stringify(marketplace, undefined, '\t')}\n`);

const manifest = readFileSync(MANIFEST, 'utf8');
writeFileSync(MANIFEST, manifest.replace(/"prepare(-clone)?":/, BUILDS[where]));
