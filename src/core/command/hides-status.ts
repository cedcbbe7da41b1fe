import { isInside } from '../place/paths.ts';
import { programName, UNKNOWN } from './call.ts';
import { setsSensitive } from './sensitive-writes.ts';

const always = new Set(['trap', 'alias', 'hash', 'enable', 'logout']);

/**
 * After this call a success of the command line says nothing about the calls in it: it may end the
 * shell early and well (`exit 0; npm test`; `cd x || exit 1` is harmless), have the last word
 * (`trap`), rename programs (`alias`, `PATH=…`), have the shell read without running (`set -n`), or
 * be any of these, as a name that only the running shell knows may (`$X 0`) and a file that is read
 * (`. x`), but for what activates a virtual environment of the project. D33.
 */
export function hidesStatus(words: readonly string[], roots: readonly string[]): boolean {
	if (words[0]?.includes(UNKNOWN)) return true;
	const program = programName(words[0]);
	if (program === 'source' || program === '.') return !activates(words, roots);
	if (program === 'exit' || program === 'return') return !/^[1-9]\d?$/.test(words[1] ?? '');
	if (program === 'set') return words.some((word) => /^-[a-z]*n|^noexec$|\0/i.test(word));
	const mayCall = program === 'mapfile' || program === 'readarray';
	if (mayCall && words.some((word) => /^-[a-z]*C/.test(word))) return true;
	return always.has(program) || words.includes('noexec') || setsSensitive(words);
}

/** `source .venv/bin/activate`: a file inside the project, as its tests are. */
function activates(words: readonly string[], roots: readonly string[]): boolean {
	const [, file = '', more] = words;
	if (more !== undefined || hasParent(file) || !/\/(?:bin|Scripts)\/activate$/.test(file))
		return false;
	return file.startsWith('/') ? isAtHome(file, roots) : /^[\w./-]+$/.test(file);
}

/**
 * After this call the shell may stand outside the project: `cd` to anything but a fixed path below
 * where it stands, or in or below one of the project's own `roots` (D33: what is tested elsewhere
 * proves nothing here).
 */
export function leavesProject(words: readonly string[], roots: readonly string[]): boolean {
	const program = programName(words[0]);
	if (program === 'popd') return true;
	if (program !== 'cd' && program !== 'pushd') return false;
	const targets = words.slice(1).filter((word) => !/^-[LPe]*-?$/.test(word) || word === '-');
	const [target = ''] = targets;
	if (targets.length !== 1 || hasParent(target)) return true;
	return !/^[^/~+\0*?[-][^\0*?[]*$/.test(target) && !isAtHome(target, roots);
}

function isAtHome(target: string, roots: readonly string[]): boolean {
	const isFixed = !/[\0*?[]/.test(target);
	return isFixed && roots.some((root) => target === root || isInside(target, root));
}

function hasParent(path: string): boolean {
	return path.split('/').includes('..');
}
