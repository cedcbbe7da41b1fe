import { onlyTheUser } from '../app/commands/caller.ts';
import { rememberingProject } from '../app/commands/memory-of.ts';
import { ttlOf } from '../app/commands/typed-values.ts';
import type { AllPorts, CommandPorts } from '../app/ports.ts';
import {
	lintPipeline,
	loadPipeline,
	loopOf,
	type PipelinePlan,
	type PipelineRequest,
	planPipeline,
} from '../app/runs/pipeline-plan.ts';
import { runPipeline } from '../app/runs/stage-run.ts';
import type { Problem } from '../config/config.ts';
import { Fault } from '../core/fault/fault.ts';
import { MAX_ITERATIONS, USUAL_ITERATIONS } from '../core/pipeline/pipeline.ts';
import { hasSucceeded } from '../core/run/run-record.ts';
import type { RunRecord } from '../core/run/schema.ts';
import { named, oneLine, quoted } from '../core/text/one-line.ts';
import { placeAt } from '../git/find-place.ts';
import { allPorts } from '../runtime/all-ports.ts';
import {
	type Answer,
	type Command,
	callerAt,
	command,
	EXIT,
	JSON_SHOWN,
	type TypedLine,
} from './command.ts';
import { followed, itemsTable, pipelineLines, runJson, unreadableRuns } from './runs.ts';

/** The options of what works through stages. */
const STAGED = {
	'-r, --resume': 'go on after the last finished iteration of the newest run of this name',
	'--inherit <session>': { about: 'every session inherits from this one', isSingle: true },
	'--timeout <duration>': { about: 'for each session, such as 90s or 2h', usual: '30m' },
	'--json': 'for scripts: what became of each iteration',
} as const;

/** `req pipeline`: works through stages of sessions. */
export const pipeline: Command = {
	about:
		'Works through the stages that a YAML file describes, checks the file, or repeats one prompt.',
	examples: ['req pipeline lint refine.yaml', 'req pipeline run refine.yaml auth-v2'],
	commands: {
		/** 1 where a stage does not end as it should. */
		run: command({
			about:
				'Works through the stages of FILE, one headless session of `claude` per iteration, called NAME-<stage>-<iteration>. All sessions inherit the same; results go from stage to stage by `inputs`. Exits with 1 where a stage does not end as it should.',
			usage: '[options] <file> <name> [-- claude-args...]',
			words: {
				'<file>': 'YAML file of the pipeline',
				'<session-name>': 'what its sessions are called after',
				'[claude-args...]': 'behind --: what goes to the client untouched',
			},
			options: { ...STAGED, '--trust': 'give sessions the permissions that stand in the file' },
			examples: [
				'req pipeline run refine.yaml auth-v2 --inherit auth-v1',
				'req pipeline run refine.yaml auth-v2 --resume',
				'req pipeline run refine.yaml auth-v2 -- --max-turns 40',
			],
			run: async (given, live, line) => {
				noWords(line.words.slice(2));
				const ports = allPorts(live);
				const request = requestOf(line, given, ports);
				onlyTheUser(request.caller, 'req pipeline run');
				const { place, config } = await rememberingProject(request.caller, ports);
				const asked = { cwd: request.caller.cwd, file: request.file, root: place.root };
				const loaded = await loadPipeline(asked, ports);
				const plan = await planPipeline({ place, config, request, pipeline: loaded }, ports);
				return perform(plan, ports);
			},
		}),
		/** 1 where something is wrong. */
		lint: command({
			about:
				'Checks a pipeline and the prompts it names: everything that is wrong, with line and key. Exits with 1 where something is.',
			words: { '<file>': 'YAML file of the pipeline' },
			options: JSON_SHOWN,
			examples: ['req pipeline lint refine.yaml'],
			run: async ({ file }, live) => {
				const ports = allPorts(live);
				const { cwd } = callerAt(ports, undefined);
				const { root } = placeAt(cwd, ports.context);
				const { problems } = await lintPipeline({ cwd, file, root }, ports);
				return {
					text: () => lintText(file, problems),
					json: () => lintJson(problems),
					exit: problems.length === 0 ? EXIT.done : EXIT.no,
				};
			},
		}),
		loop: command({
			summary: 'repeat one prompt until nothing is left to do',
			about:
				'Works on one prompt, session after session, until one says that nothing is left to do: a pipeline of one stage, loop. Exits with 1 where it does not end as it should.',
			usage: '[options] <prompt-or-file> <name> [max] [-- claude-args...]',
			words: {
				'<prompt...>':
					'the prompt, or a file that holds it; what its sessions are called after; how many at most (default: 25)',
			},
			options: STAGED,
			examples: [
				'req pipeline loop prompts/refactor.md auth-v2 25 --inherit auth-v1',
				'req pipeline loop "Fix one failing test" fix-tests 5 -- --permission-mode acceptEdits',
			],
			run: async (given, live, line) => {
				const [max, ...others] = line.words.slice(2);
				noWords(others);
				const ports = allPorts(live);
				const request = requestOf(line, given, ports);
				const { caller, file: prompt } = request;
				onlyTheUser(caller, 'req pipeline loop');
				const iterations = max === undefined ? USUAL_ITERATIONS : countOf(max);
				const { place, config } = await rememberingProject(caller, ports);
				const stages = loopOf({ cwd: caller.cwd, prompt, iterations }, ports);
				const plan = await planPipeline({ place, config, request, pipeline: stages }, ports);
				return perform(plan, ports);
			},
		}),
	},
};

async function perform(plan: PipelinePlan, ports: AllPorts): Promise<Answer> {
	return followed((tell) => runPipeline(plan, tell, ports), {
		context: ports.context,
		warnings: unreadableRuns(plan.unreadable),
		verbose: false,
		text: pipelineText,
		json: pipelineJson,
	});
}

interface Staged {
	readonly resume?: true;
	readonly trust?: true;
	readonly inherit?: string;
	readonly timeout: string;
}

/** @throws Fault `usage` */
function requestOf(
	{ words: [file = '', name = ''], more }: TypedLine,
	{ resume, trust, inherit, timeout }: Staged,
	ports: CommandPorts,
): PipelineRequest {
	if (name === '') {
		throw new Fault('usage', 'the name of its sessions is missing', { hint: 'such as auth-v2' });
	}
	return {
		...{ caller: callerAt(ports, undefined), file, name, resume: resume === true },
		...{ trust: trust === true, inherit, more },
		timeout: ttlOf(timeout),
	};
}
/** @throws Fault `usage` */
function countOf(text: string): number {
	const count = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
	if (count >= 1 && count <= MAX_ITERATIONS) return count;
	throw new Fault('usage', `"${oneLine(text)}" is not a number of iterations`, {
		hint: `1 to ${MAX_ITERATIONS}`,
	});
}

/** @throws Fault `usage` */
function noWords(words: readonly string[]): void {
	if (words.length === 0) return;
	throw new Fault('usage', `${words.map(quoted).join(' ')} is one word too many`, {
		hint: 'what is for the client stands behind --',
	});
}

/** What is wrong in a pipeline, a line each (`req pipeline lint`). */
function lintText(file: string, problems: readonly Problem[]): string {
	if (problems.length === 0) return `${named(file)} is in order`;
	return problems
		.map(({ file: path, line, key, message }) => {
			const where = line === undefined ? oneLine(path) : `${oneLine(path)}:${line}`;
			return `${where}: ${key === '' ? '' : `${named(key)} `}${oneLine(message)}`;
		})
		.join('\n');
}

/** The same for scripts. */
function lintJson(problems: readonly Problem[]) {
	return problems.map(({ file, line = null, key, message }) => {
		return { file, line, key: key === '' ? null : key, message };
	});
}

/** What became of a pipeline: its iterations, how its stages ended, what they learned, and how it goes on. */
function pipelineText(run: RunRecord): string {
	// What it inherits is settled at its start: `--resume` takes no other.
	const instead = run.config['inherit'] === null ? '' : ' in the place of --inherit';
	const goesOn = `the same command with --resume${instead} goes on`;
	return [...itemsTable(run), ...pipelineLines(run), ...(hasSucceeded(run) ? [] : [goesOn])].join(
		'\n',
	);
}

/** What became of a pipeline, for scripts. */
function pipelineJson(run: RunRecord) {
	const none = { name: null, stages: [], bundles: {}, end: null };
	const { name, stages, bundles, end } = run.pipeline ?? none;
	return { ...runJson(run), name, stages, bundles, end };
}
