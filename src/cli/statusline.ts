import { runStatusline } from '../commands/run-statusline.ts';
import { commandContext } from '../runtime/context.ts';

// Nobody may read any more.
process.stdout.on('error', () => process.exit(0));
// The one command that runs many times in a session starts alone, without the command line around it.
void runStatusline(commandContext()).then((exit) => process.exit(exit));
