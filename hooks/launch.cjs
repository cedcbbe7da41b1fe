// The one committed hook that runs without a build: a missing build must not be silent (host fact 24).
const { existsSync } = require('node:fs');
const { join } = require('node:path');

if (existsSync(join(__dirname, '..', 'dist', 'hooks', 'session-start.cjs'))) {
	require('../dist/hooks/session-start.cjs');
} else {
	const text =
		'req: the gates are off: this copy of the req plugin has no build. `npm ci` in its folder makes one.';
	const hookSpecificOutput = { hookEventName: 'SessionStart', additionalContext: text };
	process.stdout.write(JSON.stringify({ hookSpecificOutput, systemMessage: text }));
}
