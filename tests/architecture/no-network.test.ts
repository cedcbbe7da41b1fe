import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Meta {
	readonly outputs: Readonly<Record<string, { readonly imports: readonly { path: string; external?: boolean }[] }>>;
}

const { outputs }: Meta = JSON.parse(readFileSync('dist/meta.json', 'utf8'));
const builtIns = new Set(
	Object.values(outputs)
		.flatMap(({ imports }) => imports)
		.filter(({ external, path }) => external === true && !path.startsWith('./'))
		.map(({ path }) => path.replace('node:', '')),
);

/** How a program of Node speaks to other machines, or listens. */
const NETWORK = /^(?:net|http|https|http2|tls|dns|dns\/promises|dgram|quic|inspector|cluster)$/;
const NETWORK_GLOBALS = [
	/\b(?:globalThis|global|self|window)[.]fetch\b|\bXMLHttpRequest\(|new (?:WebSocket|EventSource)\b/,
	// A map's method of that name is called after a dot, or followed by its body.
	/(?<![.\w$])fetch\((?![^(){}]*\)\s*\{)/,
];
const speaks = (text: string) => NETWORK_GLOBALS.some((call) => call.test(text));

it('nothing that is shipped can speak to another machine', () => {
	expect([...builtIns]).toContain('fs');
	expect([...builtIns].filter((name) => NETWORK.test(name))).toEqual([]);
	const bundles = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
		/^(?:(?:hooks|code|cli)\/)?[^/]*[.][cm]js$/.test(name),
	);
	expect(bundles.length).toBeGreaterThan(10);
	const calling = bundles.filter((name) => speaks(readFileSync(`dist/${name}`, 'utf8')));
	expect(calling).toEqual([]);
});

/** How a list of arguments for git begins, or goes on after its options, that reaches a remote. */
const REACHES_A_REMOTE =
	/[[,]\s*'(?:push|fetch|pull|clone|ls-remote|remote|submodule|send-pack|fetch-pack|send-email)'/;

it('nothing of ours has git speak to another machine', () => {
	const sources = ['src', 'hooks'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => /^(?:adapters|git|runs|runtime|cli|setup)\/.*[.]ts$|^[^/]*[.]ts$/.test(name))
			.map((name) => `${folder}/${name}`),
	);
	expect(sources.length).toBeGreaterThan(30);
	const reaching = sources.filter((name) => REACHES_A_REMOTE.test(readFileSync(name, 'utf8')));
	expect(reaching).toEqual([]);
});

it.each([
	["git(place, ['push', '--porcelain'])", true],
	["[...['-c', 'core.x=y', 'fetch']]", true],
	["by === 'push'", false],
])('%j has git speak to another machine: %s', (text, expected) => {
	expect(REACHES_A_REMOTE.test(text)).toBe(expected);
});

it.each(['http', 'dns/promises'])('would see %s', (name) => {
	expect(NETWORK.test(name)).toBe(true);
});

it.each([
	['await fetch(url)', true],
	['fetch(url).then(x => { y })', true],
	['globalThis.fetch(url)', true],
	['const get = globalThis.fetch', true],
	['new WebSocket(url)', true],
	['this._index.fetch(term, createMap)', false],
	['fetch(key,initial){return key}', false],
	['prefetch(key)', false],
])('%j speaks to another machine: %s', (text, expected) => {
	expect(speaks(text)).toBe(expected);
});
