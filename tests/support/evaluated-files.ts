import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

interface Meta {
	readonly outputs: Readonly<
		Record<string, { readonly inputs: Readonly<Record<string, { bytesInOutput: number }>> }>
	>;
}

/** What V8 says of one script. */
interface Covered {
	readonly url: string;
	readonly functions: readonly {
		readonly functionName: string;
		readonly ranges: readonly { readonly count: number }[];
	}[];
}

/**
 * Which of our files a built hook evaluates, late ones too, as V8 counts them: in a bundle, a file that may be loaded late is
 * a function of its name; all others of the bundle are evaluated with it.
 *
 * @param run starts the hook with this in its environment
 */
export function evaluatedIn(run: (env: Readonly<Record<string, string>>) => void): string[] {
	const folder = mkdtempSync(join(tmpdir(), 'req-covered-'));
	try {
		run({ NODE_V8_COVERAGE: folder });
		const { outputs }: Meta = JSON.parse(readFileSync('dist/meta.json', 'utf8'));
		const bundles = new Map(
			Object.entries(outputs).map(([path, { inputs }]) => [basename(path), inputs]),
		);
		const found = readdirSync(folder).flatMap((name) =>
			ofHook(join(folder, name)).flatMap(({ url, functions }) => {
				const inputs = Object.entries(bundles.get(basename(url)) ?? {});
				const files = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
				const late = new Map(functions.map((one) => [one.functionName, one.ranges[0]?.count]));
				return files.map(([path]) => path).filter((path) => late.get(path) !== 0);
			}),
		);
		return [...new Set(found)].filter((path) => /^(?:src|hooks)\//.test(path)).sort();
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** Nothing of what a start begins beside itself, which is a command, and may be just writing what it ran. */
function ofHook(path: string): readonly Covered[] {
	try {
		const { result }: { result: Covered[] } = JSON.parse(readFileSync(path, 'utf8'));
		return result.some(({ url }) => url.endsWith('/cli/req.mjs')) ? [] : result;
	} catch {
		return [];
	}
}
