import type { CommandContext } from '../context.ts';
import { type FileUndo, planUndo, type UndoPlan, undoInit } from '../setup/init-record.ts';
import { unifiedDiff } from '../setup/text-diff.ts';
import type { Target } from '../setup/user-files.ts';
import { isDirectory } from '../store/paths.ts';
import { oneLine } from '../text/one-line.ts';
import { relativeTo } from '../text/paths.ts';
import { type Answer, EXIT } from './command.ts';
import { isWanted, leaveDialogue } from './init-dialogue.ts';

interface UndoOptions {
	readonly isAll: boolean;
	readonly isDryRun: boolean;
	/** Asks at a terminal before anything is written. */
	readonly asks: boolean;
}

/** `req init --undo`: puts the files back that nobody edited since, and shows the edits of the others. */
export async function initUndo(
	target: Target,
	{ isAll, isDryRun, asks }: UndoOptions,
	context: CommandContext,
): Promise<Answer> {
	const plan = await planUndo(target, { isAll, isDryRun }, context);
	const { place, files, inits } = plan;
	if (inits.length === 0) return { text: 'nothing to undo: no `req init` is recorded here' };
	const edited = files.filter(({ wrote }) => wrote !== undefined);
	const answer = {
		warnings: edited.map(
			({ path }) =>
				`${oneLine(path)} was edited since init wrote it and stays as it is; take the edits back, or delete the file, and run \`req init --undo\` again`,
		),
		exit: edited.length === 0 ? EXIT.done : EXIT.warned,
	};
	const edits = edited.flatMap((file) => editLines(plan, file));
	if (isDryRun || asks) {
		const older = olderLines(plan).map((line) => `# ${line}`);
		const head = '# nothing is written; without --dry-run this is changed:';
		const diffs = files.map(({ path, before, after }) => diffOf(plan, path, before, after));
		const shown = [...older, ...diffs, ...edits].filter((line) => line !== '');
		if (isDryRun) return { ...answer, text: [head, ...shown].join('\n') };
		if (!(await isWanted(shown, 'Take this back?'))) return leaveDialogue();
	}
	await undoInit(plan, context);
	const { stateDir } = place;
	const state = `what was satisfied stays in ${oneLine(stateDir)}; \`req prune\` removes what nobody needs`;
	const text = [
		...files.map(doneLine),
		...(asks ? [] : edits),
		...(place.git && !target.isGlobal
			? ['if these files were committed, commit this as well']
			: []),
		...olderLines(plan),
		...(isDirectory(stateDir) ? [state] : []),
	].join('\n');
	return { ...answer, text };
}

function doneLine({ path, before, after, wrote }: FileUndo): string {
	const name = oneLine(path);
	if (wrote !== undefined) return `left as it is: ${name}`;
	if (before === after) return `nothing of init is left in ${name}`;
	return `${after === undefined ? 'removed' : 'restored'} ${name}`;
}

/** How an edited file differs from what init wrote. */
function editLines(plan: UndoPlan, { path, before, wrote }: FileUndo): string[] {
	return [`${oneLine(path)} was edited since init wrote it:`, diffOf(plan, path, wrote, before)];
}

function diffOf({ place }: UndoPlan, path: string, before?: string, after?: string): string {
	return unifiedDiff({ path: relativeTo(place.root, path), before, after });
}

/** The inits that an undo of the newest one leaves. */
function olderLines({ older }: UndoPlan): string[] {
	if (older.length === 0) return [];
	const times = older.map(({ at }) => oneLine(at)).join(', ');
	return [`earlier calls of req init, of ${times}, stay: req init --undo --all takes them back`];
}
