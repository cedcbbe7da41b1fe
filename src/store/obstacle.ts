import { Fault } from './fault.ts';

/** Why something stored can be neither read nor changed. For a branch state: until then gates only warn (D7). */
export interface Obstacle {
	readonly code: 'state_unreadable' | 'state_newer' | 'state_unwritable';
	/** `cannot read /p/.git/requirements/main.json: permission denied` */
	readonly what: string;
	/** What the user does about it. */
	readonly fix: string;
}

/** Codes of the system: what they mean, and what the user does about it. */
const CAUSES: Readonly<Record<string, readonly [means: string, fix: string]>> = {
	EACCES: ['permission denied', 'correct the permissions'],
	EPERM: ['permission denied', 'correct the permissions'],
	EROFS: ['read-only file system', 'make the file system writable'],
	ENOSPC: ['no space left on the disk', 'free some disk space'],
	EDQUOT: ['the disk quota is used up', 'free some disk space'],
	EIO: ['the disk reports an error', 'check the disk'],
	EEXIST: ['something else has its name', 'remove what has its name'],
	EISDIR: ['something else has its name', 'remove what has its name'],
	ENOTDIR: ['a file is in the place of a folder', 'remove that file'],
	ELOOP: ['it is a link, which req does not follow', 'remove the link'],
};

/** The obstacle that a system error is. `code`: as Node names it. */
export function obstacleOf(doing: 'read' | 'write', path: string, code: string): Obstacle {
	const [means, fix] = CAUSES[code] ?? [code, 'see `req doctor`'];
	return {
		code: doing === 'read' ? 'state_unreadable' : 'state_unwritable',
		what: code === 'ENOTDIR' ? `${means}: ${path}` : `cannot ${doing} ${path}: ${means}`,
		fix,
	};
}

/** The obstacle of a document that a newer build wrote. */
export function newerObstacle(path: string): Obstacle {
	return { code: 'state_newer', what: `a newer req wrote ${path}`, fix: 'update req' };
}

/** The obstacle of a lock that another process held for too long. */
export const BUSY: Obstacle = {
	code: 'state_unwritable',
	what: 'state file locked',
	fix: 'try again; if it stays locked, `req doctor` names the process',
};

/** The obstacle of a journal: what no journal notes cannot be satisfied either (D7), and is not remembered. */
export const JOURNAL_UNWRITABLE: Obstacle = {
	code: 'state_unwritable',
	what: "the session's journal cannot be written",
	fix: 'free the disk or make `.git/requirements/sessions` a writable folder',
};

/** The obstacle of a folder that is a link. */
export function linkObstacle(link: string): Obstacle {
	const what = `${link} is a link, which req does not follow`;
	return { code: 'state_unwritable', what, fix: 'remove the link' };
}

/** The obstacle and what to do about it, for a sentence. */
export function obstacleText({ what, fix }: Obstacle): string {
	return `${what}; ${fix}`;
}

/** What a command that stored nothing throws. */
export function obstacleFault({ code, what, fix }: Obstacle): Fault {
	return new Fault(code, `${what}; nothing was stored`, { hint: fix });
}
