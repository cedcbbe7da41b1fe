import { runStatusline } from '../commands/run-statusline.ts';

// The one command that runs many times in a session starts alone, without the command line around it.
void runStatusline().then((exit) => process.exit(exit));
