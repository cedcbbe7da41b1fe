import { existsSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CallReceipts } from '../app/ports.ts';
import { makeDirectory } from './make-directory.ts';

/** Beside receipts: what the guard reads when nobody could judge, its mark, and how it notes a call that went on so. */
const ON_FAILURE = 'on-failure';
const GUARD = 'guard';
const OPEN = '.open';
/** Ids of calls as clients give them. Another one gets no receipt. */
const CALL = /^[\w-]{1,100}$/;

export function callsDir(configDir: string): string {
	return join(configDir, 'requirements', 'calls');
}

/** A folder for each session that has a config. */
export function callReceipts(configDir: string): CallReceipts {
	const folderOf = (session: string) => join(callsDir(configDir), session);
	return {
		begin: (session, onFailure) => {
			const folder = folderOf(session);
			makeDirectory(folder);
			const file = join(folder, ON_FAILURE);
			if (onFailure === undefined) rmSync(file, { force: true });
			else writeFileSync(file, JSON.stringify(onFailure), { mode: 0o600 });
		},
		isBegun: (session) => existsSync(folderOf(session)),
		leave: (session, call, seal) => {
			const folder = folderOf(session);
			if (!CALL.test(call) || !existsSync(folder)) return;
			const text = seal();
			try {
				writeFileSync(join(folder, call), text, { mode: 0o600 });
			} catch {
				// The answer counts for more than its receipt: without one the guard asks again.
			}
		},
		take: (session, call) => {
			if (!CALL.test(call)) return 'unknown';
			const file = join(folderOf(session), call);
			if (unlessAbsent(() => removed(file)) === true) return 'judged';
			unlessAbsent(() => removed(file + OPEN));
			return existsSync(folderOf(session)) ? 'unjudged' : 'unknown';
		},
		takeOpen: (session) => {
			const folder = folderOf(session);
			const names = unlessAbsent(() => readdirSync(folder)) ?? [];
			return names
				.filter((name) => name.endsWith(OPEN))
				.map((name) => {
					const tool = readFileSync(join(folder, name), 'utf8');
					unlinkSync(join(folder, name));
					return tool;
				});
		},
		isGuarded: (session) => existsSync(join(folderOf(session), GUARD)),
		onFailure: (session) => {
			const text = unlessAbsent(() => readFileSync(join(folderOf(session), ON_FAILURE), 'utf8'));
			return text === undefined ? undefined : JSON.parse(text);
		},
		end: (session) => rmSync(folderOf(session), { recursive: true, force: true }),
	};
}

function removed(path: string): true {
	unlinkSync(path);
	return true;
}

/** The value, or `undefined` where there is no such file or folder. */
function unlessAbsent<Value>(work: () => Value): Value | undefined {
	try {
		return work();
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
		throw error;
	}
}
