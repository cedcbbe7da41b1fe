// Preloaded into a process (`node --require`): kills it right before it writes a file that has this text in it.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { writeFileSync } = fs;
fs.writeFileSync = (file, data, options) => {
	if (String(data).includes(process.env.REQ_TEST_KILL_TEXT)) process.kill(process.pid, 'SIGKILL');
	return writeFileSync(file, data, options);
};
syncBuiltinESMExports();
