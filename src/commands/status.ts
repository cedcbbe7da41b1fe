import type { CommandContext } from '../context.ts';
import { type GateStatus, gateStatusText, readGateStatus, type StatusRequest } from '../events/gate-status.ts';
import { readState } from '../events/stored-state.ts';
import { nextSteps } from '../gate/next-steps.ts';
import type { Status } from '../gate/status.ts';
import { livingBranches } from '../git/find-place.ts';
import { branchText, type Place } from '../git/place.ts';
import { readInstallation } from '../setup/installation.ts';
import { branchStateFile } from '../state/branch-files.ts';
import { Fault } from '../store/fault.ts';
import { named, oneLine } from '../text/one-line.ts';
import { callerAt, command, JSON_SHOWN, SESSION } from './command.ts';
import { problemJson } from './config.ts';
import { paintOn } from './terminal.ts';

/** `req status`: 0 once it knows the place (D37). */
export const status = command({
	about: 'show the status of the requirements',
	details: 'Names the next steps for what is unmet; whether the gates are on, and if not, why.',
	options: {
		...SESSION,
		'--branch <branch>': 'another branch than the one checked out',
		...JSON_SHOWN,
	},
	examples: ['req status', 'req status --branch main --json'],
	run: async ({ session, branch }, context) => {
		const found = await readHere({ caller: callerAt(context, session), branch }, context);
		const paint = paintOn(context);
		const head = `${paint.bold(branchText(found.place.branch))}, ${sessionText(found)}`;
		return {
			text: () => `${head}\n${gateStatusText(found, { paint, now: context.now() })}`,
			json: () => statusJson(found, branchStateFile(found.place, context)),
		};
	},
});

/** @throws Fault `usage`, `unknown_session`, `unknown_name` if there is no such branch and nothing is stored of one */
async function readHere(request: StatusRequest, context: CommandContext): Promise<GateStatus> {
	const found = await readGateStatus(request, context);
	const { place, gates } = found;
	// Git does not list a branch without a commit, which may be checked out.
	if (!found.isHere && !livingBranches(place, context)?.has(place.branch)) {
		const { state } = await readState(place, context);
		const hint = '`git branch` lists those there are';
		const what = `there is no branch ${named(place.branch)}`;
		if (state === undefined) throw new Fault('unknown_name', what, { hint });
	}
	const isUnseen = gates === 'unseen' || gates === 'no_session';
	const isSeen = !isUnseen || found.session?.live === true || found.elsewhere.length > 0;
	const why = isSeen ? undefined : whyNotInstalled(place, context);
	if (why === undefined) return found;
	const reason = `not installed here: ${why}; \`req doctor\` says more`;
	return { ...found, gates: 'not_installed', reasons: [reason, ...found.reasons.slice(1)] };
}

/** Why no settings bring the hooks here, if so. A session with --plugin-dir is known by being live. */
function whyNotInstalled(place: Place, context: CommandContext): string | undefined {
	const { plugins, wired } = readInstallation([place.root], context);
	const isThere = plugins.some(({ status }) => status === 'on' || status === 'unbuilt');
	if (isThere || wired.length > 0) return undefined;
	const missing = plugins.find(({ status, root }) => status === 'missing' && root !== undefined);
	if (missing === undefined) return 'no settings of Claude Code switch the plugin req on';
	return `the plugin is no longer in ${oneLine(missing.root ?? '')}`;
}

/** Whose gates are shown, and by which config if that is not plain. */
function sessionText({ session, choice, elsewhere, isHere }: GateStatus): string {
	const config = isHere ? '' : 'by the config checked out here, ';
	if (session !== undefined) {
		const over = session.live ? '' : ' (not running)';
		return `${config}session ${oneLine(session.session.key)}${over}`;
	}
	if (choice === 'several') return `${config}several sessions`;
	return `${config}no session${isHere && elsewhere.length > 0 ? ' here' : ''}`;
}

/** The fixed keys of `req status --json`; absent values are null (D37). What was not asked or armed has no key. */
function statusJson(found: GateStatus, stateFile: string): object {
	const { place, session: seen, comprehension } = found;
	const { armed, paused, reasons } = found;
	return {
		project: { root: place.root, branch: place.branch, state_file: stateFile },
		session: seen ? { key: seen.session.key, uuid: seen.session.uuid, live: seen.live } : null,
		gates: { armed, paused, reasons },
		faults: found.faults.map(({ at, code, where, message, hint = null }) => {
			return { at, code, where, message, hint };
		}),
		problems: found.problems.map(problemJson),
		requirements: found.statuses.map(requirementJson),
		...(comprehension && {
			comprehension: {
				required: comprehension.required,
				present: comprehension.present,
				warning: comprehension.warning,
				at: comprehension.at,
			},
		}),
	};
}

function requirementJson(status: Status): object {
	const { requirement, satisfied, triggered, satisfaction = {}, reason, satisfiedOn } = status;
	const { name, type, scope, enforce, holdsStop: hold_stop, message = null } = requirement;
	const { satisfied_by = null, satisfied_at = null } = satisfaction;
	const { expires_at = null, metadata = null } = satisfaction;
	return {
		...{ name, type, scope, enforce, hold_stop, message },
		...{ satisfied, reason, triggered, triggered_at: status.triggeredAt ?? null },
		...(status.bypass === undefined ? {} : { bypassed_at: status.bypass.at }),
		...{ satisfied_by, satisfied_at, expires_at, stale: reason === 'stale', metadata },
		lines: status.lines ?? null,
		resolve: nextSteps(status),
		...(satisfiedOn && { held_on: { branch: satisfiedOn.branch, satisfied_at: satisfiedOn.at } }),
	};
}
