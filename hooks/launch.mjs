// The one committed hook that runs without a build: a missing build must not be silent (host fact 24).
import { existsSync } from 'node:fs';

const built = new URL('../dist/hooks/session-start.mjs', import.meta.url);
if (existsSync(built)) await import(built.href);
else {
	const text =
		'req: the gates are off: this copy of the req plugin has no build. `npm ci` in its folder makes one.';
	const hookSpecificOutput = { hookEventName: 'SessionStart', additionalContext: text };
	process.stdout.write(JSON.stringify({ hookSpecificOutput, systemMessage: text }));
}
