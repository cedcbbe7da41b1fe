import { type Case, type HookStep, readCase, type WorldStep } from './case-format.ts';

type Json = Readonly<Record<string, unknown>>;

/** A case of a JSON file. Goes with the last one. */
export function readOldCase({ steps, ...head }: Json): Case {
	return {
		...readCase({ ...head, steps: [{ run: '' }] }),
		steps: (steps as readonly Json[]).flatMap(playedOld),
	};
}

const quoted = (words: readonly string[]) =>
	words
		.map((word) => (/^[\w$./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
		.join(' ');

function playedOld(step: Json): (HookStep | WorldStep)[] {
	const { git, run, git_stops } = step as Readonly<Record<string, string[]>>;
	if (git !== undefined) return [{ ...(step as object), git: quoted(git) } as WorldStep];
	if (git_stops !== undefined) return [{ git_stops: quoted(git_stops) }];
	if (run !== undefined) return [{ run: quoted(run) }];
	if (!('hook' in step)) return [step as WorldStep];
	const key = ['edit', 'bash', 'skill', 'tool', 'typed', 'stdin'].find((one) =>
		Array.isArray(step[one]),
	);
	if (key === undefined) return [step as unknown as HookStep];
	return (step[key] as unknown[]).map((one) => ({ ...step, [key]: one }) as unknown as HookStep);
}
