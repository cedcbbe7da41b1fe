import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Output {
	readonly bytes: number;
	readonly entryPoint?: string;
	readonly imports: readonly {
		readonly path: string;
		readonly kind: string;
		readonly external?: boolean;
	}[];
	readonly inputs: Readonly<Record<string, unknown>>;
}

const { outputs }: { outputs: Readonly<Record<string, Output>> } = JSON.parse(
	readFileSync('dist/meta.json', 'utf8'),
);

/** Bytes that Node reads before a hook does anything. A millisecond is some 30 kB: spend them knowingly. */
const BUDGET: Readonly<Record<string, number>> = {
	'session-start': 145_000,
	'user-prompt-expansion': 125_000,
	'pre-tool-use': 150_000,
	'post-tool-use': 145_000,
	stop: 150_000,
	'session-end': 122_000,
};

/** What no hook may load before it knows that it needs it. */
const HEAVY = [
	...['yaml', 'simple-git', 'proper-lockfile', 'graceful-fs', 'unbash', 're2js', 'commander'],
	...['zod/v4/classic', 'zod/v4/locales', 'zod/v3'],
];
/** Built-ins that cost nothing, because Node has loaded them anyway. `node:crypto` would be 2.5 ms. */
const FREE = ['node:fs', 'node:module', 'node:os', 'node:path'];

/** The chunks loaded before the first line of an entry runs: those it imports statically. */
function eagerChunks(path: string): readonly string[] {
	const seen = new Set<string>();
	const visit = (chunk: string) => {
		if (seen.has(chunk) || outputs[chunk] === undefined) return;
		seen.add(chunk);
		for (const next of outputs[chunk].imports) {
			if (next.kind === 'import-statement') visit(next.path);
		}
	};
	visit(path);
	return [...seen];
}

function loadedBy(name: string) {
	const chunks = eagerChunks(`dist/hooks/${name}.mjs`).flatMap((path) => outputs[path] ?? []);
	return {
		bytes: chunks.reduce((sum, { bytes }) => sum + bytes, 0),
		files: chunks.flatMap(({ inputs }) => Object.keys(inputs)),
		builtIns: chunks.flatMap(({ imports }) =>
			imports
				.filter(({ external, kind }) => external === true && kind === 'import-statement')
				.map(({ path }) => path),
		),
	};
}

function heavyIn(files: readonly string[]): string[] {
	return files.filter((file) => HEAVY.some((name) => file.includes(`node_modules/${name}/`)));
}

it('has a budget for every hook that is built', () => {
	const built = Object.values(outputs).flatMap(({ entryPoint }) =>
		entryPoint?.startsWith('hooks/') ? [entryPoint.slice('hooks/'.length, -'.ts'.length)] : [],
	);
	expect(built.sort()).toEqual(Object.keys(BUDGET).sort());
});

describe.each(Object.entries(BUDGET))('%s', (name, budget) => {
	const { bytes, files, builtIns } = loadedBy(name);

	it(`loads at most ${budget} bytes before it runs (${bytes})`, () => {
		expect(files).toContain(`hooks/${name}.ts`);
		expect(bytes).toBeLessThanOrEqual(budget);
	});

	it('loads none of the heavy packages before it runs', () => {
		expect(heavyIn(files)).toEqual([]);
	});

	it('loads no built-in that Node has not loaded anyway', () => {
		expect(builtIns.filter((one) => !FREE.includes(one))).toEqual([]);
	});
});

it('would see a heavy package: some chunk holds each of them', () => {
	const everything = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
	const found = heavyIn(everything).join('\n');
	const bundled = HEAVY.filter((name) => !name.startsWith('zod/'));
	expect(bundled.filter((name) => !found.includes(`node_modules/${name}/`))).toEqual([]);
});
