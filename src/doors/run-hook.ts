import { readFileSync, writeSync } from 'node:fs';
import { answerEvent, type Hook } from '../events/hook.ts';
import { messageOf } from '../events/report-fault.ts';
import { Fault } from '../store/fault.ts';
import { processContext } from './process-context.ts';

/** No event of a tool call grows beyond this; what does is not read into memory twice. */
const MAX_INPUT_BYTES = 4 * 1024 * 1024;

/**
 * The process around one event: one JSON document from stdin, at most one to stdout, and exit code 0 whatever goes wrong
 * (D35). It does not wait for work that goes on behind an answer.
 */
export async function runHook<Input>(hook: Hook<Input>): Promise<never> {
	const crash = new Promise<never>((_, reject) => {
		process.on('uncaughtException', reject);
		process.on('unhandledRejection', reject);
	});
	try {
		const output = await answerEvent(hook, readEvent, processContext(), crash);
		if (output !== undefined) writeSync(1, JSON.stringify(output));
	} catch (error) {
		writeSync(2, `req: ${messageOf(error)}\n`);
	}
	process.exit(0);
}

function readEvent(): unknown {
	const bytes = readFileSync(0);
	if (bytes.length > MAX_INPUT_BYTES) throw new Fault('bad_input', `the hook input has ${bytes.length} bytes`);
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch (cause) {
		throw new Fault('bad_input', 'the hook input is not JSON', { cause });
	}
}
