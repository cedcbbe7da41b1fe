import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hookRows } from '../../scripts/wiring.ts';

/** What one hook process was given. */
export interface HookCall {
	readonly input: { readonly hook_event_name: string; readonly [key: string]: unknown };
	readonly env: Readonly<Record<string, string>>;
	readonly parent: number;
}

/** Runs in the hook: keeps stdin, the environment and the parent in a file of its own. */
const recorder = `
import { readFileSync, writeFileSync } from 'node:fs';
const input = JSON.parse(readFileSync(0, 'utf8'));
const { env, ppid: parent } = process;
const name = String(process.hrtime.bigint()).padStart(20, '0');
writeFileSync(process.argv[2] + '/' + name + '.json', JSON.stringify({ input, env, parent }));
`;

/** Writes a settings file for `--settings` whose hooks record; calls are read back in their order. */
export function installRecorder(dir: string): { settings: string; calls: () => HookCall[] } {
	const kept = path.join(dir, 'calls');
	mkdirSync(kept, { recursive: true });
	const script = path.join(dir, 'record.mjs');
	writeFileSync(script, recorder);
	const hook = { type: 'command', command: process.execPath, args: [script, kept] };
	const hooks = Object.fromEntries(hookRows.map(({ event }) => [event, [{ hooks: [hook] }]]));
	const settings = path.join(dir, 'settings.json');
	writeFileSync(settings, JSON.stringify({ hooks }));
	const calls = () =>
		readdirSync(kept)
			.sort()
			.map((name) => JSON.parse(readFileSync(path.join(kept, name), 'utf8')) as HookCall);
	return { settings, calls };
}
