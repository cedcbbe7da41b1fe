// Preloaded into a process (`node --require`): right before it locks the bundle of a session, another process has its turn.
const fs = require('node:fs');
const { spawnSync } = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');

const { mkdirSync } = fs;
const { REQ_TEST_MEANWHILE, NODE_OPTIONS: _, ...env } = process.env;
let isOver = false;

fs.mkdirSync = (path, ...more) => {
	if (!isOver && /[/\\]inherited[/\\][^/\\]+[.]lock$/.test(String(path))) {
		isOver = true;
		spawnSync(process.execPath, JSON.parse(REQ_TEST_MEANWHILE), { env });
	}
	return mkdirSync(path, ...more);
};
syncBuiltinESMExports();
