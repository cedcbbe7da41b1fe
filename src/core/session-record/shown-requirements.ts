import type { RecordLine, RecordLineOf } from './lines.ts';
import type { SessionRecord } from './schema.ts';

type Shown = SessionRecord['sop_interactions'];

/**
 * Which requirements the session was shown, by which tool's refusal, and whether it followed: a later
 * satisfaction says so (S2-010, S2-027). Shown again before that, it is the same.
 */
export function foldShown(before: Shown, lines: readonly RecordLine[]): Shown {
	return lines.reduce<Shown>((shown, line) => {
		if (line.e === 'refuse') return shown.concat(newIn(shown, line));
		if (line.e !== 'satisfied') return shown;
		return shown.map((one) =>
			line.names.includes(one.sop_path) ? { ...one, acknowledged: true } : one,
		);
	}, before);
}

function newIn(shown: Shown, { at, names, tool }: RecordLineOf<'refuse'>): Shown {
	const open = shown.filter(({ acknowledged }) => !acknowledged);
	return names
		.filter((name) => !open.some((one) => one.sop_path === name && one.tool_call === tool))
		.map((name) => ({ sop_path: name, injected_at: at, acknowledged: false, tool_call: tool }));
}
