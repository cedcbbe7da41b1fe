import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { SessionRecord } from '../../src/core/session-record/schema.ts';
import { clientVersions } from '../support/client-binary.ts';
import type { Run } from '../support/client-run.ts';
import { type ClientWorld, checkout, openGatedWorld } from '../support/client-world.ts';
import { bash, type Turn, text, write } from '../support/model-turns.ts';
import {
	injectedContext,
	mainRequests,
	promptText,
	toolResults,
} from '../support/seen-by-model.ts';
import { shaped } from '../support/shaped.ts';

/** Continuity without any gate. */
const config = 'version: 1\n';
const header = '[SESSION CONTINUITY — inherited from 1 prior session(s)]';
const pin = bash('req note pin cookie "SameSite must be Lax behind the proxy" --critical');
const task = bash('req task add "Keep the cookie" --stage build');
const learn = bash('req learn "the proxy strips Secure cookies"');

/** A session's work: a file, a pin, a learning, a task. */
function work(world: ClientWorld): Turn[] {
	const login = write(world.path('src/login.ts'), 'export function restoreCookie() {}\n');
	return [login, pin, learn, task, text('The cookie survives a reload.')];
}

/** What SessionStart told the model before its nth request. */
function told(run: Run, request = 0): string {
	return injectedContext(mainRequests(run)[request], 'SessionStart').join('\n');
}

function times(words: string, piece: string): number {
	return words.split(piece).length - 1;
}

function recordOf({ read }: ClientWorld, { session }: Pick<Run, 'session'>): SessionRecord {
	const file = `.git/requirements/sessions/${session.slice(0, 8)}.json`;
	return shaped(SessionRecord, JSON.parse(read(file)));
}

it.each(clientVersions)(
	'in Claude Code %s the second session knows what the first one did',
	async (client) => {
		await using world = await openGatedWorld(config, { client });

		const first = await world.run({ prompts: ['Fix the login cookie.'], main: work(world) });
		expect(told(first)).not.toContain('SESSION CONTINUITY');
		expect(toolResults(first).map(({ failed }) => failed)).toEqual([false, false, false, false]);
		const second = await world.run({ prompts: ['Go on.'] });

		const key = first.session.slice(0, 8);
		const context = told(second);
		expect(times(context, header)).toBe(1);
		for (const piece of [
			'[t1] Keep the cookie (last stage: build, 0d ago)',
			'SameSite must be Lax behind the proxy',
			`[inherited from ${key}`,
			'the proxy strips Secure cookies',
			'impl: login.ts, restoreCookie',
			'- was asked: "Fix the login cookie."',
		])
			expect(context).toContain(piece);
		// What other lines say is no topic beside them.
		expect(context).not.toMatch(/^HOT TOPICS: .*cookie/m);
		expect(recordOf(world, first)).toMatchObject({
			status: 'complete',
			continued_by: second.session.slice(0, 8),
			activity: { files: [{ path: 'src/login.ts' }] },
		});
		expect(recordOf(world, second)).toMatchObject({ previous: key, status: 'complete' });
	},
);

it('what a killed client did reaches the next session', async () => {
	await using world = await openGatedWorld(config);

	const running = await world.start({
		main: [
			...work(world).slice(0, -1),
			() => {
				running.kill();
				return bash('sleep 1');
			},
		],
	});
	const killed = await running.done;
	const next = await world.run({});

	expect(killed.exit).toBeNull();
	expect(told(next)).toContain('SameSite must be Lax behind the proxy');
	expect(told(next)).toContain('Keep the cookie');
	expect(recordOf(world, killed)).toMatchObject({ status: 'crashed', crash_recovered: true });
});

it('D19: after a compaction a session has its own pins and tasks back, once', async () => {
	await using world = await openGatedWorld(config);

	// The client asks twice for the summary.
	const summary = text('<summary>The cookie was fixed.</summary>');
	const run = await world.run({
		prompts: ['Build.', '/compact', 'Go on.'],
		main: [...work(world), summary, summary],
	});

	const after = promptText(mainRequests(run).at(-1));
	expect(after).toContain('Go on.');
	expect(after).not.toContain('Build.');
	expect(times(after, 'SameSite must be Lax behind the proxy')).toBe(1);
	expect(told(run, mainRequests(run).length - 1)).toContain('Keep the cookie');
});

it('D19: after a compaction a session is not told what it replaced itself', async () => {
	await using world = await openGatedWorld(config);
	const note = `req learn warning "Old advice about cookies" | grep -o 'i[0-9a-f]\\{8\\}'`;
	const summary = text('<summary>It was noted.</summary>');
	const run = await world.run({
		prompts: ['Note it.', '/compact', 'Go on.'],
		main: [
			bash(`req learn warning "New advice about cookies" --supersedes "$(${note})"`),
			...[text('Noted.'), summary, summary],
		],
	});
	const context = told(run, mainRequests(run).length - 1);
	expect(context).toContain('New advice about cookies');
	expect(context).not.toContain('Old advice about cookies');
});

it('D19: a resumed session is not told a second time', async () => {
	await using world = await openGatedWorld(config);
	await world.run({ main: work(world) });

	const second = await world.run({});
	const resumed = await world.run({ args: ['--resume', second.session] });

	expect(resumed.session).toBe(second.session);
	expect(times(promptText(mainRequests(resumed).at(-1)), header)).toBe(1);
});

it('D12, D19: the session after /clear knows the one before it', async () => {
	await using world = await openGatedWorld(config);

	const run = await world.run({
		prompts: ['Build.', '/clear', 'Go on.'],
		main: [...work(world), text('Gone on.')],
	});

	const context = told(run, mainRequests(run).length - 1);
	expect(context).toContain(header);
	expect(context).toContain('SameSite must be Lax behind the proxy');
	const [before, after] = recordsOf(world);
	expect(after?.parent).toBe(before?.key);
});

it('D13, D25: a live session beside it is no source and is left as it is', async () => {
	await using world = await openGatedWorld(config);
	let context = '';

	const live = await world.run({
		main: [
			...work(world).slice(0, -1),
			async () => {
				context = told(await world.run({}));
				return text('Two of us.');
			},
		],
	});

	expect(context).not.toContain('SameSite');
	expect(recordOf(world, live)).toMatchObject({ status: 'complete', continued_by: null });
	expect(recordOf(world, live).crash_recovered ?? false).toBe(false);
});

it('D11: a client that the model started receives nothing and passes nothing on', async () => {
	// Otherwise the model may not choose the plugins of a client.
	await using world = await openGatedWorld(`${config}protect: false\n`);
	await world.run({ main: work(world) });

	const inner = `"$CLAUDE_CODE_EXECPATH" -p "inner prompt" --plugin-dir '${checkout}' < /dev/null`;
	const run = await world.run({ prompts: ['Outer.'], main: [bash(inner), text('Done.')] });

	const nested = run.requests.filter((request) => promptText(request).includes('inner prompt'));
	const own = nested.filter((request) => !promptText(request).includes('Outer.'));
	expect(own.length).toBeGreaterThan(0);
	expect(own.filter((request) => promptText(request).includes('SameSite'))).toEqual([]);
});

/** Every record of the repository, in the order in which the sessions started. */
function recordsOf(world: ClientWorld): SessionRecord[] {
	const folder = world.path('.git/requirements/sessions');
	return readdirSync(folder)
		.filter((name) => /^[0-9a-f]{8}[.]json$/.test(name))
		.map((name) => shaped(SessionRecord, JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))))
		.sort((a, b) => a.started_at.localeCompare(b.started_at));
}

it.each(clientVersions)(
	'D12: in Claude Code %s a fork names the session it was made of, where no requirement is configured',
	async (client) => {
		await using world = await openGatedWorld(config, { client });

		const first = await world.run({ prompts: ['Fix the login cookie.'] });
		const forked = await world.run({ args: ['--resume', first.session, '--fork-session'] });
		const again = await world.run({ args: ['--resume', forked.session, '--fork-session'] });

		const [one, two, three] = [first, forked, again].map(({ session }) => session.slice(0, 8));
		expect(recordOf(world, forked)).toMatchObject({ parent: one, lineage: [one] });
		const req = path.join(checkout, 'dist/cli/req.mjs');
		const line = execFileSync('node', [req, 'session', 'lineage', three ?? ''], {
			...{ cwd: world.repo, env: world.env, encoding: 'utf8' },
		});
		const shown = line.split('\n').flatMap((row) => /[0-9a-f]{8}(?= {2}feature)/.exec(row) ?? []);
		expect(shown).toEqual([three, two, one]);
	},
);

it.each(clientVersions)(
	'in Claude Code %s a session is told what was noted in a terminal before it, once',
	async (client) => {
		await using world = await openGatedWorld(config, { client });
		const req = (...args: readonly string[]) =>
			execFileSync(process.execPath, [path.join(checkout, 'dist/cli/req.mjs'), ...args], {
				...{ cwd: world.repo, env: world.env, encoding: 'utf8' },
			});

		expect(req('learn', 'the tests need a running database')).toContain('for the next session');
		req('note', 'pin', 'port', 'Postgres listens on 5433');
		req('note', 'next', 'wire the cache');
		req('note', 'blocker', 'api', 'no staging key yet');
		const first = await world.run({ prompts: ['Go on.'] });
		const second = await world.run({ prompts: ['Go on.'] });

		const context = told(first);
		expect(context).toContain('[SESSION CONTINUITY — noted in a terminal for this branch]');
		for (const piece of [
			'the tests need a running database',
			'Postgres listens on 5433',
			'wire-the-cache',
			'api:no-staging-key-yet',
		])
			expect(times(context, piece)).toBe(1);
		// From then on it is what the first session knows.
		expect(told(second)).not.toContain('noted in a terminal for this branch');
	},
);
