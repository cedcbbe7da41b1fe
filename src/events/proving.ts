import type { Requirement } from '../config/config.ts';
import type { PostToolUseInput } from '../host/hook-messages.ts';
import { hasFinished, printed } from '../host/shell-response.ts';
import type { ParsedCommand } from '../shell/parse-command.ts';
import { proofOf, type RunFacts } from '../shell/proof.ts';
import { member } from '../store/foreign-json.ts';
import type { HookEvent } from './projects.ts';
import { type ProjectCall, rootSpellings } from './read-call.ts';

/** A successful call in the project that judges it. */
export interface SucceededCall extends HookEvent<PostToolUseInput> {
	readonly call: ProjectCall;
}

/** A command of a requirement that ran and counts. */
interface Proved {
	readonly requirement: Requirement;
	readonly run: string;
}

/** One that ran and does not count: `why`, as half a sentence. */
export interface Uncounted extends Proved {
	readonly why: string;
}

/**
 * What a successful Bash call proves of the commands that requirements wait for, and what it only seems
 * to prove. One that was interrupted seems nothing.
 */
export function provedBy(
	command: ParsedCommand,
	event: SucceededCall,
): { readonly proofs: readonly Proved[]; readonly uncounted: readonly Uncounted[] } {
	const { requirements } = event.call.project.config;
	const facts = factsOf(event);
	const proofs: Proved[] = [];
	const uncounted: Uncounted[] = [];
	if (member(event.input.tool_response, 'interrupted') === true) return { proofs, uncounted };
	for (const requirement of requirements) {
		const found = requirement.commands.flatMap((one) => {
			const proof = proofOf(command, one, facts);
			return proof === undefined ? [] : [{ run: one.run, proof }];
		});
		const proved = found.find(({ proof }) => proof.proves);
		if (proved !== undefined) proofs.push({ requirement, run: proved.run });
		else
			for (const { run, proof } of found.slice(0, 1))
				if (!proof.proves) uncounted.push({ requirement, run, why: proof.why });
	}
	return { proofs, uncounted };
}

function factsOf({ input, call, ports }: SucceededCall): RunFacts {
	const { place } = call.project;
	const { text, parse } = ports.client;
	return {
		cwd: input.cwd,
		roots: rootSpellings(place, ports),
		read: (path) => text(path),
		packageAt: (directory) => parse(text(`${directory}/package.json`) ?? ''),
		output: printed(input.tool_response),
		finished: hasFinished(input.tool_response),
	};
}
