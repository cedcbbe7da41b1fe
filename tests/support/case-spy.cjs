// Preloaded into a hook (`node --require`): writes down each process it starts and each file it puts in place or opens for writing.
const childProcess = require('node:child_process');
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

// The originals: what the spy itself writes is nobody's effect.
const { writeSync } = fs;
const log = fs.openSync(process.env.REQ_TEST_SPY_LOG, 'a');

function note(op, target) {
	writeSync(log, `${JSON.stringify({ op, target: String(target) })}\n`);
}

function watch(module, name, describe) {
	const original = module[name];
	module[name] = function (...args) {
		const result = original.apply(this, args);
		const found = describe(args);
		if (found !== undefined) note(...found);
		return result;
	};
}

function isWriting(flags) {
	if (typeof flags === 'number')
		return (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0;
	return /[wa+]/.test(flags ?? 'r');
}

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']) {
	watch(childProcess, name, ([program]) => ['spawn', program]);
}
for (const owner of [fs, fs.promises]) {
	for (const name of ['rename', 'renameSync', 'link', 'linkSync']) {
		if (owner[name]) watch(owner, name, ([, target]) => ['put', target]);
	}
	for (const name of ['open', 'openSync']) {
		if (owner[name]) {
			watch(owner, name, ([path, flags]) => (isWriting(flags) ? ['open', path] : undefined));
		}
	}
	for (const name of ['writeFile', 'writeFileSync', 'appendFile', 'appendFileSync']) {
		if (owner[name]) {
			watch(owner, name, ([path]) => (typeof path === 'string' ? ['open', path] : undefined));
		}
	}
}
syncBuiltinESMExports();
