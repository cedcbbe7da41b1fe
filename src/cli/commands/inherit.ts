import { disarm } from '../../app/commands/arming.ts';
import { inheritFrom } from '../../app/commands/inherit.ts';
import { bundleFrom, ownBundle } from '../../app/commands/inherit-show.ts';
import { maxAgeOf, selectionOf } from '../../app/commands/inherit-source.ts';
import { Fault } from '../../core/fault/fault.ts';
import { storageNotes } from '../../core/inject/change-text.ts';
import { runningWarning } from '../../core/inject/continued-text.ts';
import { branchText } from '../../core/place/branch-text.ts';
import { named } from '../../core/text/one-line.ts';
import { type Answer, answer, changed, type Desk, jsonAnswer } from '../desk.ts';
import { EXIT } from '../exit-codes.ts';
import { bundleJson, bundleText } from '../text/bundle.ts';
import { inheritedJson, inheritedText } from '../text/inherited.ts';

interface Shared {
	readonly session?: string;
	readonly select?: string;
	readonly json?: true;
}

interface Options extends Shared {
	readonly maxAge?: string;
	readonly comprehension?: 'required' | 'optional';
	readonly next?: true;
	readonly cancel?: true;
}

/** `req inherit REF`: 2 where the source is still running (D37). */
export async function from(ref: string | undefined, options: Options, desk: Desk): Promise<Answer> {
	if (options.cancel) return cancel(ref, options, desk);
	if (ref === undefined) {
		throw new Fault('usage', 'no session is named to inherit from', {
			hint: 'req session list --completed',
		});
	}
	const { ports, caller } = desk;
	const { comprehension } = options;
	const who = caller(options.session);
	const request = {
		...{ caller: who, ref, next: options.next === true },
		...{ select: selectionOf(options.select), maxAge: maxAgeOf(options.maxAge) },
		required: comprehension === undefined ? undefined : comprehension === 'required',
	};
	const outcome = await inheritFrom(request, ports);
	const text = inheritedText(outcome, who.isModel);
	const said = changed(options, text, inheritedJson(outcome));
	return withWarnings(said, {
		...outcome,
		warnings: [
			...outcome.warnings,
			...(outcome.kind === 'armed' ? storageNotes(outcome.stored.kind) : []),
		],
	});
}

/** `req inherit show [REF]`: 2 where that session is still running. */
export async function show(
	ref: string | undefined,
	options: Shared,
	{ ports, caller, paint }: Desk,
): Promise<Answer> {
	const asked = { caller: caller(options.session), select: selectionOf(options.select) };
	const shown =
		ref === undefined ? await ownBundle(asked, ports) : await bundleFrom({ ...asked, ref }, ports);
	const said = options.json
		? jsonAnswer(bundleJson(shown))
		: answer(bundleText(shown, paint, ports.now()));
	return withWarnings(said, shown);
}

async function cancel(
	ref: string | undefined,
	options: Options,
	{ ports, caller }: Desk,
): Promise<Answer> {
	if (ref !== undefined) {
		throw new Fault('usage', '--cancel takes no session', { hint: 'req inherit --cancel' });
	}
	const disarmed = await disarm(caller(options.session), ports);
	const branch = branchText(disarmed.branch);
	const out =
		disarmed.ref === undefined
			? `nothing waits for the next session of ${branch}`
			: `the next session of ${branch} does not inherit from ${named(disarmed.ref)}`;
	const value = { branch: disarmed.branch, cancelled: disarmed.ref ?? null };
	return changed(options, out, value, storageNotes(disarmed.stored.kind));
}

function withWarnings(
	said: Answer,
	{
		isRunning,
		bundle,
		warnings,
	}: {
		readonly isRunning: boolean;
		readonly bundle: { readonly from_session: string } | undefined;
		readonly warnings: readonly string[];
	},
): Answer {
	if (!isRunning) return { ...said, warnings };
	const running = runningWarning(bundle?.from_session ?? '');
	return { ...said, warnings: [...warnings, running], exit: EXIT.warned };
}
