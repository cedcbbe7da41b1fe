import type { Requirement } from '../config/config.ts';
import { refuseManual } from '../gate/next-steps.ts';
import { programName, skipOptions, wordsIn } from '../shell/call.ts';
import type { ParsedCommand } from '../shell/read-line.ts';
import type { Fault } from '../store/fault.ts';
import { usersCommand } from './caller.ts';

/** `req`, `/opt/x/bin/req`, `dist/cli/req.cjs`, `claude-req@latest`. */
const OWN_WORD = /^(?:.*\/)?(?:claude-)?req(?:@[^/]*)?(?:\.(?:mjs|cjs|js|ts|cmd|exe))?$/i;
/** Programs that run a script. */
const RUNS_SCRIPTS = /^(?:node|tsx|bun)$/;

/** Commands that open a gate whatever they are about; `satisfy` does where `manual` says so (D36). */
const RESERVED = ['approve', 'pause', 'clear'];
const HELP = ['--help', '-h'];
/** Options of `satisfy` that take the next word, whatever it looks like. */
export const VALUED = wordsIn('--session --ttl --evidence');

/** Commands that change what a session remembers, each with those of its commands that only read. */
const REMEMBERING: Readonly<Record<string, readonly string[]>> = {
	note: ['list'],
	learn: ['list', 'review'],
	task: ['list'],
	inherit: ['show'],
	session: ['list', 'show', 'lineage', 'events', 'preview', 'export', 'cleanup', 'forget'],
};

/** The arguments of every call of this program in a command line. */
export function reqCalls({ calls }: ParsedCommand): (readonly string[])[] {
	return calls.flatMap(({ words }) => {
		const at = RUNS_SCRIPTS.test(programName(words[0])) ? skipOptions(words, 1, []) : 0;
		return OWN_WORD.test(words[at] ?? '') ? [words.slice(at + 1)] : [];
	});
}

/** Whether a call of this program changes what the session remembers. @param args as `reqCalls` finds them */
export function changesMemory([group = '', next]: readonly string[]): boolean {
	const reads = Object.hasOwn(REMEMBERING, group) ? REMEMBERING[group] : undefined;
	return reads !== undefined && ![...HELP, undefined, ...reads].includes(next);
}

/**
 * What one call of this program would decide in the user's place, as the user would type it, and why the model may not;
 * `undefined` if it may. Commands that only a person may start for other reasons (`init`, `run`, `prune` …) refuse the
 * model themselves.
 *
 * @param args its arguments, as `reqCalls` finds them
 * @param requirements those of all projects concerned
 */
export function reservedCall(
	[subcommand = '', ...args]: readonly string[],
	requirements: readonly Requirement[],
): { readonly command: string; readonly refusal: Fault } | undefined {
	if (HELP.includes(args[0] ?? '')) return undefined;
	const isCarried = subcommand === 'satisfy' && args.some((word) => word.startsWith('--carry'));
	if (RESERVED.includes(subcommand) || isCarried) {
		const command = `req ${subcommand}${isCarried ? ' --carry' : ''}`;
		return { command, refusal: usersCommand(command) };
	}
	if (subcommand !== 'satisfy') return undefined;
	const names = args.filter((_, at) => !VALUED.includes(args[at - 1] ?? ''));
	for (const requirement of requirements.filter(({ name }) => names.includes(name))) {
		const refusal = refuseManual(requirement, true);
		if (refusal !== undefined) return { command: `req satisfy ${requirement.name}`, refusal };
	}
	return undefined;
}
