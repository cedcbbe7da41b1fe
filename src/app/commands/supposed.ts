import { Fault } from '../../core/fault/fault.ts';
import { type SupposedBlocker, supposedBlockers } from '../../core/session-record/insights.ts';
import { oneLine, quoted } from '../../core/text/one-line.ts';
import { everyRecord } from '../continuity/unfolded-sessions.ts';
import type { Ports } from '../ports.ts';
import { type Caller, onlyAPerson } from './caller.ts';
import { memoriesOf } from './inherited.ts';
import { isOwn, remember, rememberingScene } from './memory-of.ts';

/** What becomes of a blocker that a prompt let suppose. */
export type BlockerVerdict = 'confirmed' | 'disputed' | 'forgotten';

/**
 * Says of a supposed blocker what it is: confirmed, it stands like one noted by hand; else it is resolved, in each
 * session that has it (D26). What others than its own session have is not the model's to take away.
 *
 * @throws Fault `unknown_name`, `not_configured`, `refused`
 */
export async function judgeBlocker(
	request: {
		readonly caller: Caller;
		readonly reference: string;
		readonly verdict: BlockerVerdict;
	},
	ports: Ports,
): Promise<SupposedBlocker> {
	const { caller, reference, verdict } = request;
	const scene = await rememberingScene(caller, ports);
	const all = supposedBlockers(await everyRecord(scene.place, ports), ports.sha256);
	const blocker = meant(reference, all);
	const homes = memoriesOf(blocker.records, scene, ports);
	if (verdict === 'forgotten' && !homes.every(({ session }) => isOwn(session, ports))) {
		const what = `req learn forget ${blocker.id}`;
		const hint = `the user runs \`${what}\` in a terminal`;
		await onlyAPerson(caller, { what, hint }, ports);
	}
	const { type, text } = blocker;
	const source = caller.isModel ? 'agent' : 'user';
	const said = { e: 'block', type, text, source } as const;
	const entry = verdict === 'confirmed' ? said : ({ ...said, resolved: true } as const);
	for (const home of homes) await remember(home, [entry], ports);
	return blocker;
}

function meant(reference: string, all: readonly SupposedBlocker[]): SupposedBlocker {
	const found = all.filter(({ id }) => id.startsWith(reference.trim().toLowerCase()));
	const [only] = found;
	if (only !== undefined && found.length === 1) return only;
	const what = `"${oneLine(reference)}"`;
	if (only === undefined) {
		throw new Fault('unknown_name', `no blocker that waits for review is ${what}`, {
			hint: 'req learn review --all',
		});
	}
	const lines = found.map(({ id, text }) => `  ${id}  ${quoted(text)}`);
	throw new Fault('unknown_name', `${what} means ${found.length} blockers`, {
		hint: ['name one of them with more characters:', ...lines].join('\n'),
	});
}
