import schema from '../../config/requirements.schema.json' with { type: 'json' };
import type { Origin } from '../config/compile.ts';
import { type Problem, problemText, type Requirement } from '../config/config.ts';
import { camelName } from '../config/key.ts';
import { explainConfig } from '../config/load-config.ts';
import { REQUIREMENT_KEYS } from '../config/requirement-keys.ts';
import type { Inherit } from '../config/settings.ts';
import { type Project, projectOfCall } from '../events/projects.ts';
import { writeTrigger } from '../gate/triggers.ts';
import { durationText } from '../text/local-time.ts';
import { oneLine } from '../text/one-line.ts';
import { counted } from '../text/phrases.ts';
import { type Command, command, EXIT, JSON_SHOWN } from './command.ts';

/** `req config`: the requirements that count here. */
export const config: Command = {
	about: 'show and check the config',
	examples: ['req config show', 'req config check'],
	commands: {
		show: command({
			about: 'show the config merged from all files',
			isDefault: true,
			options: { '--sources': 'name the file that set each key', ...JSON_SHOWN },
			examples: ['req config show --sources'],
			run: async ({ sources = false }, context) => {
				const project = await projectOfCall(context.cwd(), context);
				if (project === undefined) {
					const json = () => ({ configured: false, problems: [], sources: [] });
					return { text: NOTHING, json };
				}
				const origins = sources ? await explainConfig(project.place, context) : [];
				return {
					text: () => configText(project, origins),
					json: () => configJson(project, origins),
				};
			},
		}),
		check: command({
			about: 'name every problem with file, line and key',
			details: 'Exits with 1 if there is one.',
			options: JSON_SHOWN,
			examples: ['req config check'],
			run: async (_, context) => {
				const project = await projectOfCall(context.cwd(), context);
				if (project === undefined) return { text: NOTHING, json: () => [] };
				const { problems, config: merged } = project;
				const none = `${counted(merged.requirements.length, 'requirement')}, no problem`;
				return {
					text: problems.length === 0 ? none : problemLines(project).join('\n'),
					json: () => problems.map(problemJson),
					exit: problems.length === 0 ? EXIT.done : EXIT.no,
				};
			},
		}),
		schema: command({
			about: 'print the JSON Schema of requirements.yaml',
			examples: ['req config schema > requirements.schema.json'],
			run: async () => ({ text: JSON.stringify(schema, undefined, '\t') }),
		}),
	},
};

const NOTHING = 'no requirements are configured here; `req init --preset starter` makes a start';

/** One problem per line. Where it takes the whole requirement away, more is lost than the key it names. */
function problemLines({ problems, config: { leftOut } }: Project): string[] {
	const grave = leftOut.map(problemText);
	return problems
		.map(problemText)
		.map((line) => (grave.includes(line) ? `${line} (the whole requirement is left out)` : line));
}

/** A problem for scripts; absent values are null (D37). */
export function problemJson({ file, line, key, message }: Problem): object {
	return { file, line: line ?? null, key, message };
}

/** The merged config in the form of a file; with origins, each key names the file that set it. Problems come first. */
function configText(project: Project, origins: readonly Origin[]): string {
	const { config } = project;
	const inherit = config.inherit && writtenInherit(config.inherit);
	const fileOf = new Map(origins.map(({ key, file }) => [key, file]));
	const line = (path: string, text: string) => {
		if (origins.length === 0) return text;
		return `${text}  # ${oneLine(fileOf.get(path) ?? 'default')}`;
	};
	return [
		...problemLines(project).map((problem) => `# ${problem}`),
		line('enabled', `enabled: ${config.enabled}`),
		line('protect', `protect: ${config.protect}`),
		line('observe', `observe: ${config.observe}`),
		'requirements:',
		...config.requirements.flatMap((requirement) => [
			`  ${requirement.name}:`,
			...writtenKeys(requirement).map(([key, value]) =>
				line(`requirements.${requirement.name}.${key}`, `    ${key}: ${JSON.stringify(value)}`),
			),
		]),
		...(inherit === undefined ? [] : [line('inherit', 'inherit:')]),
		...Object.entries(inherit ?? {}).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`),
		...config.switchedOff.map((sentence) => `# ${oneLine(sentence)}`),
	].join('\n');
}

function writtenInherit({ from, select, comprehension }: Inherit): object {
	return { from, select: select === 'all' ? ['all'] : select, comprehension };
}

/** The same for scripts; absent values are null (D37), a section that no file has is not there. */
function configJson({ config, problems }: Project, origins: readonly Origin[]): object {
	const { enabled, protect, observe, sessionEnd, run, inherit, switchedOff } = config;
	return {
		configured: true,
		enabled,
		protect,
		observe,
		session_end: { clear_session_state: sessionEnd.clearSessionState },
		...(run.strictResume && { run: { strict_resume: true } }),
		...(inherit && { inherit: writtenInherit(inherit) }),
		switched_off: switchedOff,
		requirements: config.requirements.map((one) => ({ name: one.name, ...written(one) })),
		problems: problems.map(problemJson),
		sources: origins,
	};
}

/** What says something: neither absent nor an empty list. */
function writtenKeys(requirement: Requirement): [string, unknown][] {
	return Object.entries(written(requirement)).filter(
		([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
	);
}

function written(requirement: Requirement): Readonly<Record<string, unknown>> {
	const { holdsStop } = requirement;
	const values: Readonly<Record<string, unknown>> = {
		...requirement,
		triggers: requirement.triggers.map(writeTrigger),
		blocks: requirement.blocks.map(writeTrigger),
		staleAfter: requirement.staleAfter.map(writeTrigger),
		holdStop: requirement.enforce === 'warn' ? null : holdsStop,
		ttl: requirement.ttl === undefined ? null : durationText(requirement.ttl),
		commands: requirement.commands.map((one) => (one.partial ? one : one.run)),
	};
	const keys = Object.keys(REQUIREMENT_KEYS).filter((key) => !UNSHOWN.includes(key));
	return Object.fromEntries(keys.map((key) => [key, values[camelName(key)] ?? null]));
}

/** A requirement that is shown is enabled, and its skills are in `skills`. */
const UNSHOWN = ['enabled', 'auto_resolve_skill'];
