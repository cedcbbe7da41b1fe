import { type ProgramCall, programName } from '../command/call.ts';
import { readGit } from '../command/git-call.ts';
import { programOptions } from '../command/match-command.ts';
import { type Arguments, optionSet, optionValues, programArguments } from '../command/options.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import {
	absoluteSpelling,
	asPath,
	expandVariables,
	type ShellFacts,
	spelledLiteral,
	withHome,
} from '../command/spelling.ts';
import { takeSteps } from '../command/steps.ts';
import { innermostCall } from '../command/wrappers.ts';
import { changed, type Effect } from './program-writes.ts';

/** What is on disk, as far as patches ask. */
interface Disk {
	/** Text of a small file; empty or `undefined` where there is none. */
	readonly text: (path: string) => string | undefined;
	/** The root of the project a directory lies in: names in a patch may start there. */
	readonly root: (directory: string) => string;
}

/** Without a disk, only patches that the line itself holds are read. */
export interface PatchFacts extends ShellFacts {
	readonly disk?: Disk | undefined;
}

/** `+++ b/src/a.ts	2026-11-20`, `diff --git a/x b/x`; without such a prefix: `*** Update File: src/a.ts`. */
const NAMED =
	/^[ \t]*(?:- )*(?:(?:---|\+\+\+) ([^\t\n]+)|diff --git \S+ (\S+)$|(?:\*\*\* (?:Add|Update|Delete) File:|Index:|(?:rename|copy) (?:from|to)) (.+))/gm;
/** Names that are spelt by numbers, or hold a space where nothing tells where they end. */
const UNTOLD =
	/^[ \t]*(?:- )*(?:(?:---|\+\+\+|diff --git|(?:rename|copy) \w+) "|diff --git (?!\S+ \S+$))/m;

const style = {
	valued: optionSet(
		'-p --strip -C -i --input -d --directory --include --exclude --whitespace -B -D -F -V -Y -g -o -r -z --patch-format',
	),
};
/** With these a patch is looked at, or changes no file of the working tree, or a run that was interrupted ends. */
const NO_CHANGE =
	/^(?:--(?:check|stat|numstat|summary|cached|dry-run|help|version|abort|quit|show-current-patch)(?:=.*)?|-[hv])$/;
const MAX_FILES = 16;
/** To look for names in so many letters, and to read a file, is as much work as one word, and as many. */
const LETTERS = 64;
const fileSteps = 200;

/** An effect, with the directory of its call. */
export interface Placed extends Effect {
	readonly directory: string;
}

/**
 * The files that patches name: those that the line holds (`git apply <<EOF`, `cat > p <<EOF; patch < p`), and
 * those in files that it names.
 */
export function patchWrites(parsed: ParsedCommand, facts: PatchFacts): readonly Placed[] {
	const patches = patchesOf(parsed);
	const held = parsed.calls.flatMap(({ input }) => (input === undefined ? [] : [input]));
	return patches.flatMap((patch) => {
		const texts = [...held, ...sourcesOf(patch, parsed, facts).map(({ text }) => text ?? '')];
		const names = texts.flatMap((text) => namesIn(text, patch.strip));
		const spellings = placesOf(patch, facts).flatMap((place) =>
			names.map((name) => (name.startsWith('/') ? name : `${place}/${name}`)),
		);
		const { directory } = patch.call;
		return changed('content', [...new Set(spellings)]).map((one) => ({ ...one, directory }));
	});
}

/**
 * Whether a call of a line applies changes whose files nobody can name beforehand: a patch from a program, or
 * in a file that is large, not there, or changed by the line itself (`isChanged`); what a stash keeps.
 */
export function appliesUnnamed(
	parsed: ParsedCommand,
	facts: PatchFacts,
	isChanged: (path: string) => boolean,
): boolean {
	if (callsOf(parsed).some(bringsStashBack)) return true;
	return patchesOf(parsed).some((patch) => {
		const { input } = patch.call;
		const files = sourcesOf(patch, parsed, facts);
		if (patch.moved.length > 0 || Number.isNaN(patch.strip)) return true;
		const texts = [...files.map(({ text }) => text), ...(input === undefined ? [] : [input])];
		const isTold = (text = '') => namesIn(text, 0).length > 0 && !UNTOLD.test(text);
		return texts.length === 0 || !texts.every(isTold) || files.some(({ path }) => isChanged(path));
	});
}

/** A call that applies a patch. */
interface Patch {
	readonly call: ProgramCall;
	readonly args: Arguments;
	/** Spellings of directories that its options name. */
	readonly moved: readonly string[];
	/** How many leading segments of each name do not count. */
	readonly strip: number;
}

function callsOf(parsed: ParsedCommand): readonly ProgramCall[] {
	// `npm version patch` makes a release.
	const calls = parsed.calls.filter(({ words }) => words[1] !== 'version').map(innermostCall);
	return calls.filter(({ words }) => !words.some((word) => NO_CHANGE.test(word)));
}

function patchesOf(parsed: ParsedCommand): readonly Patch[] {
	return callsOf(parsed).flatMap((call) => {
		const program = programName(call.words[0]);
		const words = call.spellings.slice(1);
		const git = program === 'git' ? readGit(words) : undefined;
		if (!/^(?:git (?:apply|am)|patch|apply_patch)$/.test(git ? `git ${git.verb}` : program))
			return [];
		const args = programArguments(git?.rest ?? words, style);
		const own = programArguments(git?.own ?? [], programOptions('git'));
		const moved = [
			...optionValues(own, ['-C', '--work-tree', '--git-dir']),
			...optionValues(args, ['-d', '--directory']),
		];
		const strip = optionValues(args, ['-p', '--strip']).at(-1);
		const usual = program === 'patch' ? Number.POSITIVE_INFINITY : 1;
		return [{ call, args, moved, strip: strip === undefined ? usual : Number(strip) }];
	});
}

/** The files that a patch is in, each with its text, as far as it can be read. */
function sourcesOf(
	{ call, args, moved }: Patch,
	parsed: ParsedCommand,
	{ cwd, home, disk }: PatchFacts,
): readonly { readonly path: string; readonly text: string | undefined }[] {
	const variables = withHome(parsed.variables, home);
	const spellings = [...args.operands, ...optionValues(args, ['-i', '--input']), ...call.files];
	const from = absoluteSpelling(call.directory, spelledLiteral(cwd));
	const paths = spellings
		.flatMap((spelling) => expandVariables(spelling, variables))
		.flatMap((one) => ['.', ...moved].map((place) => absoluteSpelling(one, `${from}/${place}`)))
		.map(asPath);
	return paths.map(({ path, pattern }, at) => {
		const isRead = !pattern && at < MAX_FILES && takeSteps(fileSteps);
		return { path, text: isRead ? disk?.text(path) : undefined };
	});
}

/** Where the names of a patch start: in the project's root, in the directory of the call, in one that it names. */
function placesOf({ call, moved }: Patch, { cwd, disk }: PatchFacts): readonly string[] {
	const { path, pattern } = asPath(absoluteSpelling(call.directory, spelledLiteral(cwd)));
	const root = pattern ? undefined : disk?.root(path);
	return [...(root === undefined ? [] : [spelledLiteral(root)]), '.', ...moved];
}

/** Spellings of the names in a patch: without the `a/` and `b/` of git, and as the option has it. */
function namesIn(patch: string, strip: number): string[] {
	if (!takeSteps(Math.ceil(patch.length / LETTERS))) return [];
	const found = [...patch.matchAll(NAMED)].map(([, plain, both, bare]) =>
		(plain ?? both ?? `a/${bare}`).trim(),
	);
	return [...new Set(found)]
		.filter((name) => name !== '/dev/null')
		.flatMap((name) => [name.replace(/^[ab]\//, ''), stripped(name, strip)])
		.map(spelledLiteral);
}

function stripped(name: string, segments: number): string {
	const all = name.split('/');
	return all.slice(Math.min(segments || 0, all.length - 1)).join('/');
}

function bringsStashBack({ words }: ProgramCall): boolean {
	const { verb, rest } = readGit(words.slice(1));
	return (
		programName(words[0]) === 'git' && verb === 'stash' && /^(?:pop|apply)$/.test(rest[0] ?? '')
	);
}
