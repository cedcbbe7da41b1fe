import { NEVER, type SessionRecord } from '../memory/record.ts';
import * as z from '../store/shape.ts';
import { oneLine } from '../text/one-line.ts';
import {
	freeNames,
	freeText,
	mayFlag,
	mayFreeText,
	mayNumber,
	mayPath,
	mayText,
	names,
	ofCommand,
	ofHook,
	ofOthers,
	renew,
	text,
	words,
} from './row.ts';

/** Names that a stranger's journal may hold more of. */
const MOST_UNMET = 20;
const mayNames = z.optional(names);

/** The lines that gates write, and ask of a session: its start and end among them. */
export const GATE_ENTRIES = {
	/** SessionStart was seen: the gates are armed in this session. */
	start: ofCommand(
		{
			source: text,
			branch: text,
			cwd: text,
			pid: mayNumber,
			pid_started: mayText,
			host: mayText,
			/** The process of the hook, and at a compaction the prompt: of several hooks of one start the first one speaks (D19). */
			by: mayNumber,
			p: mayText,
			/** Where sessions are remembered: whose session it is, in which project, in which kind of client (D11). */
			user: mayText,
			root: mayText,
			channel: mayText,
		},
		(record, { at, branch, cwd, pid, pid_started, host, ...owner }) => {
			reopen(record);
			Object.assign(record, { branch, cwd, pid, pid_started, host });
			if (record.started_at !== NEVER) return;
			const { user = '', root = '', channel = 'cli' } = owner;
			Object.assign(record, { started_at: at, last_activity: at, user, root, channel });
		},
	),
	/** Of several ends the first one holds (D13). */
	end: ofOthers({ reason: freeText, pid: mayNumber }, (record, { at, reason }) => {
		if (record.ended_at !== null && record.crash_recovered !== true) return;
		reopen(record);
		Object.assign(record, { ended_at: at, last_activity: at, end_reason: reason });
	}),
	/** Found dead by a later session: it ended with its last activity (D13). */
	crashed: ofOthers({}, (record) => {
		if (record.ended_at !== null) return;
		record.ended_at = record.last_activity;
		record.crash_recovered = true;
	}),

	/**
	 * A matching call ran and armed these requirements (D31); `stale`: those it makes stale, where they are others; `paths`:
	 * the files, if only edits armed them.
	 */
	trigger: ofHook({ branch: text, names, stale: mayNames, paths: words(mayNames) }),
	/** A call was refused, or allowed with a warning; `why`: the obstacle to storing anything, if that was the reason. */
	refuse: ofHook(
		{
			branch: text,
			names,
			tool: freeText,
			path: mayPath,
			warned: mayFlag,
			why: mayFreeText,
			/** `tool_use_id`, and the subagent that called. */
			call: mayText,
			agent: mayText,
			/** For `req explain`: the working tree, the start of the command line, a line for each requirement in `names`. */
			root: mayText,
			line: words(mayText, oneLine),
			trace: words(mayNames),
		},
		({ sop_interactions: shown }, { at, names: refused, tool }) => {
			for (const name of refused) {
				// Shown again before it was followed, it is the same.
				const isOpen = shown.some((one) => one.sop_path === name && one.tool_call === tool && !one.acknowledged);
				if (isOpen) continue;
				shown.push({ sop_path: name, injected_at: at, acknowledged: false, tool_call: tool });
			}
		},
	),
	/** A call would have opened a gate (D36): `what` it would have changed or run, and the answer. */
	protect: ofHook({
		branch: text,
		tool: freeText,
		what: freeText,
		answer: z.enum(['deny', 'ask']),
	}),
	/** A command was blocked once because these warnings forbid it, by their ids. `line`: the start of the command line. */
	forbidden: ofHook({ branch: text, tool: freeText, line: words(text, oneLine), ids: names }),
	/**
	 * A call was allowed that consumes these satisfactions if it succeeds (D31), or that may commit. `branch`, `commit`: where
	 * it was checked; `tip`: the branch's own commit, to which HEAD returns if a rebase is aborted; `failed`: a later line of
	 * the call, which has moved no branch.
	 */
	checked: ofHook({
		branch: text,
		names,
		call: text,
		commit: mayText,
		tip: mayText,
		failed: mayFlag,
	}),
	/**
	 * The branch moved between these commits while a call of the session ran, and nothing says that another call or session
	 * moved it.
	 */
	moved: ofHook({ branch: text, from: text, to: text, call: mayText }),
	/** A call consumed satisfactions up to this ISO time, which the state could not store. */
	spent: ofHook({ branch: text, names, until: text }),
	/** A skill was invoked; `by`: the model's call or the user's typing. */
	skill: ofHook({ skill: freeText, by: z.enum(['model', 'user']) }, ({ activity }, { skill }) => {
		if (!activity.skills.includes(skill)) activity.skills.push(skill);
	}),
	/** Requirements were satisfied: what had been shown of them was followed. `by`: how, as the branch state names it. */
	satisfied: ofOthers({ names, by: text, p: mayText }, (record, line) => {
		const { activity, sop_interactions: shown } = record;
		activity.unmet = activity.unmet.filter(({ name }) => !line.names.includes(name));
		for (const one of shown) one.acknowledged ||= line.names.includes(one.sop_path);
	}),
	/**
	 * Claude asked the user to approve a plan; the session may have begun by it (`pending`), and the user may have approved it.
	 * `path`, `hash`: the plan file as it was then. `changed`: the file differs now, and the model was shown that.
	 */
	plan: ofHook({
		branch: text,
		step: z.enum(['asked', 'pending', 'approved', 'changed']),
		path: mayPath,
		hash: mayText,
	}),
	/** What these requirements ask for ran and does not count: `why`, as half a sentence, or it `failed`. */
	uncounted: ofHook({ branch: text, names, why: freeText, failed: mayFlag }),
	/** A call of this tool changed these files, or without files made a commit, and bypassed these requirements. */
	bypassed: ofHook(
		{ branch: text, names, tool: freeText, paths: freeNames },
		({ activity: { files } }, { at, paths, branch }) => {
			for (const path of paths) {
				const isSame = (file: { path: string }) => file.path === path;
				const unknown = { path, edits: 1, last: at };
				renew(files, { isSame }, (known = unknown) => ({ ...known, last: at, branch }));
			}
		},
	),
	/** A stop was kept open (D32). */
	stopped: ofHook({ branch: text, names }),
	/** A turn ended in which requirements were armed: `names` are those that were unmet then; `why`: as above. */
	ended: ofHook({ branch: text, names, why: mayFreeText }, ({ activity }, line) => {
		const { branch } = line;
		const before = activity.unmet.filter((one) => one.branch !== branch);
		const now = line.names.map((name) => ({ name, branch }));
		activity.unmet = [...before, ...now].slice(-MOST_UNMET);
	}),
	/** Work of this session armed requirements of another project. */
	elsewhere: ofHook({ root: text }),
};

/** The session goes on, whatever ended it before. */
export function reopen(record: SessionRecord): void {
	Object.assign(record, { ended_at: null, end_reason: undefined, crash_recovered: undefined });
}
