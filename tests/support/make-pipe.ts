import { execFileSync } from 'node:child_process';

/** A named pipe nobody has at the other end: whoever opens it the plain way waits for ever. */
export function makePipe(path: string): void {
	execFileSync('mkfifo', [path]);
}
