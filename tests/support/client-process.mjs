// Plays a client: hooks are its children, and each command line is a session of processes of its own.
import { spawn } from 'node:child_process';

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
