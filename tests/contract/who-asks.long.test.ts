import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type PlayedClient, playClient } from '../support/client-process.ts';
import { entriesIn } from '../support/remembered.ts';
import {
	ANA,
	BEN,
	builtReq,
	GATED,
	makeReqWorld,
	type ReqWorld,
	ran,
	satisfiedIn,
} from '../support/run-req.ts';

const START = { hook_event_name: 'SessionStart', source: 'startup' };
const bin = path.resolve('bin/req');

interface Played extends AsyncDisposable {
	readonly world: ReqWorld;
	readonly client: PlayedClient;
}

/** A world in which a session is live. */
async function inSession(): Promise<Played> {
	const world = await makeReqWorld(GATED);
	const client = await playClient(world);
	await client.hook('session-start', ANA, START);
	return {
		...{ world, client },
		[Symbol.asyncDispose]: async () => {
			await client[Symbol.asyncDispose]();
			await world[Symbol.asyncDispose]();
		},
	};
}

function isPaused({ world }: Played): boolean {
	return (world.state() as { paused?: unknown } | undefined)?.paused !== undefined;
}

/** Waits, as long as it takes, for what a process that nobody waits for leaves. */
const AND_WAIT = 'until [ -s "$DONE" ]; do sleep 0.05; done; cat "$DONE"';

/** Ways to run `req pause` that hide that the model does. `$BIN`: a folder with `req`; `$DONE`: what it said. */
const hidden: readonly (readonly [what: string, line: string])[] = [
	['without the variable', 'env -u CLAUDECODE "$BIN/req" pause'],
	['by a pattern', 'env -u CLAUDECODE "$BIN"/re? pause'],
	['in a loop', 'for f in "$BIN"/*; do env -u CLAUDECODE "$f" pause; done'],
	[
		'in an empty environment',
		'env -i HOME="$HOME" PATH="$PATH" CLAUDE_CONFIG_DIR="$CLAUDE_CONFIG_DIR" "$BIN/req" pause',
	],
	[
		'as a name that is put together',
		'PATH="$CLI:$PATH"; unset CLAUDECODE; node "$CLI/re$(echo q).mjs" pause',
	],
	['through a link', 'ln -s "$BIN/req" "$TMPDIR/x"; env -u CLAUDECODE "$TMPDIR/x" pause'],
	[
		'through a copy of its program',
		'cp -R "$CLI" "$CLI/../code" "$TMPDIR"; env -u CLAUDECODE node "$TMPDIR/cli/req.mjs" pause',
	],
	['in a session of its own', 'setsid -w env -u CLAUDECODE "$BIN/req" pause'],
	['in the background', 'unset CLAUDECODE; "$BIN/req" pause & wait'],
	[
		'from another program',
		'unset CLAUDECODE; node -e \'process.stdout.write(require("child_process").spawnSync(process.argv[1], ["pause"], {encoding: "utf8"}).stderr)\' "$BIN/req" >&2',
	],
];

function surroundings(world: ReqWorld): Record<string, string> {
	const folder = path.join(world.dir, 'bin');
	mkdirSync(folder, { recursive: true });
	if (!existsSync(path.join(folder, 'req'))) symlinkSync(bin, path.join(folder, 'req'));
	return { BIN: folder, CLI: path.dirname(builtReq), DONE: path.join(world.dir, 'done') };
}

it.each(hidden)('the model asks, whatever hides it: %s', async (_, line) => {
	await using played = await inSession();
	const { world, client } = played;
	const { stderr } = await client.bash(line, surroundings(world));
	expect(stderr).toContain('only the user can run `req pause`');
	expect(isPaused(played)).toBe(false);
});

/** Ways to cut off who started it. */
const cut: readonly (readonly [what: string, line: string])[] = [
	[
		'a second fork',
		`unset CLAUDECODE; (sh -c 'sleep 0.3; "$BIN/req" pause > "$DONE.x" 2>&1; mv "$DONE.x" "$DONE"' &) ; ${AND_WAIT}`,
	],
	[
		'a session of its own whose parent is gone',
		`unset CLAUDECODE; setsid -f sh -c 'sleep 0.3; "$BIN/req" pause > "$DONE.x" 2>&1; mv "$DONE.x" "$DONE"'; ${AND_WAIT}`,
	],
	[
		'nohup',
		`unset CLAUDECODE; (nohup sh -c 'sleep 0.3; "$BIN/req" pause > "$DONE.x" 2>&1; mv "$DONE.x" "$DONE"' > /dev/null 2>&1 &) ; ${AND_WAIT}`,
	],
	[
		'a shell under the name of a terminal',
		`unset CLAUDECODE; cp /bin/sh "$TMPDIR/kitty"; (setsid "$TMPDIR/kitty" -c 'sleep 0.3; "$BIN/req" pause > "$DONE.x" 2>&1; mv "$DONE.x" "$DONE"' &) ; ${AND_WAIT}`,
	],
];

it.each(cut)('nobody is known to ask where this cuts it off: %s', async (_, line) => {
	await using played = await inSession();
	const { stdout } = await played.client.bash(line, surroundings(played.world));
	expect(stdout).toContain('req cannot tell who asks');
	expect(stdout).toContain('/req:pause');
	expect(stdout).toContain('a terminal window of your own');
	expect(isPaused(played)).toBe(false);
});

it.each([
	[
		'the model without the variable',
		'env -u CLAUDECODE "$BIN/req" done arch-review > "$DONE" 2>&1',
	],
	[
		'what is cut off',
		`unset CLAUDECODE; (setsid sh -c 'sleep 0.3; "$BIN/req" done arch-review > "$DONE.x" 2>&1; mv "$DONE.x" "$DONE"' &) ; ${AND_WAIT}`,
	],
])('a skill that was not invoked is not finished by %s', async (_, line) => {
	await using played = await inSession();
	const around = surroundings(played.world);
	await played.client.bash(line, around);
	expect(readFileSync(String(around['DONE']), 'utf8')).toContain('was not invoked in this session');
	expect(satisfiedIn(played.world, ANA)).toEqual([]);
});

it('what is cut off may look', async () => {
	await using played = await inSession();
	const line = `unset CLAUDECODE; (setsid sh -c 'sleep 0.3; "$BIN/req" status --json > "$DONE.x" 2>&1; mv "$DONE.x" "$DONE"' &) ; ${AND_WAIT}`;
	const { stdout } = await played.client.bash(line, surroundings(played.world));
	expect(JSON.parse(stdout)).toHaveProperty('requirements');
});

it('a person in a terminal that was there before pauses while the session is live', async () => {
	await using played = await inSession();
	expect(played.world.req('pause').exit).toBe(0);
	expect(isPaused(played)).toBe(true);
});

it('where no session is live, whatever is cut off is a script of the user’s', async () => {
	await using world = await makeReqWorld(GATED);
	await using client = await playClient(world);
	const { stdout } = await client.bash(cut[1]?.[1] ?? '', surroundings(world));
	expect(stdout).not.toContain('cannot tell who asks');
	expect(world.state()).toMatchObject({ paused: expect.anything() });
});

const SKILL = {
	...ran('Skill', { skill: 'arch-review' }, { success: true, commandName: 'arch-review' }),
};

/** Ways to start a hook by hand. `$HOOKS`: where they are; `$EVENT`: a file with what a skill says that was used. */
const byHand: readonly (readonly [what: string, line: string])[] = [
	['by a variable', 'F="$HOOKS/post-tool-use.cjs"; node "$F" < "$EVENT"'],
	['in place of the shell', 'exec node "$HOOKS/post-tool-use.cjs" < "$EVENT"'],
	['by a pattern', 'node "$HOOKS"/post-tool-us?.cjs < "$EVENT"'],
	['through a pipe', 'cat "$EVENT" | node "$HOOKS/post-tool-use.cjs"'],
	[
		'before another program',
		'NODE_OPTIONS="--require $HOOKS/post-tool-use.cjs" node -e 1 < "$EVENT"',
	],
	['by xargs', 'ls "$HOOKS"/post-tool-use.cjs | xargs -I{} sh -c \'node {} < "$EVENT"\''],
	['as another client', 'CLAUDE_PID=$$ node "$HOOKS/post-tool-use.cjs" < "$EVENT"'],
	[
		'from a program that feeds it as a client does',
		'node -e \'const { spawnSync } = require("child_process"); spawnSync("node", [process.env.HOOKS + "/post-tool-use.cjs"], { input: require("fs").readFileSync(process.env.EVENT) })\'',
	],
	[
		'cut off',
		`setsid -f sh -c 'sleep 0.3; node "$HOOKS/post-tool-use.cjs" < "$EVENT"; echo 1 > "$DONE"'; ${AND_WAIT}`,
	],
	['cut off, alone', `setsid -f node "$HOOKS/post-tool-use.cjs" < "$EVENT"; sleep 1`],
];

it.each(byHand)(
	'a hook that is started %s records nothing, and the user hears of it',
	async (_, line) => {
		await using played = await inSession();
		const { world, client } = played;
		const event = path.join(world.dir, 'event.json');
		for (const session of [ANA, BEN]) {
			writeFileSync(event, JSON.stringify({ session_id: session, cwd: world.repo, ...SKILL }));
			await client.bash(line, {
				...surroundings(world),
				HOOKS: path.resolve('dist/hooks'),
				EVENT: event,
			});
		}
		expect(world.state()).toBeUndefined();
		const stopped = await client.hook('stop', ANA, { hook_event_name: 'Stop', prompt_id: 'p1' });
		expect(JSON.parse(stopped.stdout).systemMessage).toContain(
			'a hook of req for PostToolUse was started by hand: it recorded nothing',
		);
		const again = await client.hook('stop', ANA, { hook_event_name: 'Stop', prompt_id: 'p2' });
		expect(again.stdout).toBe('');
	},
);

it('a hook that the client starts records, whatever process stands in between since the session began', async () => {
	await using world = await makeReqWorld(GATED);
	await using client = await playClient(world, { shim: true });
	await client.hook('session-start', ANA, START);
	await client.hook('post-tool-use', ANA, SKILL);
	expect(satisfiedIn(world, ANA)).toContain('architecture_reviewed');
});

it('a session start by hand moves no session to another process, and ends none', async () => {
	await using played = await inSession();
	const { world, client } = played;
	const event = path.join(world.dir, 'event.json');
	const given = { ...surroundings(world), HOOKS: path.resolve('dist/hooks'), EVENT: event };
	const forged = { session_id: ANA, cwd: world.repo };
	for (const [name, input] of [
		['session-start', { ...forged, ...START }],
		['stop', { ...forged, hook_event_name: 'Stop' }],
		['session-end', { ...forged, hook_event_name: 'SessionEnd', reason: 'other' }],
	] as const) {
		writeFileSync(event, JSON.stringify(input));
		await client.bash(`CLAUDE_PID=1 node "$HOOKS/${name}.cjs" < "$EVENT"`, given);
	}
	const registry = JSON.parse(readFileSync(path.join(world.configDir, 'sessions.json'), 'utf8'));
	expect(Object.values(registry.sessions)).toMatchObject([{ uuid: ANA, pid: client.pid }]);
});

it('a client below another one records for its own session', async () => {
	await using played = await inSession();
	const { world, client } = played;
	const nested = `node "$CLIENT" "$HOOKS" '${JSON.stringify({ session_id: BEN, cwd: world.repo, ...START })}' '${JSON.stringify({ session_id: BEN, cwd: world.repo, ...SKILL })}'`;
	const folder = path.resolve('tests/support');
	await client.bash(nested, {
		CLIENT: path.join(folder, 'client-process.mjs'),
		HOOKS: path.resolve('dist/hooks'),
	});
	expect(satisfiedIn(world, BEN)).toContain('architecture_reviewed');
});

it('another version of the client, started apart after this one, records for its own session', async () => {
	await using played = await inSession();
	const { world, client } = played;
	const version = path.join(world.dir, 'claude/versions/2.1.999');
	mkdirSync(path.dirname(version), { recursive: true });
	copyFileSync(process.execPath, version);
	const of = { session_id: BEN, cwd: world.repo };
	await client.bash(
		`setsid -f sh -c '"$VERSION" "$CLIENT" "$HOOKS" "$ONE" "$TWO"; echo 1 > "$DONE"'; ${AND_WAIT}`,
		{
			...surroundings(world),
			...{ VERSION: version, CLIENT: path.resolve('tests/support/client-process.mjs') },
			...{ HOOKS: path.resolve('dist/hooks'), ONE: JSON.stringify({ ...of, ...START }) },
			TWO: JSON.stringify({ ...of, ...SKILL }),
		},
	);
	expect(satisfiedIn(world, BEN)).toContain('architecture_reviewed');
});

/** Ways to change what another session remembers that hide that the model does. */
const othersMemory: readonly (readonly [what: string, line: string])[] = [
	['without the variable', `env -u CLAUDECODE "$BIN/req" $COMMAND > "$DONE" 2>&1; cat "$DONE"`],
	[
		'cut off',
		`unset CLAUDECODE; (setsid sh -c 'sleep 0.3; "$BIN/req" $COMMAND > "$DONE.x" 2>&1; mv "$DONE.x" "$DONE"' &) ; ${AND_WAIT}`,
	],
];

it.each(othersMemory)(
	'what another session remembers is not the model’s to change: %s',
	async (_, line) => {
		await using played = await inSession();
		const { world, client } = played;
		world.start(BEN);
		const kept = world.json('learn', 'warning', 'the cache is cold', '--session', BEN) as {
			id: string;
		};
		const before = entriesIn(world, BEN);
		for (const command of [`learn forget ${kept.id}`, `pin add db forged --session ${BEN}`]) {
			const around: Record<string, string> = { ...surroundings(world), COMMAND: command };
			rmSync(String(around['DONE']), { force: true });
			const { stdout } = await client.bash(line, around);
			expect(stdout).toMatch(/only the user can run|req cannot tell who asks/);
		}
		expect(entriesIn(world, BEN)).toEqual(before);
	},
);
