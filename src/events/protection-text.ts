import type { Fault } from '../core/fault/fault.ts';
import { named, typed, typedForm } from '../core/text/one-line.ts';
import { listed } from '../core/text/phrases.ts';
import { refusalByHand } from '../gate/by-hand.ts';
import type { Attempt, FileAttempt, ReqAttempt } from './attempt.ts';
import type { ProtectedThing } from './protected-files.ts';

const THINGS: Readonly<Record<ProtectedThing, string>> = {
	config: 'says which requirements hold',
	state: 'keeps what is satisfied and paused',
	plugin: 'belongs to the plugin that holds the gates',
	settings: 'decides whether hooks and this plugin run',
};

/** A command line that is longer is not repeated. */
const LONGEST_COMMAND = 60;

/** The call that is spoken of. */
interface ProtectedCall {
	/** The command line; `undefined` for other tools than the shell's. */
	readonly command: string | undefined;
	readonly cwd: string;
}

/** Why a call that would open a gate does not run, or asks: facts first, next steps last. */
export function protectionText(
	attempts: readonly Attempt[],
	call: ProtectedCall,
	protect: true | 'ask',
): string {
	const files = attempts.filter((attempt) => attempt.kind === 'file');
	const calls = attempts.filter((attempt) => attempt.kind === 'req');
	const said = [
		...(files.length > 1 ? [filesText(files, call)] : files.map(fileText)),
		...calls.map(reasonOf),
	];
	const reasons = [...new Set(said.map((reason) => `req: ${reason}`))];
	const ways = new Set(calls.flatMap((attempt) => refusalOf(attempt)?.hint ?? []));
	return [`${reasons.join('.\n')} (protect: ${protect}).`, ...ways].join('\n');
}

function fileText({ path, thing, keys }: FileAttempt): string {
	const part = keys.length === 0 ? '' : ` (${keys.join(', ')})`;
	return `${named(path)}${part} ${THINGS[thing]}, and only the user changes it`;
}

/** A call that reaches several, as one that changes a folder does, is told in one line. */
function filesText(files: readonly FileAttempt[], { command, cwd }: ProtectedCall): string {
	const isShort = command !== undefined && command.length <= LONGEST_COMMAND;
	const paths = files.map(({ path }) => path.replace(`${cwd}/`, ''));
	return `${isShort ? typed(command) : 'this call'} may change files that hold the gates; only the user does that, in an editor (${listed(paths.map(named))})`;
}

/** Not everything can be typed in Claude Code. */
function reasonOf(attempt: ReqAttempt): string {
	const refusal = refusalOf(attempt);
	if (refusal !== undefined) return refusal.message;
	const { command } = attempt;
	const form = typedForm(command);
	const where =
		form === command
			? ' in a terminal'
			: `: ${typed(form)} typed here, or ${typed(command)} in a terminal`;
	return `only the user can run ${typed(command)}${where}`;
}

/** Why a requirement that the call would satisfy is not the model's to satisfy. */
function refusalOf({ requirement }: ReqAttempt): Fault | undefined {
	return requirement && refusalByHand(requirement, true);
}
