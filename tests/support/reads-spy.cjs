// Preloaded into a hook (`node --require`): writes down each path it asks the disk about, with the call that asks.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

// The originals: what the spy itself does is nobody's doing.
const { writeSync } = fs;
const log = fs.openSync(process.env.REQ_TEST_SPY_LOG, 'a');
const ASKING = /^(?:access|exists|l?stat|open|opendir|readdir|readFile|readlink|realpath)(?:Sync)?$/;

for (const owner of [fs, fs.promises]) {
	for (const name of Object.keys(owner).filter((key) => ASKING.test(key))) {
		const original = owner[name];
		owner[name] = Object.assign(function (...args) {
			if (typeof args[0] === 'string') writeSync(log, `${JSON.stringify([name, args[0]])}\n`);
			return original.apply(this, args);
		}, original);
	}
}
syncBuiltinESMExports();
