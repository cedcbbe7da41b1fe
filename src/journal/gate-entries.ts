import { oneLine } from '../core/text/one-line.ts';
import * as z from '../store/shape.ts';
import { mayFlag, mayNumber, mayText, names, p, row, text } from './row.ts';
import { lastPartOf } from './work.ts';

/** Names that a stranger's journal may hold more of. */
const MOST_UNMET = 20;

/** The lines that gates write, and ask of a session: its start and end among them. */
export const GATE_ENTRIES = {
	/** SessionStart was seen: the gates are armed in this session. */
	start: row('active', {
		source: text,
		branch: text,
		cwd: text,
		pid: mayNumber,
		pid_started: mayText,
		host: mayText,
		/** Where sessions are remembered: whose session it is, in which project, in which kind of client (D11). */
		user: mayText,
		root: mayText,
		channel: mayText,
	}),
	end: row('active', { reason: text, pid: mayNumber }, ['reason']),
	/** Found dead by a later session (D13). */
	crashed: row('none', {}),

	/**
	 * A matching call ran and armed these requirements (D31); `stale`: those it makes stale, where they are others; `paths`:
	 * the files, if only edits armed them.
	 */
	trigger: row(
		'alive',
		{ branch: text, names, stale: z.optional(names), paths: z.optional(names), p },
		['paths'],
	),
	/** A call was refused, or allowed with a warning; `why`: the obstacle to storing anything, if that was the reason. */
	refuse: {
		...row(
			'alive',
			{
				branch: text,
				names,
				tool: text,
				path: mayText,
				warned: mayFlag,
				why: mayText,
				p,
				/** `tool_use_id`, and the subagent that called. */
				call: mayText,
				agent: mayText,
				/** For `req explain`: the working tree, the start of the command line, a line for each requirement in `names`. */
				root: mayText,
				line: mayText,
				trace: z.optional(names),
			},
			['tool', 'path', 'why', 'line', 'trace'],
			(work, { at, names: refused, tool }) => {
				// Shown again before it was followed, it is the same.
				const isOpen = (name: string) =>
					work.shown.some(
						(one) => one.sop_path === name && one.tool_call === tool && !one.acknowledged,
					);
				const shown = refused
					.filter((name) => !isOpen(name))
					.map((name) => {
						return { sop_path: name, injected_at: at, acknowledged: false, tool_call: tool };
					});
				work.shown = [...work.shown, ...shown];
			},
		),
		cuts: { line: oneLine },
	},
	/** A call would have opened a gate (D36): `what` it would have changed or run, and the answer. */
	protect: row(
		'alive',
		{ branch: text, tool: text, what: text, answer: z.enum(['deny', 'ask']), p },
		['tool', 'what'],
	),
	/**
	 * A call was allowed that consumes these satisfactions if it succeeds (D31), or that may commit. `branch`, `commit`: where
	 * it was checked; `tip`: the branch's own commit, to which HEAD returns if a rebase is aborted; `failed`: a later line of
	 * the call, which has moved no branch.
	 */
	checked: row('alive', {
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
	moved: row('alive', { branch: text, from: text, to: text, call: mayText }),
	/** A call consumed satisfactions up to this ISO time, which the state could not store. */
	spent: row('alive', { branch: text, names, until: text }),
	/** A skill was invoked; `by`: the model's call or the user's typing. */
	skill: row(
		'alive',
		{ skill: text, by: z.enum(['model', 'user']), p },
		['skill'],
		(work, line) => {
			work.skills.add(line.skill);
		},
	),
	/** Requirements were satisfied: what had been shown of them was followed. `by`: how, as the branch state names it. */
	satisfied: row('none', { names, by: text, p }, [], (work, line) => {
		work.unmet = work.unmet.filter((name) => !line.names.includes(name));
		work.shown = work.shown.map((one) =>
			line.names.includes(one.sop_path) ? { ...one, acknowledged: true } : one,
		);
	}),
	/**
	 * Claude asked the user to approve a plan; the session may have begun by it (`pending`), and the user may have approved it.
	 * `path`, `hash`: the plan file as it was then. `changed`: the file differs now, and the model was shown that.
	 */
	plan: row(
		'alive',
		{
			branch: text,
			step: z.enum(['asked', 'pending', 'approved', 'changed']),
			path: mayText,
			hash: mayText,
			p,
		},
		['path'],
	),
	/** What these requirements ask for ran and does not count; `why`, as half a sentence; empty: something failed. `failed`: it did. */
	uncounted: row('alive', { branch: text, names, why: text, failed: mayFlag, p }, ['why']),
	/** A call of this tool changed these files, or moved these branches, and bypassed these requirements. */
	bypassed: row(
		'alive',
		{ branch: text, names, tool: text, paths: names, refs: z.optional(names), p },
		['tool', 'paths'],
		(work, { at, paths }) => {
			for (const path of paths) {
				const known = work.files.get(path) ?? { path, edits: 1, last: at, bypassed: at };
				work.files.delete(path);
				work.files.set(path, { ...known, last: at });
			}
		},
	),
	/** The edits or the bypass of that time are over for these: none of the files differs from what is committed. */
	settled: row('alive', { branch: text, names, of: text, p }, [], ({ files }, { of }) => {
		for (const { path, bypassed } of files.values()) if (bypassed === of) files.delete(path);
	}),
	/** A stop was kept open (D32). */
	stopped: row('alive', { branch: text, names, p }),
	/** A turn ended in which requirements were armed: `names` are those that were unmet then; `why`: as above. */
	ended: row('alive', { branch: text, names, why: mayText, p }, ['why'], (work, line) => {
		work.unmet = line.names.slice(0, MOST_UNMET);
	}),
	/** Work of this session armed requirements of another project. */
	elsewhere: row('alive', { root: text }, [], ({ projects }, { root }) => {
		projects.add(lastPartOf(root));
	}),
};
