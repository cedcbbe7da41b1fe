import type { FileUndo, UndoPlan } from '../../app/init/init-undo.ts';
import { relativeTo } from '../../core/place/paths.ts';
import { isSchema } from '../../core/setup/setup-file.ts';
import { shellWord } from '../../core/setup/shell-word.ts';
import { unifiedDiff } from '../../core/setup/unified-diff.ts';
import { oneLine } from '../../core/text/one-line.ts';

export interface UndoShown {
	readonly isDryRun: boolean;
	/** The project has a state directory still. */
	readonly hasState: boolean;
	/** Nothing goes by what is in it any more. */
	readonly isLeftOver: boolean;
}

/** What became of one file. */
type Outcome = 'removed' | 'restored' | 'cleaned' | 'gone' | 'stays';

/** What was taken back, file by file, and what is left. */
export function undoText(plan: UndoPlan, shown: UndoShown): string {
	if (plan.inits.length === 0) return 'nothing to undo: no `req init` is recorded here';
	if (shown.isDryRun) return previewText(plan);
	const lines = plan.files.map((file) => fileLine(file, DONE));
	return [...lines, ...olderLines(plan), ...stateLines(plan, shown)].join('\n');
}

/** What would go, for the question whether it may. */
export function undoQuestion(plan: UndoPlan): string {
	return [
		...plan.inits.map(({ at }) => `req init of ${oneLine(at)}:`),
		...plan.files.map((file) => fileLine(file, TO_DO)),
	].join('\n');
}

function fileLine(file: FileUndo, words: Readonly<Record<Outcome, string>>): string {
	const isChanged = file.before !== file.after;
	const note = file.isTracked && isChanged ? ' (committed: commit this too)' : '';
	return `${words[outcomeOf(file)]} ${oneLine(file.path)}${note}`;
}

/** What stays although init wrote it, and what to do about it. */
export function undoWarnings({ files }: UndoPlan): string[] {
	return files.flatMap(({ file, path, outcomes }) =>
		outcomes.flatMap((outcome) => {
			if (outcome.kind === 'stays') {
				const advice = /config|schema/.test(file) ? 'remove it' : 'take out what init added';
				return [`${oneLine(path)} was edited since and stays as it is; ${advice} by hand`];
			}
			if (outcome.kind !== 'cleaned') return [];
			return outcome.left.map(
				(key) =>
					`${oneLine(path)} has another ${oneLine(key)} by now, which stays; edit it by hand`,
			);
		}),
	);
}

/** The same for scripts (D37). */
export function undoJson(
	plan: UndoPlan,
	{ isDryRun, hasState }: Omit<UndoShown, 'isLeftOver'>,
): object {
	return {
		files: plan.files.map((file) => ({
			path: file.path,
			outcome: outcomeOf(file),
			committed: file.isTracked,
			diff: diffOf(plan, file),
		})),
		inits: plan.inits.length,
		older_inits: plan.older.length,
		written: !isDryRun && plan.inits.length > 0,
		state_dir: hasState ? plan.place.stateDir : null,
	};
}

const DONE: Readonly<Record<Outcome, string>> = {
	removed: 'removed',
	restored: 'restored',
	cleaned: 'edited since, and without what init added:',
	gone: 'nothing of init is left in',
	stays: 'left as it is:',
};
const TO_DO: Readonly<Record<Outcome, string>> = {
	...DONE,
	removed: 'remove',
	restored: 'restore',
	cleaned: 'edited since; take out what init added:',
	stays: 'edited since; leave as it is:',
};

function previewText(plan: UndoPlan): string {
	const schemas = plan.files.filter(({ file }) => isSchema(file));
	const others = plan.files.filter(({ file }) => !isSchema(file));
	const diffs = others.map((file) => diffOf(plan, file)).filter((diff) => diff !== '');
	return [
		'# nothing is written; without --dry-run this is changed:',
		...olderLines(plan).map((line) => `# ${line}`),
		...schemas.map((file) => `# ${fileLine(file, TO_DO)}`),
		...diffs,
	].join('\n');
}

function diffOf({ place }: UndoPlan, { path, before, after }: FileUndo): string {
	return unifiedDiff({ path: relativeTo(place.root, path), before, after });
}

function outcomeOf({ before, after, outcomes }: FileUndo): Outcome {
	const kinds = outcomes.map(({ kind }) => kind);
	if (kinds.includes('stays')) return 'stays';
	if (before !== undefined && after === undefined) return 'removed';
	if (kinds.includes('cleaned')) return 'cleaned';
	return before === after ? 'gone' : 'restored';
}

/** What an undo of the newest one has not touched. */
function olderLines({ older }: UndoPlan): string[] {
	if (older.length === 0) return [];
	return [
		'still there, of earlier calls of req init:',
		...older.toReversed().map(({ at, changes }) => {
			const paths = changes.map(({ path }) => oneLine(path));
			return `  ${oneLine(at)}: ${paths.join(', ')}`;
		}),
		'to take them back: req init --undo, once for each, or req init --undo --all',
	];
}

function stateLines({ place }: UndoPlan, { hasState, isLeftOver }: UndoShown): string[] {
	if (!hasState) return [];
	const dir = oneLine(place.stateDir);
	const kept = `what was satisfied stays in ${dir}`;
	return isLeftOver
		? [`${kept}; no config asks for it any more: rm -r ${shellWord(dir)}`]
		: [`${kept}; req prune removes what nobody can need any more`];
}
