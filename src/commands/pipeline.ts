import type { Problem } from '../config/config.ts';
import { ttlOf } from '../config/duration.ts';
import { onlyTheUser } from '../events/caller.ts';
import { rememberingProject } from '../events/session-memory.ts';
import { loopStage, pipelineSource } from '../runs/pipeline.ts';
import { MAX_ITERATIONS, readPipeline, type Stage, stagesIn, USUAL_ITERATIONS } from '../runs/pipeline-file.ts';
import type { RunRecord } from '../runs/run-file.ts';
import { hasSucceeded, learnedIn } from '../runs/stages.ts';
import { Fault } from '../store/fault.ts';
import { named, oneLine, quoted } from '../text/one-line.ts';
import { type Command, callerAt, command, EXIT, JSON_SHOWN } from './command.ts';
import { AFTER_DASHES, itemsText, performRun, runJson, STARTS, stageLines } from './run.ts';

/** The options of what works through stages. */
const STAGED = {
	'-r, --resume': 'go on after the last finished iteration of the newest run of this name',
	...STARTS,
} as const;

/**
 * A command that works through stages.
 *
 * @param name as it is typed
 * @param stagesOf what is worked through, by the words of the line and the directory
 */
function staged(
	name: string,
	it: Pick<Command, 'about' | 'details' | 'usage' | 'words' | 'examples'>,
	stagesOf: (words: readonly string[], cwd: string) => readonly Stage[],
): Command {
	return command({
		...(it as Required<typeof it>),
		options: STAGED,
		advice: AFTER_DASHES,
		run: async ({ resume = false, inherit, timeout }, context, { words, more }) => {
			const [file = '', sessions = ''] = words;
			if (sessions === '') {
				throw new Fault('usage', 'the name of its sessions is missing', {
					hint: 'such as auth-v2',
				});
			}
			const caller = callerAt(context, undefined);
			onlyTheUser(caller, name);
			const asked = { caller, file, name: sessions, resume, inherit, more };
			const options = { ...asked, timeout: ttlOf(timeout) };
			const { place, config } = await rememberingProject(caller, context);
			const work = { options, place, config, stages: stagesOf(words, caller.cwd) };
			const json = (run: RunRecord) => ({ ...runJson(run), ...run.pipeline, end: learnedIn(run) });
			return performRun(pipelineSource(work, context), { text: pipelineText, json }, context);
		},
	});
}

/** `req pipeline`: works through stages of sessions. */
export const pipeline: Command = {
	about: 'work through stages of sessions',
	examples: ['req pipeline lint refine.yaml', 'req pipeline run refine.yaml auth-v2'],
	commands: {
		run: staged(
			'req pipeline run',
			{
				about: 'work through the stages of a YAML file',
				details:
					'One headless session of `claude` per iteration, called NAME-<stage>-<iteration>. All sessions inherit the same; results go from stage to stage by `inputs`. Exits with 1 if a stage does not end as it should.',
				usage: '[options] <file> <name> [-- claude-args...]',
				words: {
					'<file>': 'YAML file of the pipeline',
					'<session-name>': 'what its sessions are called after',
					'[claude-args...]': 'after --: arguments of `claude`',
				},
				examples: [
					'req pipeline run refine.yaml auth-v2 --inherit auth-v1',
					'req pipeline run refine.yaml auth-v2 --resume',
					'req pipeline run refine.yaml auth-v2 -- --max-turns 40',
				],
			},
			([file = '', , ...others], cwd) => {
				noWords(others);
				return stagesIn(file, cwd);
			},
		),
		lint: command({
			about: 'check a pipeline',
			details: 'Names everything that is wrong, with line and key. Exits with 1 if anything is.',
			words: { '<file>': 'YAML file of the pipeline' },
			options: JSON_SHOWN,
			examples: ['req pipeline lint refine.yaml'],
			run: async ({ file }, context) => {
				const { problems } = readPipeline(file, context.cwd());
				return {
					text: () => problems.map(problemText).join('\n') || `${named(file)} is in order`,
					json: () => problems.map((one) => ({ ...one, line: one.line ?? null, key: one.key || null })),
					exit: problems.length === 0 ? EXIT.done : EXIT.no,
				};
			},
		}),
		loop: staged(
			'req pipeline loop',
			{
				about: 'repeat one prompt until nothing is left to do',
				details:
					'Works on one prompt, session after session, until one says that nothing is left to do: a pipeline of one stage, loop. Exits with 1 if it does not end as it should.',
				usage: '[options] <prompt-or-file> <name> [max] [-- claude-args...]',
				words: {
					'<prompt...>':
						'the prompt, or a file that holds it; what its sessions are called after; how many at most (default: 25)',
				},
				examples: [
					'req pipeline loop prompts/refactor.md auth-v2 25 --inherit auth-v1',
					'req pipeline loop "Fix one failing test" fix-tests 5 -- --permission-mode acceptEdits',
				],
			},
			([prompt = '', , max = `${USUAL_ITERATIONS}`, ...others], cwd) => {
				noWords(others);
				return [loopStage(prompt, countOf(max), cwd)];
			},
		),
	},
};

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
		hint: 'arguments of `claude` go after --',
	});
}

function problemText({ file, line, key, message }: Problem): string {
	const where = line === undefined ? oneLine(file) : `${oneLine(file)}:${line}`;
	return `${where}: ${key === '' ? '' : `${named(key)} `}${oneLine(message)}`;
}

/** What became of a pipeline: its iterations, how its stages ended, what they learned, and how it goes on. */
function pipelineText(run: RunRecord): string {
	const next = hasSucceeded(run) ? [] : ['the same command with --resume goes on'];
	return [...itemsText(run), ...stageLines(run), ...next].join('\n');
}
