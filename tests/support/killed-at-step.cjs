// Preloaded into a process (`node --require`): kills it right before it changes the disk for the n-th time.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const CHANGES = [
	...['mkdirSync', 'openSync', 'writeSync', 'writeFileSync', 'renameSync', 'linkSync'],
	...['unlinkSync', 'rmSync', 'rmdirSync', 'utimesSync'],
];
let left = Number(process.env.REQ_TEST_KILL_STEP);

for (const name of CHANGES) {
	const change = fs[name];
	fs[name] = (...args) => {
		const isRead = name === 'openSync' && (args[1] ?? 'r') === 'r';
		if (!isRead) left -= 1;
		if (left === 0) process.kill(process.pid, 'SIGKILL');
		return change(...args);
	};
}
syncBuiltinESMExports();
