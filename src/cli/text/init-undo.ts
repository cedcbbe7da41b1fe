import type { FileUndo, UndoPlan } from '../../app/init/init-undo.ts';
import { relativeTo } from '../../core/place/paths.ts';
import { shellWord } from '../../core/setup/shell-word.ts';
import { unifiedDiff } from '../../core/setup/unified-diff.ts';
import { oneLine } from '../../core/text/one-line.ts';

export interface UndoShown {
	readonly isDryRun: boolean;
	/** The project has a state directory still. */
	readonly hasState: boolean;
}

/** What became of one file. */
type Outcome = 'removed' | 'restored' | 'cleaned' | 'gone' | 'stays';

/** What was taken back, file by file, and what is left. */
export function undoText(plan: UndoPlan, shown: UndoShown): string {
	if (plan.inits.length === 0) return 'nothing to undo: no `req init` is recorded here';
	if (shown.isDryRun) return previewText(plan);
	const lines = plan.files.map((file) => `${SAID[outcomeOf(file)]} ${oneLine(file.path)}`);
	return [...lines, ...stateLines(plan, shown)].join('\n');
}

/** What stays although init wrote it, and what to do about it. */
export function undoWarnings({ files }: UndoPlan): string[] {
	return files.flatMap(({ file, path, outcomes }) =>
		outcomes.flatMap((outcome) => {
			if (outcome.kind === 'stays') {
				const advice = file.endsWith('config') ? 'remove it' : 'take out what init added';
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
export function undoJson(plan: UndoPlan, { isDryRun, hasState }: UndoShown): object {
	return {
		files: plan.files.map((file) => ({
			path: file.path,
			outcome: outcomeOf(file),
			diff: diffOf(plan, file),
		})),
		inits: plan.inits.length,
		written: !isDryRun && plan.inits.length > 0,
		state_dir: hasState ? plan.place.stateDir : null,
	};
}

const SAID: Readonly<Record<Outcome, string>> = {
	removed: 'removed',
	restored: 'restored',
	cleaned: 'edited since, and without what init added:',
	gone: 'nothing of init is left in',
	stays: 'left as it is:',
};

function previewText(plan: UndoPlan): string {
	const diffs = plan.files.map((file) => diffOf(plan, file)).filter((diff) => diff !== '');
	return ['# nothing is written; without --dry-run this is changed:', ...diffs].join('\n');
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

function stateLines({ place }: UndoPlan, { hasState }: UndoShown): string[] {
	if (!hasState) return [];
	const dir = oneLine(place.stateDir);
	return [`what was satisfied stays in ${dir}; to remove it: rm -r ${shellWord(dir)}`];
}
