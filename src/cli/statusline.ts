import { runStatusline } from '../commands/run-statusline.ts';

// The one command that runs many times in a session starts alone, without the command line around it.
const [, , , option, command] = process.argv;
const wrap = option === '--wrap' ? command : option?.slice('--wrap='.length);
void runStatusline(wrap).then((exit) => process.exit(exit));
