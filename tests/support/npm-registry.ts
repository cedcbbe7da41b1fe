import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a registry knows of one version of a package. */
interface Published {
	readonly manifest: { readonly name: string; readonly version: string };
	readonly tarball: Buffer;
}

export interface NpmRegistry extends AsyncDisposable {
	readonly url: string;
	/** The paths npm asked for, in order. */
	readonly asked: readonly string[];
	/** Takes a tarball that `npm pack` wrote; the one published last is `latest`. */
	readonly publish: (tarball: string) => void;
}

/** A registry on loopback that serves what tests publish to it, and nothing else. */
export async function startNpmRegistry(): Promise<NpmRegistry> {
	const packages = new Map<string, Published[]>();
	const asked: string[] = [];
	const server = createServer(({ url: path = '/' }, response) => {
		asked.push(path);
		const [name = '', version] = decodeURIComponent(path.slice(1)).split('/-/');
		const versions = packages.get(name);
		const found = versions?.find(({ manifest }) => manifest.version === version);
		if (versions === undefined) response.writeHead(404).end('{"error":"not found"}');
		else if (found !== undefined) response.end(found.tarball);
		else answerJson(response, packument(versions, url));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		asked,
		publish: (file) => {
			const published = { manifest: manifestIn(file), tarball: readFileSync(file) };
			const { name } = published.manifest;
			packages.set(name, [...(packages.get(name) ?? []), published]);
		},
		[Symbol.asyncDispose]: async () => {
			server.closeAllConnections();
			server.close();
		},
	};
}

function answerJson(response: ServerResponse, body: object): void {
	// Without it npm keeps what it was told for a while.
	const headers = { 'content-type': 'application/json', 'cache-control': 'no-cache' };
	response.writeHead(200, headers).end(JSON.stringify(body));
}

function manifestIn(tarball: string): Published['manifest'] {
	return JSON.parse(execFileSync('tar', ['xzOf', tarball, 'package/package.json'], { encoding: 'utf8' }));
}

function packument(versions: readonly Published[], url: string): object {
	const entries = versions.map(({ manifest, tarball }) => {
		const { name, version } = manifest;
		const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
		const dist = { tarball: `${url}/${name}/-/${version}`, integrity };
		return [version, { ...manifest, dist }];
	});
	const last = versions.at(-1)?.manifest;
	return {
		name: last?.name,
		'dist-tags': { latest: last?.version },
		versions: Object.fromEntries(entries),
	};
}
