import { Fault } from '../../core/fault/fault.ts';
import { answered, refused, type Typed } from '../../core/inject/typed-answer.ts';
import type { UserPromptExpansionInput } from '../../core/protocol/hook-input.ts';
import type { HookOutput } from '../../core/protocol/hook-output.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { isAlone, readArguments } from '../../core/typed-command/arguments.ts';
import type { Verb } from '../../core/typed-command/verb.ts';
import type { Ports } from '../ports.ts';
import { sessionOf, startOf } from '../scene.ts';
import { PERFORM } from './perform.ts';

/**
 * Carries out what the user typed, before the client loads the command's text: only the user can type
 * (D36, host fact 1). In a client that another client's command started nobody typed; it is the model.
 *
 * @throws Fault of the command's use case, which `typedRefusal` puts into words
 */
export async function typedCommand(
	verb: Verb,
	input: UserPromptExpansionInput,
	ports: Ports,
): Promise<HookOutput> {
	const sessionId = sessionOf(input, ports).uuid;
	const { nested, user } = ports.host;
	const args = readArguments(verb, input.command_args ?? '');
	if (args instanceof Fault) throw args;
	await nobodyElseTyped(verb, input, ports);
	const caller = { cwd: input.cwd, session: undefined, isModel: nested, isTyped: true, user };
	const here = { ...ports, host: { ...ports.host, sessionId } };
	const said = await PERFORM[verb]({ caller, ...args }, here);
	const command = typedIn(verb, input, ports);
	return 'context' in said
		? answered(command, said.lines, said.context)
		: answered(command, said, undefined);
}

/**
 * Extensions inside the client run commands, too, and the client tells hooks nothing of who did. It tells our guard,
 * which refuses them. Without it, where an extension is loaded that may, only a terminal tells that a person asks.
 *
 * @throws Fault `refused`
 */
async function nobodyElseTyped(
	verb: Verb,
	input: UserPromptExpansionInput,
	ports: Ports,
): Promise<void> {
	if (verb === 'status' || verb === 'continue') return;
	const receipts = await ports.receipts();
	if (receipts.isGuarded(sessionOf(input, ports).uuid)) return;
	const { extensionsAt } = await import('../extensions.ts');
	const untrusted = await extensionsAt(startOf(input.cwd, ports), ports);
	const mod = untrusted.find(({ runsCommands }) => runsCommands)?.folder;
	if (mod === undefined) return;
	const message = `an extension inside the client can run this command, too, and Claude Code does not tell who did: ${oneLine(mod)}`;
	const hint = `run \`req ${verb} …\` in a terminal window of your own, or remove the extension and start claude again`;
	throw new Fault('refused', message, { hint });
}

/** What the user reads of a fault; `undefined` for one that nobody who types can do anything about. */
export function typedRefusal(
	{ verb, fault }: { readonly verb: Verb; readonly fault: Fault },
	input: UserPromptExpansionInput,
	ports: Ports,
): HookOutput | undefined {
	if (fault.code === 'bad_session_id') return undefined;
	return refused(typedIn(verb, input, ports), fault);
}

function typedIn(verb: Verb, { command_args }: UserPromptExpansionInput, ports: Ports): Typed {
	const args = command_args ?? '';
	const [first = ''] = args.split('\n', 1);
	const line = `/req:${verb} ${first}`.trimEnd();
	return { line, byUser: !ports.host.nested, isAlone: isAlone(verb, args) };
}
