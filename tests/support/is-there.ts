/** Whether a process has this pid. 0, which stands for one that has not started yet, counts as there: a test waits for it. */
export function isThere(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/** Kills a process; one that has ended by then is left alone. */
export function endIfThere(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It has ended.
	}
}
