// The one committed hook: a Node that is too old and a missing build must not be silent (host fact 24).
// Old modules and syntax: Node 12 reads this file.
// biome-ignore-start lint/style/useNodejsImportProtocol: Node 12 does not know it
const { existsSync } = require('fs');
const { join } = require('path');
// biome-ignore-end lint/style/useNodejsImportProtocol: Node 12 does not know it

const version = process.versions.node;
const [major, minor] = version.split('.').map(Number);
const isOld = major < 20 || (major === 20 && minor < 12);

if (isOld) {
	say(
		`this is Node ${version}; req needs 20.12 or later. Put a newer Node first on the PATH that claude is started with.`,
	);
} else if (!existsSync(join(__dirname, '..', 'dist', 'hooks', 'session-start.cjs'))) {
	say('this copy of the req plugin has no build. `npm ci` in its folder makes one.');
} else {
	require('../dist/hooks/session-start.cjs');
}

function say(why) {
	const text = `req: the gates are off: ${why}`;
	const hookSpecificOutput = { hookEventName: 'SessionStart', additionalContext: text };
	process.stdout.write(JSON.stringify({ hookSpecificOutput, systemMessage: text }));
}
