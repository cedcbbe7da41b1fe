import { writeSync } from 'node:fs';
import { runStatusline } from '../commands/run-statusline.ts';
import { commandContext } from '../runtime/context.ts';

const context = commandContext();
/** Claude Code may have closed the pipe. */
const print = (text: string) => {
	try {
		writeSync(1, text);
	} catch {
		process.exit(0);
	}
};
const stdout = { write: print, isTerminal: false, columns: () => undefined };
// The one command that runs many times in a session starts alone, without the command line and the streams around it.
void runStatusline({ ...context, stdout }).then((exit) => process.exit(exit));
