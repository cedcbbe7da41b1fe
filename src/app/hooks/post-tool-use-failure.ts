import type { PostToolUseInput } from '../../core/protocol/hook-input.ts';
import type { HookOutput } from '../../core/protocol/hook-output.ts';
import { remembering } from '../continuity/remembering.ts';
import { note, promptOf } from '../journaling.ts';
import type { Ports } from '../ports.ts';
import { sessionOf } from '../scene.ts';

/** Remembers which tests failed: the next session is told. An interrupted run says nothing about them. */
export async function postToolUseFailure(
	input: PostToolUseInput,
	ports: Ports,
): Promise<HookOutput | undefined> {
	const session = sessionOf(input, ports);
	if (input['is_interrupt'] === true) return undefined;
	await remembering(input.cwd, ports, async ({ place }) => {
		const { failedTests } = await import('../continuity/captured-line.ts');
		const failed = await failedTests({ input, session, ports }, place);
		const entries = failed.map((entry) => ({ ...entry, ...promptOf(input) }));
		await note(place, session, { entries, ports });
	});
	return undefined;
}
