/**
 * npm runs this around packing: `tsx scripts/marketplace.ts package` before, `… repository` after.
 * In the repository the marketplace takes the plugin from npm, because `dist/` is not committed. In the
 * tarball, which holds it, the marketplace takes the plugin it lies in: an unpacked tarball installs
 * without a registry.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = '.claude-plugin/marketplace.json';
const SOURCES = { package: './', repository: { source: 'npm', package: 'claude-req' } } as const;

const [where] = process.argv.slice(2);
if (where !== 'package' && where !== 'repository') throw new Error('package or repository?');
const marketplace = JSON.parse(readFileSync(FILE, 'utf8'));
marketplace.plugins[0].source = SOURCES[where];
writeFileSync(FILE, `${JSON.stringify(marketplace, undefined, '\t')}\n`);
