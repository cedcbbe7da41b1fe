import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user who owns nothing. */
const NOBODY = 65_534;

/** Runs an action as somebody who may see that a directory is there, and no more. */
export async function withoutRight<Value>(
	directory: string,
	action: () => Promise<Value>,
): Promise<Value> {
	const isRoot = process.geteuid?.() === 0;
	chmodSync(dirname(directory), 0o755);
	chmodSync(directory, isRoot ? 0o700 : 0);
	if (isRoot) process.seteuid?.(NOBODY);
	try {
		return await action();
	} finally {
		if (isRoot) process.seteuid?.(0);
		chmodSync(directory, 0o700);
	}
}
