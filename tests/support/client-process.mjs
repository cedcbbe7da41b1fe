// Plays a client: hooks are its children, and each command line is a session of processes of its own.
import { spawn, spawnSync } from 'node:child_process';

const [hooks, ...events] = process.argv.slice(2);
// As a client of one turn: each event reaches its hook, one after the other.
if (hooks !== undefined) {
	for (const input of events) {
		const name = input.includes('"SessionStart"') ? 'session-start' : 'post-tool-use';
		const env = { ...process.env, CLAUDE_PID: String(process.pid) };
		spawnSync(process.execPath, [`${hooks}/${name}.cjs`], { input, env });
	}
}

process.on('message', ({ id, file, args, cwd, env, stdin }) => {
	const child = spawn(file, args, { cwd, env, detached: true });
	const said = { stdout: '', stderr: '' };
	for (const name of ['stdout', 'stderr']) {
		child[name].on('data', (chunk) => {
			said[name] += chunk;
		});
	}
	child.stdin.on('error', () => undefined);
	child.stdin.end(stdin);
	child.on('close', (exit) => process.send({ id, exit, ...said }));
});
process.on('disconnect', () => process.exit(0));
