import type { Requirement } from '../config/config.ts';
import { redactPath } from '../core/redact/redact.ts';
import { ANY_FILE, EDITS_ONLY, matchOf } from '../gate/triggers.ts';
import type { ProjectCall } from './read-call.ts';

/** A requirement that a call makes stale. */
export interface MadeStale {
	readonly requirement: Requirement;
	/** The first file that does it; `undefined` if that is no change of a file. */
	readonly file?: string | undefined;
	/** What git did to change it, such as `merge`. */
	readonly cause?: string | undefined;
}

/**
 * Requirements that a call makes stale if they are satisfied. A run of commands proves something of all files; a review is one
 * of the session's own work, which a clean merge of other files leaves as it was.
 */
export function readMadeStale({ project, action, detected }: ProjectCall): MadeStale[] {
	const { brought = [], git } = detected ?? {};
	const own = { ...action, edits: [...action.edits, ...brought] };
	return project.config.requirements.flatMap((requirement): MadeStale[] => {
		const { staleAfter, commands } = requirement;
		const edits = (commands.length > 0 ? git?.files : git?.reviewed) ?? [];
		for (const trigger of staleAfter) {
			const by = matchOf(trigger, own);
			if (by === undefined) continue;
			const isFile = trigger.on === 'edit' && by !== ANY_FILE;
			return [{ requirement, file: isFile ? redactPath(by) : undefined }];
		}
		const [file] = staleAfter.flatMap(
			(one) => matchOf(one, { ...EDITS_ONLY, tool: '', edits }) ?? [],
		);
		return file === undefined
			? []
			: [{ requirement, file: redactPath(file), cause: git?.operation }];
	});
}
