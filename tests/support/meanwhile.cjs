// Preloaded into a process (`node --require`): right before it writes the bundle of a session, another process has its turn.
const fs = require('node:fs');
const { spawnSync } = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');

const { openSync } = fs;
const { REQ_TEST_MEANWHILE, NODE_OPTIONS: _, ...env } = process.env;
let isOver = false;

fs.openSync = (path, ...more) => {
	if (!isOver && /[/\\]inherited[/\\][^/\\]+[.]tmp$/.test(String(path))) {
		isOver = true;
		spawnSync(process.execPath, JSON.parse(REQ_TEST_MEANWHILE), { env });
	}
	return openSync(path, ...more);
};
syncBuiltinESMExports();
