import { foldSession } from '../app/continuity/fold-session.ts';
import { withMemory } from '../app/faults.ts';
import type { Ports } from '../app/ports.ts';
import { common, type HookAnswer } from '../host/messages.ts';
import * as z from '../store/shape.ts';
import type { Hook } from './hook.ts';
import { sessionOf } from './projects.ts';

export const PreCompactInput = z.looseObject(common);
type PreCompactInput = z.output<typeof PreCompactInput>;

export const hook: Hook<PreCompactInput> = {
	event: 'PreCompact',
	about: 'Keeps what the session did so far, before Claude Code shortens it.',
	input: PreCompactInput,
	answer: preCompact,
};

/** Folds what the session did so far: Claude is shown it after the compaction (D19). */
async function preCompact(input: PreCompactInput, ports: Ports): Promise<HookAnswer> {
	const session = sessionOf(input, ports);
	await withMemory(input.cwd, ports, async (home) => {
		await foldSession(home, session, ports);
	});
	return undefined;
}
