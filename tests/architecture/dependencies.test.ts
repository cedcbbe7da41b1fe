import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const names = Object.keys(packageJson.devDependencies);

it('each dependency has its reason in docs/adr/0002-dependencies.md, and no reason outlives it', () => {
	const adr = readFileSync('docs/adr/0002-dependencies.md', 'utf8');
	const reasons = [...adr.matchAll(/^\| (\S+) \| because [^|]{10,} \|/gm)].map(([, name]) => name);
	expect(reasons.sort()).toEqual(names.sort());
});

it('whoever installs the package installs nothing else: what it runs is in its bundles', () => {
	expect(Object.keys(packageJson)).not.toContain('dependencies');
	const versions = Object.values(packageJson.devDependencies);
	expect(versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
