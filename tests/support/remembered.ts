import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionRecord } from '../../src/memory/record.ts';
import { remembers } from './remembers.ts';
import { builtReq } from './run-hook.ts';
import type { ReqWorld } from './run-req.ts';

/** The record of a session as it is now, stored or not. */
export function recordIn({ repo }: ReqWorld, uuid: string): SessionRecord {
	const record = remembers(join(repo, '.git/requirements'), uuid);
	if (record === undefined) throw new Error(`nothing says that ${uuid} started`);
	return record;
}

/** What a start of a session writes. */
const STARTS = ['start', 'link', 'told', 'restore', 'lessons'];

/** What commands wrote to a session's journal, oldest first. */
export function entriesIn(world: ReqWorld, uuid: string): Record<string, unknown>[] {
	return stored(world, `sessions/${uuid}.jsonl`)
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line))
		.filter(({ e }) => !STARTS.includes(e));
}

/** Lines of the notes that a session said, oldest first. */
export function notesIn(world: ReqWorld, uuid: string): Record<string, unknown>[] {
	if (!existsSync(join(world.repo, '.git/requirements/notes.jsonl'))) return [];
	return stored(world, 'notes.jsonl')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line))
		.filter(({ session }) => session === uuid);
}

/** The id of the open note that has a text or a label. */
export async function noteId(world: ReqWorld, what: string, ...session: readonly string[]): Promise<string> {
	const notes = (await world.json('note', 'list', ...session)) as Record<'id' | 'label' | 'text', string>[];
	const found = notes.find(({ label, text }) => label === what || text === what);
	if (found === undefined) throw new Error(`no note has the text or the label ${what}`);
	return found.id;
}

/** Every byte that is stored for a project and its user. */
export function everythingStored(world: ReqWorld): string {
	return [join(world.repo, '.git/requirements'), world.configDir]
		.flatMap((dir) => readdirSync(dir, { recursive: true, withFileTypes: true }))
		.filter((entry) => entry.isFile())
		.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
		.join('\n');
}

/** Runs several commands at the same time. Their exit codes. */
export function atOnce(world: ReqWorld, commands: readonly (readonly string[])[]): Promise<unknown[]> {
	const options = { cwd: world.repo, env: world.env };
	return Promise.all(
		commands.map(
			(args) =>
				new Promise((resolve) => {
					const child = execFile(process.execPath, [builtReq, ...args], options, () => resolve(child.exitCode));
				}),
		),
	);
}

function stored(world: ReqWorld, path: string): string {
	return readFileSync(join(world.repo, '.git/requirements', path), 'utf8');
}
