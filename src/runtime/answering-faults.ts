import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import type { HookOutput } from '../core/protocol/hook-output.ts';

type Handle<Input> = (input: Input, ports: Ports) => Promise<HookOutput | undefined>;

/**
 * A hook that somebody waits for: a fault becomes its answer where `answer` has one, and goes on to the
 * fail-open boundary where it has none.
 */
export function answeringFaults<Input>(
	handle: Handle<Input>,
	answer: (input: Input, fault: Fault, ports: Ports) => Promise<HookOutput | undefined>,
): Handle<Input> {
	return async (input, ports) => {
		try {
			return await handle(input, ports);
		} catch (error) {
			const told = error instanceof Fault ? await answer(input, error, ports) : undefined;
			if (told === undefined) throw error;
			return told;
		}
	};
}
