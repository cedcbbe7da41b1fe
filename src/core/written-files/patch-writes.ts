import { type Call, programName } from '../command/call.ts';
import type { ParsedCommand } from '../command/parse-command.ts';
import { optionSet, skipOptions } from '../command/skip-options.ts';
import { spelledLiteral } from '../command/spelling.ts';
import { changed, type Effect } from './effect.ts';
import { innermostCall } from './runners.ts';

/** `+++ b/src/a.ts	2026-11-20`, `*** Update File: src/a.ts`. */
const named = /^(?:(?:---|\+\+\+) (?:[ab]\/)?([^\t\n]+)|\*\*\* (?:Add|Update|Delete) File: (.+))/gm;

const globals = {
	valued: optionSet('-C -c --git-dir --work-tree --namespace --exec-path --config-env'),
	passedOver: /^-/,
	until: undefined,
};
/** With these a patch is looked at, or changes no file of the working tree, or a run that was interrupted ends. */
const NO_CHANGE =
	/^(?:--(?:check|stat|numstat|summary|cached|dry-run|help|version|abort|quit|show-current-patch)(?:=.*)?|-[hv])$/;

/** The files that a patch names which the line itself holds: `git apply <<EOF`, `patch -p1 <<EOF`. */
export function patchWrites(call: Call): readonly Effect[] {
	if (call.input === undefined || !appliesPatch(call)) return [];
	return changed('content', namesIn(call.input).map(spelledLiteral));
}

/**
 * Whether a call of a line applies changes whose files the line does not name: a patch in a file or from a
 * pipe, what a stash keeps.
 */
export function appliesUnnamed(parsed: ParsedCommand): boolean {
	if (parsed.kind === 'unparsed') return false;
	// `npm version patch` makes a release.
	const calls = parsed.calls.filter(({ words }) => words[1] !== 'version');
	return calls.map(innermostCall).some((call) => {
		if (call.words.some((word) => NO_CHANGE.test(word))) return false;
		if (subcommandOf(call.words) === 'stash') return /^(?:pop|apply)$/.test(verbOf(call.words));
		return appliesPatch(call) && namesIn(call.input ?? '').length === 0;
	});
}

function namesIn(patch: string): string[] {
	const paths = [...patch.matchAll(named)].map(([, plain, marked]) =>
		(plain ?? marked ?? '').trim(),
	);
	return [...new Set(paths)].filter((path) => path !== '/dev/null');
}

function appliesPatch({ words }: Call): boolean {
	const program = programName(words[0]);
	if (program === 'patch' || program === 'apply_patch') return true;
	return ['apply', 'am'].includes(subcommandOf(words));
}

/** Of git: `apply` in `git -C d apply p.diff`; empty for any other program. */
function subcommandOf(words: readonly string[]): string {
	return programName(words[0]) === 'git' ? (words[verbAt(words)] ?? '') : '';
}

function verbOf(words: readonly string[]): string {
	return words[verbAt(words) + 1] ?? '';
}

function verbAt(words: readonly string[]): number {
	return skipOptions(words, 1, globals).end;
}
