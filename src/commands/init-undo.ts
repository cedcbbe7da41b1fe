import type { Caller } from '../app/commands/caller.ts';
import {
	type FileUndo,
	isLeft,
	isStateLeftOver,
	planUndo,
	type UndoPlan,
	undoInit,
} from '../app/init/init-undo.ts';
import type { AllPorts } from '../app/ports.ts';
import type { CommandContext } from '../core/context.ts';
import { Fault } from '../core/fault/fault.ts';
import { shellWord } from '../core/setup/shell-word.ts';
import { unifiedDiff } from '../core/setup/text-diff.ts';
import { oneLine } from '../core/text/one-line.ts';
import { relativeTo } from '../core/text/paths.ts';
import { terminal } from '../runtime/terminal.ts';
import { type Answer, EXIT } from './command.ts';
import { choiceOf } from './init-dialogue.ts';
import type { InitOptions } from './init-options.ts';

/** `req init --undo`: takes back exactly what `req init` did. Asks at a terminal. */
export async function initUndo(
	options: InitOptions,
	caller: Caller,
	ports: AllPorts,
): Promise<Answer> {
	const other = Object.keys(options).find((name) => !ALLOWED.includes(name));
	if (other !== undefined) {
		throw new Fault('usage', '--undo goes with --all, --global, --dry-run, --yes and --json only');
	}
	const isDryRun = options.dryRun === true;
	const isGlobal = options.global === true;
	const request = { caller, isDryRun, isGlobal, isAll: options.all === true };
	const plan = await planUndo(request, ports);
	const isFound = plan.inits.length > 0;
	if (!isDryRun && isFound && !(await isWanted(plan, options, ports.context))) {
		return { text: 'nothing was changed', exit: EXIT.no };
	}
	if (!isDryRun && isFound) await undoInit(plan, ports);
	const hasState = ports.setupFiles.missingAbove(`${plan.place.stateDir}/x`).length === 0;
	const warnings = undoWarnings(plan);
	const state = isFound && hasState && !isDryRun ? [await stateLine(plan, ports)] : [];
	return {
		text: undoText(plan, isDryRun, state),
		changed: {
			files: plan.files.map((file) => ({
				path: file.path,
				outcome: outcomeOf(file),
				committed: file.isTracked,
				diff: diffOf(plan, file),
			})),
			inits: plan.inits.length,
			older_inits: plan.older.length,
			written: !isDryRun && isFound,
			state_dir: hasState ? plan.place.stateDir : null,
		},
		warnings,
		exit: warnings.length === 0 ? EXIT.done : EXIT.warned,
	};
}

/** Only at a terminal is anybody asked, and only whom no option has asked already. */
async function isWanted(
	plan: UndoPlan,
	{ yes, json }: InitOptions,
	context: CommandContext,
): Promise<boolean> {
	if (!terminal(context).interactive || yes === true || json === true) return true;
	const list = [
		...plan.inits.map(({ at }) => `req init of ${oneLine(at)}:`),
		...plan.files.map((file) => fileLine(file, TO_DO)),
	].join('\n');
	const asked = { title: 'req init --undo', list, question: 'Take this back?', usual: true };
	return (await choiceOf(asked)) === true;
}
/** Options that mean something beside `--undo`. */
const ALLOWED = ['undo', 'all', 'global', 'dryRun', 'yes', 'json'];

/** What became of one file. */
type Outcome = 'removed' | 'restored' | 'gone' | 'stays';

const DONE: Readonly<Record<Outcome, string>> = {
	removed: 'removed',
	restored: 'restored',
	gone: 'nothing of init is left in',
	stays: 'left as it is:',
};

const TO_DO: Readonly<Record<Outcome, string>> = {
	...DONE,
	removed: 'remove',
	restored: 'restore',
	stays: 'leave as it is:',
};

/** What was taken back, file by file, or would be, and what is left. */
function undoText(plan: UndoPlan, isDryRun: boolean, state: readonly string[]): string {
	if (plan.inits.length === 0) return 'nothing to undo: no `req init` is recorded here';
	const older = olderLines(plan);
	const edited = plan.files.flatMap((file) => editLines(plan, file));
	if (!isDryRun) {
		const files = plan.files.map((file) => fileLine(file, DONE));
		return [...files, ...edited, ...older, ...state].join('\n');
	}
	return [
		'# nothing is written; without --dry-run this is changed:',
		...older.map((line) => `# ${line}`),
		...plan.files.map((file) => diffOf(plan, file)).filter((diff) => diff !== ''),
		...edited.map((line) => `# ${line}`),
	].join('\n');
}

/** How an edited file differs from what init wrote. */
function editLines({ place }: UndoPlan, { path, before, outcomes }: FileUndo): string[] {
	return outcomes.flatMap((outcome) => {
		if (outcome.kind !== 'edited') return [];
		const now = { path: relativeTo(place.root, path), before: outcome.wrote, after: before };
		return [`${oneLine(path)} was edited since init wrote it:`, ...unifiedDiff(now).split('\n')];
	});
}

function fileLine(file: FileUndo, words: Readonly<Record<Outcome, string>>): string {
	const isChanged = file.before !== file.after;
	const note = file.isTracked && isChanged ? ' (committed: commit this too)' : '';
	return `${words[outcomeOf(file)]} ${oneLine(file.path)}${note}`;
}

function outcomeOf(file: FileUndo): Outcome {
	const { before, after } = file;
	if (isLeft(file)) return 'stays';
	if (before === after) return 'gone';
	return after === undefined ? 'removed' : 'restored';
}

function diffOf({ place }: UndoPlan, { path, before, after }: FileUndo): string {
	return unifiedDiff({ path: relativeTo(place.root, path), before, after });
}

/** Which files stay, and what the user can do about it. */
function undoWarnings({ files }: UndoPlan): string[] {
	const advice = 'take back your edits, or delete the file, and run `req init --undo` again';
	return files
		.filter(isLeft)
		.map(({ path, outcomes }) =>
			outcomes.some(({ kind }) => kind === 'edited')
				? `${oneLine(path)} was edited since init wrote it and stays as it is; ${advice}`
				: `${oneLine(path)} is no file that init writes here, or cannot be read, and stays as it is`,
		);
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

/** What to do about the state, which no undo removes. */
async function stateLine(plan: UndoPlan, ports: AllPorts): Promise<string> {
	const dir = plan.place.stateDir;
	const kept = `what was satisfied stays in ${oneLine(dir)}`;
	return (await isStateLeftOver(plan, ports))
		? `${kept}; no config asks for it any more: rm -r ${shellWord(oneLine(dir))}`
		: `${kept}; req prune removes what nobody can need any more`;
}
