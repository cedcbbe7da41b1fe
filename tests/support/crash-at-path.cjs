// Preloaded into a process (`node --require`): an error that no caller catches follows each look into a folder named `crash`.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

for (const name of ['lstatSync', 'statSync', 'readFileSync', 'openSync', 'realpathSync']) {
	const look = fs[name];
	const watched = (...args) => {
		if (String(args[0]).includes('/crash/')) crash();
		return look(...args);
	};
	fs[name] = Object.assign(watched, look);
}
syncBuiltinESMExports();

function crash() {
	if (process.env.REQ_TEST_CRASH === 'rejection') void Promise.reject(new Error('planned'));
	else
		setImmediate(() => {
			throw new Error('planned');
		});
}
