// Preloaded into a hook (`node --require`): kills it where it puts a session's record in place, right before or right after.
const fs = require('node:fs');

const { renameSync } = fs;

fs.renameSync = (from, to) => {
	const isRecord = /sessions[/\\][a-z0-9-]+[.]json$/.test(to);
	if (isRecord && process.env.REQ_TEST_KILL === 'before') process.kill(process.pid, 'SIGKILL');
	renameSync(from, to);
	if (isRecord) process.kill(process.pid, 'SIGKILL');
};
