import { unlessError } from '../store/errors.ts';

/** Signals a process and its group; does nothing if they are gone. */
export function signalGroup(
	{ pid }: { readonly pid?: number | undefined },
	signal: NodeJS.Signals,
): void {
	if (pid !== undefined) unlessError(() => process.kill(-pid, signal));
}
