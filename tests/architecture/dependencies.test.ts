import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };

const adr = readFileSync('docs/adr/0002-dependencies.md', 'utf8');
const reasons = new Map(
	[...adr.matchAll(/^\| (\S+) \| (because [^|]+) \|/gm)].map(([, name, why]) => [name, why]),
);
const { devDependencies } = packageJson;
const names = Object.keys(devDependencies);

it.each(names)('%s has its reason in docs/adr/0002-dependencies.md', (name) => {
	expect(reasons.get(name)?.length).toBeGreaterThan('because it is good'.length);
});

it('no reason outlives its dependency', () => {
	expect([...reasons.keys()].filter((name) => !names.includes(String(name)))).toEqual([]);
});

it.each(Object.entries(devDependencies))('%s is pinned to one version: %s', (_, version) => {
	expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

it('whoever installs the package installs nothing else: what it runs is in its bundles', () => {
	expect(Object.keys(packageJson)).not.toContain('dependencies');
});
