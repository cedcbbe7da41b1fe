import { isFromClient } from '../app/from-client.ts';
import type { Ports } from '../app/ports.ts';
import { Fault } from '../core/fault/fault.ts';
import type { HookOutput } from '../core/protocol/hook-output.ts';

type Handle<Input> = (input: Input, ports: Ports) => Promise<HookOutput | undefined>;

/**
 * A hook that records: what the client did not start records nothing, and says so. PreToolUse goes without,
 * because it only refuses.
 */
export function fromTheClient<Input extends { readonly cwd: string }>(
	handle: Handle<Input>,
): Handle<Input> {
	return async (input, ports) => {
		if (await isFromClient(input.cwd, ports)) return handle(input, ports);
		const name = eventOf(input);
		throw new Fault('by_hand', `a hook of req${name} was started by hand: it recorded nothing`, {
			hint: 'only Claude Code starts hooks',
		});
	};
}

function eventOf(input: object): string {
	const name = 'hook_event_name' in input ? input.hook_event_name : undefined;
	return typeof name === 'string' && /^\w{1,40}$/.test(name) ? ` for ${name}` : '';
}
