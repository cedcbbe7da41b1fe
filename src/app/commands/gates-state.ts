import type { BranchState } from '../../core/branch-state/schema.ts';
import { foreignText } from '../../core/branch-state/trust.ts';
import type { Config, Problem } from '../../core/config/config.ts';
import type { GatesState } from '../../core/inject/gates-text.ts';
import { problemText } from '../../core/inject/notices.ts';
import { offReason } from '../../core/inject/status-text.ts';
import { counted } from '../../core/text/counted.ts';

/** What the gates depend on beyond the requirements. */
interface Facts {
	readonly config: Config;
	readonly problems: readonly Problem[];
	readonly state: BranchState | undefined;
	/** Why nothing can be stored, or `undefined`. */
	readonly obstacle: string | undefined;
	readonly seen: Seen;
}

/** Which session could be told, whether a hook was seen at work in it, whether its client lives. */
interface Seen {
	readonly choice: 'one' | 'none' | 'several';
	readonly armed: boolean;
	readonly live: boolean;
}

/** Whether the gates stand, and why they do not, or not fully: one sentence each, the gravest first. */
export function gatesOf(facts: Facts): {
	readonly gates: GatesState;
	readonly reasons: readonly string[];
} {
	const { config, problems, state, obstacle, seen } = facts;
	const gates = gatesState(facts);
	const off = optional(offReason(config, { state, problems }));
	const lack = lackOf(config, problems);
	const isWanted = !config.enabled || state?.paused !== undefined;
	return {
		gates,
		reasons: [
			...(isWanted ? [...off, ...lack] : [...lack, ...off]),
			...optional(state && foreignText(state)),
			...optional(obstacle && `nothing could be satisfied: ${obstacle}`),
			...(gates === 'off' ? [] : unseen(seen)),
		],
	};
}

function gatesState({ config, problems, state, obstacle, seen }: Facts): GatesState {
	if (offReason(config, { state: undefined, problems }) !== undefined) return 'off';
	if (state?.paused !== undefined) return 'paused';
	if (!seen.armed) return UNARMED[seen.choice];
	if (!seen.live) return 'over';
	return obstacle === undefined ? 'on' : 'only_warn';
}

/** Where no hook was seen at work, by the session that could be told. */
const UNARMED = { one: 'unseen', several: 'per_session', none: 'no_session' } as const;

/** What of the config does not gate although it is written (D34). */
function lackOf({ leftOut }: Config, problems: readonly Problem[]): string[] {
	const [unread] = problems.filter(({ key }) => key === '');
	const [first, ...others] = leftOut;
	const more = others.length === 0 ? '' : `; and ${others.length} more`;
	return [
		...optional(unread && `a config file cannot be read: ${problemText(unread)}`),
		...optional(
			first &&
				`${counted(leftOut.length, 'requirement')} ${leftOut.length === 1 ? 'is' : 'are'} left out: ${problemText(first)}${more}`,
		),
	];
}

function unseen(seen: {
	readonly choice: string;
	readonly armed: boolean;
	readonly live: boolean;
}): string[] {
	if (seen.choice === 'several') return ['several sessions are live here; name one with --session'];
	if (seen.choice === 'none') {
		return ['none is live here; start claude in this repository, and they are on'];
	}
	if (!seen.armed) return ['no hook of req was seen at work in this session'];
	return seen.live ? [] : ['the session is over'];
}

function optional(sentence: string | undefined): string[] {
	return sentence === undefined ? [] : [sentence];
}
