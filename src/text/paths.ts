/** Whether an absolute path lies strictly below an absolute directory. */
export function isInside(path: string, directory: string): boolean {
	const prefix = directory.endsWith('/') ? directory : `${directory}/`;
	return path.startsWith(prefix) && path.length > prefix.length;
}

/** A path below `root`, relative to it; any other path as it is. */
export function relativeTo(root: string, path: string): string {
	if (!isInside(path, root)) return path;
	return path.slice(root.endsWith('/') ? root.length : root.length + 1);
}

/** The directory that holds an absolute path. */
export function parentOf(path: string): string {
	const end = path.lastIndexOf('/');
	return end <= 0 ? '/' : path.slice(0, end);
}

/** A path as the host gives it, made absolute. */
export function absolutePath(path: string, cwd: string): string {
	return path.startsWith('/') ? path : `${cwd}/${path}`;
}

/** An absolute path without `.`, `..` and empty segments, as it is written: links are not followed. */
export function plainPath(path: string): string {
	const kept: string[] = [];
	for (const part of path.split('/')) {
		if (part === '..') kept.pop();
		else if (part !== '' && part !== '.') kept.push(part);
	}
	return `/${kept.join('/')}`;
}
