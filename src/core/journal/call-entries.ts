import * as z from '../document/shape.ts';
import {
	active,
	byItself,
	mayFlag,
	mayNumber,
	mayText,
	names,
	ofIt,
	p,
	text,
} from './entry-row.ts';

/** Names that a stranger's journal may hold more of. */
const MOST_UNMET = 20;
const MOST_FAILED = 5;
const MOST_FAILURES = 12;

/** The kinds of lines that a call reads or leaves, one row each. Apart from the others, which no hook of a call need know. */
export const CALL_ENTRIES = {
	/** SessionStart was seen: the gates are armed in this session. */
	start: active({
		fields: {
			...{ source: text, branch: text, cwd: text },
			...{ pid: mayNumber, pid_started: mayText, host: mayText },
			/** Where sessions are remembered: whose session it is, in which project, in which kind of client (D11). */
			...{ user: mayText, root: mayText, channel: mayText },
		},
	}),
	/**
	 * A matching call ran and armed these requirements (D31); `stale`: those it makes stale, where they are others. `call`:
	 * only what this call changed round a gate arms them.
	 */
	trigger: byItself({
		fields: { branch: text, names, stale: z.optional(names), call: mayText, p },
	}),
	/** A call was refused, or let through with a warning. */
	refuse: byItself({
		fields: { branch: text, names, tool: text, path: mayText, warned: mayFlag, p },
		texts: ['tool', 'path'],
		adds: ({ shown }, { at, names: refused, tool }) => {
			const open = shown.filter((one) => !one.acknowledged && one.tool_call === tool);
			// Shown again before it was followed, it is the same.
			for (const name of refused.filter((one) => !open.some(({ sop_path }) => sop_path === one)))
				shown.push({ sop_path: name, injected_at: at, acknowledged: false, tool_call: tool });
		},
	}),
	/** A call would have opened a gate (D36): `what` it would have changed or run, and the answer. */
	protect: byItself({
		fields: { branch: text, tool: text, what: text, answer: z.enum(['deny', 'ask']), p },
		texts: ['tool', 'what'],
	}),
	/** A call that single-use satisfactions let through, and the branch it was judged on (D31); `commit`: where that stood. */
	checked: byItself({ fields: { branch: text, names, call: text, commit: mayText } }),
	/** A skill was invoked; `by`: the model's call or the user's typing. */
	skill: byItself({
		fields: { skill: text, by: z.enum(['model', 'user']), p },
		texts: ['skill'],
		adds: ({ skills }, { skill }) => void skills.add(skill),
	}),
	/**
	 * Requirements were satisfied: what had been shown of them counts as followed. `by`: how, as
	 * the branch state names it.
	 */
	satisfied: ofIt({
		fields: { names, by: text, p },
		adds: (draft, line) => {
			draft.unmet = draft.unmet.filter((name) => !line.names.includes(name));
			for (const [index, one] of draft.shown.entries())
				if (line.names.includes(one.sop_path)) draft.shown[index] = { ...one, acknowledged: true };
		},
	}),
	/** What these requirements wait for ran and does not count; `why`, as half a sentence. */
	uncounted: byItself({ fields: { branch: text, names, why: text, p }, texts: ['why'] }),
	/** A call of this tool ran that nobody had checked: it should have waited for these requirements. */
	unchecked: active({ fields: { branch: text, names, tool: text, p }, texts: ['tool'] }),
	/**
	 * These files changed during a call of this tool, or these branches moved (`name commit-before`), round these
	 * requirements. `was`: what each file was, as `Changed` has it; `left`: what the call made of it, where that was kept; `more`: not all are named; `commit`: where the branch stood.
	 */
	bypassed: byItself({
		fields: {
			...{ branch: text, names, tool: text, paths: names, was: names, left: z.optional(names), p },
			...{ commit: mayText, refs: z.optional(names), more: mayFlag, call: mayText },
		},
		texts: ['tool', 'paths'],
		adds: ({ files, workedOn }, { at, paths }) => {
			for (const path of paths) {
				const known = files.get(path) ?? { path, edits: 1, bypassed: at };
				workedOn({ ...known, last: at });
			}
		},
	}),
	/** What got round requirements at that time is as before. */
	put_back: byItself({
		fields: { branch: text, names, of: text, p },
		adds: ({ files }, { of }) => {
			for (const { path, bypassed } of files.values()) if (bypassed === of) files.delete(path);
		},
	}),
	/** A run of tests that failed; nothing of what it printed. */
	failed: byItself({
		fields: { runner: text, command: text, p },
		texts: ['command'],
		adds: (draft, { at, command }) => {
			const tests = draft.failedTests.filter((one) => one.command !== command);
			const near = draft.nearAt(at);
			const failed = { command, at, ...(near.length === 0 ? {} : { near }) };
			draft.failedTests = [...tests, failed].slice(-MOST_FAILURES);
			const others = draft.failed.filter((one) => one !== command);
			draft.failed = [...others, command].slice(-MOST_FAILED);
		},
	}),
	/** A stop was held (D32). */
	stopped: byItself({ fields: { branch: text, names, p } }),
	/** A turn ended in which requirements were armed: `names` are those that were unmet then. */
	ended: byItself({
		fields: { branch: text, names, p },
		adds: (draft, line) => {
			draft.unmet = line.names.slice(0, MOST_UNMET);
		},
	}),
	/** Work of this session armed requirements of another project. */
	elsewhere: byItself({
		fields: { root: text },
		adds: (draft, { root }) => draft.workedIn(root),
	}),
	end: active({ fields: { reason: text, pid: mayNumber }, texts: ['reason'] }),
	/** The model, or a subagent, was told of these lessons, each by `Lesson.same`; a start tells them by the last part of `Lesson.id`. */
	lessons: byItself({ fields: { told: names, agent: mayText, p } }),
};
