import { main } from './main.ts';
import { commandContext } from './process-context.ts';

// A reader such as `head` may leave early.
process.stdout.on('error', () => process.exit(process.exitCode));
// stderr may be closed; `req run` continues.
process.stderr.on('error', () => undefined);
void main(process.argv.slice(2), commandContext()).then((exit) => {
	process.exitCode = exit;
});
