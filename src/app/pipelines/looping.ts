import { Fault } from '../../core/fault/fault.ts';
import { loopPipeline } from '../../core/pipeline/pipeline.ts';
import { named } from '../../core/text/one-line.ts';
import type { DeskPorts } from '../ports.ts';
import type { ReadyPipeline } from './loading.ts';

/** What is clearly the path of a text file, so that a missing one is not taken for a prompt. */
const LIKE_A_FILE = /^\S+\.(?:md|markdown|txt|prompt)$/i;

/**
 * The pipeline of `req pipeline loop`: a prompt, or the file that holds it, again and again (S0-021).
 *
 * @throws Fault `usage` where there is nothing to work on
 */
export function loopOf(
	asked: { readonly cwd: string; readonly prompt: string; readonly iterations: number },
	ports: DeskPorts,
): ReadyPipeline {
	const { cwd, prompt, iterations } = asked;
	const text = textOf(prompt, cwd, ports).trim();
	if (text === '') {
		throw new Fault('usage', 'the prompt is empty', { hint: 'say what a session is to do' });
	}
	return { ...loopPipeline(text, iterations), prompts: new Map([['loop', text]]) };
}

/** @throws Fault `usage` where a file is meant that cannot be read */
function textOf(prompt: string, cwd: string, ports: DeskPorts): string {
	// A prompt is longer than a path, and has lines.
	if (prompt.includes('\n') || prompt.length > 1_000) return prompt;
	const read = ports.pipelineFiles.text(cwd, prompt, undefined);
	if (read.kind === 'text') return read.text;
	if (read.isAbsent && !LIKE_A_FILE.test(prompt)) return prompt;
	throw new Fault('usage', `${named(prompt)} ${read.why}`, {
		hint: 'name a file that is there, or write a prompt of some words in quotation marks',
	});
}
