// The one committed hook that runs without a build: a missing build must not be silent (host fact 24).
// Old modules and syntax: a Node that is too old gets as far as the session start, which says so.
// biome-ignore-start lint/style/useNodejsImportProtocol: Node 12 does not know it
const { existsSync } = require('fs');
const { join } = require('path');
// biome-ignore-end lint/style/useNodejsImportProtocol: Node 12 does not know it

if (existsSync(join(__dirname, '..', 'dist', 'hooks', 'session-start.cjs'))) {
	require('../dist/hooks/session-start.cjs');
} else {
	const text =
		'req: the gates are off: this copy of the req plugin has no build. `npm ci` in its folder makes one.';
	const hookSpecificOutput = { hookEventName: 'SessionStart', additionalContext: text };
	process.stdout.write(JSON.stringify({ hookSpecificOutput, systemMessage: text }));
}
