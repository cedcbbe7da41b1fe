// Preloaded into a hook (`node --require`): writes down in order each file it opens, syncs and renames.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');

const { writeSync, openSync, fsyncSync, renameSync } = fs;
const log = openSync(process.env.REQ_TEST_SPY_LOG, 'a');
const opened = new Map();
const note = (...line) => writeSync(log, `${JSON.stringify(line)}\n`);

fs.openSync = (path, ...rest) => {
	const fd = openSync(path, ...rest);
	opened.set(fd, path);
	note('open', path);
	return fd;
};
fs.fsyncSync = (fd) => {
	note('fsync', opened.get(fd));
	return fsyncSync(fd);
};
fs.renameSync = (from, to) => {
	note('rename', from, to);
	return renameSync(from, to);
};
syncBuiltinESMExports();
