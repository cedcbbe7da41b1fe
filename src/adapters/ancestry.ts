import { readlinkSync, statSync } from 'node:fs';
import type { Ancestry } from '../app/ports.ts';
import type { ProcessFacts, RunProgram } from '../core/registry/who-asks.ts';
import { bootId, psLines, readOrNothing, readStat } from './processes.ts';
import { unlessError } from './read-regular.ts';

/** Where processes come from: on Linux by a few reads of `/proc`, elsewhere by one call of `ps`. */
export const liveAncestry: Ancestry = { chain, isLater, programOf, find: (pid) => finder()(pid) };

/** No line of parents is longer, whatever the system says. */
const MAX_CHAIN = 128;

/** A process, its parent and so on, up to the one below the first process or a user's service manager. */
function chain(pid: number): readonly ProcessFacts[] {
	const find = finder();
	const found: ProcessFacts[] = [];
	let at = find(pid);
	while (at !== undefined && found.length < MAX_CHAIN) {
		found.push(at);
		const parent = at.parent > 1 ? find(at.parent) : undefined;
		at = parent?.name === 'systemd' ? undefined : parent;
	}
	return found;
}

function finder(): (pid: number) => ProcessFacts | undefined {
	return process.platform === 'linux' ? factsOf : factsByPs();
}

function factsOf(pid: number): ProcessFacts | undefined {
	const stat = readStat(pid);
	if (stat === undefined) return undefined;
	const { name, parent, session } = stat;
	return { pid, parent, session, name, started: `${bootId()}-${stat.started}` };
}

/** All processes by one call of `ps`: it tells no session that could be compared. */
function factsByPs(): (pid: number) => ProcessFacts | undefined {
	const all = new Map(psLines(['-axo', 'pid=,ppid=,lstart=,comm=']).flatMap(factsInLine));
	return (pid) => all.get(pid);
}

/** `  812     1 Mon Nov 23 09:12:01 2026     /bin/zsh` */
function factsInLine(line: string): [number, ProcessFacts][] {
	const [, id, parent, started, name] =
		/^\s*(\d+)\s+(\d+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.+)$/.exec(line) ?? [];
	if (started === undefined || name === undefined) return [];
	const pid = Number(id);
	return [[pid, { pid, parent: Number(parent), session: -1, started, name }]];
}

/** Whether one start time is after another, both as `startedAt` tells them; false where they cannot be compared. */
function isLater(started: string, than: string): boolean {
	if (process.platform !== 'linux') return Date.parse(started) > Date.parse(than);
	const [one, other] = [started, than].map((time) => time.split('-'));
	return one?.[0] === other?.[0] && Number(one?.[1]) > Number(other?.[1]);
}

function programOf({ pid, name }: ProcessFacts): RunProgram {
	const own = process.getuid?.();
	if (process.platform !== 'linux') {
		return { path: name, script: undefined, changed: changedAt(name), isForeign: false };
	}
	const file = `/proc/${pid}/exe`;
	const isForeign = unlessError(() => statSync(`/proc/${pid}`).uid) !== own;
	return { path: linkTarget(file), script: scriptOf(pid), changed: changedAt(file), isForeign };
}

const INTERPRETERS = /(?:^|\/)(?:node|bun|deno|python[\d.]*|perl|ruby|(?:ba|da|z|k|a)?sh)$/;

/** The first argument, an option included, of a process that runs an interpreter. */
function scriptOf(pid: number): string | undefined {
	if (!INTERPRETERS.test(linkTarget(`/proc/${pid}/exe`) ?? '')) return undefined;
	return readOrNothing(`/proc/${pid}/cmdline`).split('\0')[1] ?? '';
}

function changedAt(file: string): number | undefined {
	return unlessError(() => statSync(file).ctimeMs);
}

/** Without what the kernel adds when the file is gone. */
function linkTarget(path: string): string | undefined {
	return unlessError(() => readlinkSync(path).replace(/ \(deleted\)$/, ''));
}
