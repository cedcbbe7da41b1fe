import type { ConfigView } from '../../app/commands/config-view.ts';
import type { Config, Requirement, Trigger } from '../../core/config/config.ts';
import type { Inherit } from '../../core/config/continuity.ts';
import { typeConfigs } from '../../core/requirement-type/type-table.ts';
import { oneLine } from '../../core/text/one-line.ts';
import { problemsJson } from './config-check.ts';
import { durationText } from './time.ts';

/** The merged config in the form of a file; with origins, each key names the file that set it. */
export function configText({ found, origins }: ConfigView): string {
	if (found.kind === 'none') return 'no requirements are configured here; `req init` makes a start';
	const { config } = found;
	const fileOf = new Map(origins.map(({ key, file }) => [key, file]));
	const line = (path: string, text: string) => {
		if (origins.length === 0) return text;
		return `${text}  # ${oneLine(fileOf.get(path) ?? 'default')}`;
	};
	return [
		line('enabled', `enabled: ${config.enabled}`),
		line('protect', `protect: ${config.protect}`),
		'requirements:',
		...config.requirements.flatMap((requirement) => [
			`  ${requirement.name}:`,
			...writtenKeys(requirement).map(([key, value]) =>
				line(`requirements.${requirement.name}.${key}`, `    ${key}: ${JSON.stringify(value)}`),
			),
		]),
		...inheritLines(config, line('inherit', 'inherit:')),
		...config.switchedOff.map((sentence) => `# ${oneLine(sentence)}`),
	].join('\n');
}

function inheritLines({ inherit }: Config, head: string): readonly string[] {
	if (inherit === undefined) return [];
	const keys = Object.entries(writtenInherit(inherit));
	return [head, ...keys.map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`)];
}

function writtenInherit({ from, select, comprehension }: Inherit): object {
	return { from, select: select === 'all' ? ['all'] : select, comprehension };
}

/** The same for scripts; absent values are null (D37), a section that nobody wrote is not there (S2-139). */
export function configJson({ found, origins }: ConfigView): object {
	if (found.kind === 'none') return { configured: false, problems: [], sources: [] };
	const { config, problems } = found;
	return {
		configured: true,
		...settingsJson(config),
		requirements: config.requirements.map((requirement) => ({
			name: requirement.name,
			...written(requirement),
		})),
		problems: problemsJson(problems),
		sources: origins,
	};
}

function settingsJson(config: Config): object {
	const { enabled, protect, clearSessionState, strictResume, inherit, switchedOff } = config;
	const { trustedExtensions: trusted } = config;
	return {
		enabled,
		protect,
		session_end: { clear_session_state: clearSessionState },
		...(strictResume ? { run: { strict_resume: true } } : {}),
		...(inherit === undefined ? {} : { inherit: writtenInherit(inherit) }),
		...(trusted.length === 0 ? {} : { trust_extensions: trusted }),
		switched_off: switchedOff,
	};
}

/** What says something: neither absent nor an empty list. */
function writtenKeys(requirement: Requirement): [string, unknown][] {
	return Object.entries(written(requirement)).filter(
		([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
	);
}

/** A requirement under the keys of a config file. */
function written(requirement: Requirement): Readonly<Record<string, unknown>> {
	const { type, scope, enforce, skills, plan, manual, carry, ttl, commands } = requirement;
	const { locked, message } = requirement;
	return {
		type,
		scope,
		triggers: requirement.triggers.map(writtenTrigger),
		blocks: requirement.blocks.map(writtenTrigger),
		enforce,
		hold_stop: enforce === 'warn' ? null : requirement.holdsStop,
		...(requirement.onFailure === undefined ? {} : { on_failure: requirement.onFailure }),
		skills,
		satisfy_on: requirement.satisfyOn,
		plan,
		manual,
		carry,
		ttl: ttl === undefined ? null : durationText(ttl),
		commands: commands.map((one) => (one.partial ? one : one.run)),
		stale_after: requirement.staleAfter.map(writtenTrigger),
		locked,
		message: message ?? null,
		...Object.assign({}, ...typeConfigs().map(([, one]) => one.written(requirement))),
	};
}

function writtenTrigger(trigger: Trigger): unknown {
	switch (trigger.on) {
		case 'edit':
			return trigger.glob === undefined ? 'edit' : { edit: trigger.glob };
		case 'command':
			return { command: trigger.command };
		case 'tool':
			return { tool: trigger.pattern };
	}
}
