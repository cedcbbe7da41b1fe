import { expect, it } from 'vitest';
import type { Run } from '../support/client-run.ts';
import { type ClientWorld, openGatedWorld } from '../support/client-world.ts';
import { bash, type Turn, text } from '../support/model-turns.ts';
import { failures, mainRequests, startContext } from '../support/seen-by-model.ts';

const config = 'version: 1\n';
const notice = /req: this session inherited from a and did not say/g;

/** The model leaves what a session called so has learned. */
function learns(name: string): Turn[] {
	return [bash(`req session name ${name}`), bash(`req learn "fact ${name} is known"`), text('Learned.')];
}

/** From whom the session inherits, as its start told the model, and whose facts stand there. */
function inheritedIn(run: Run): readonly string[] {
	const told = startContext(run);
	const from = /^Inherited, as asked, from session (\S+)[.]/m.exec(told)?.[1] ?? 'nobody';
	return [from, ...[...told.matchAll(/fact (\w+) is known/g)].map(([, name]) => name ?? '')];
}

/** What the client showed the user. */
function shown(run: Run): string {
	return run.messages.map(({ content }) => content ?? '').join('\n');
}

async function runAs(world: ClientWorld, name: string, env: Record<string, string>): Promise<Run> {
	const run = await world.run({ main: learns(name), env });
	expect(failures(run)).toEqual([false, false]);
	return run;
}

it('a chain passes on what its sessions learned', async () => {
	await using world = await openGatedWorld(config);

	await runAs(world, 'a', {});
	const b = await runAs(world, 'b', { REQ_INHERIT_FROM: 'a' });
	const c = await runAs(world, 'c', { REQ_INHERIT_FROM: 'b' });

	expect([b, c].map(inheritedIn)).toEqual([
		['a', 'a'],
		['b', 'b', 'a'],
	]);
});

it('step 0 stands before the first prompt; the user is told once if it is not answered, and not if it is', async () => {
	await using world = await openGatedWorld(config);
	await runAs(world, 'a', {});
	const required = `${config}inherit: { from: a, comprehension: required }\n`;
	world.write('.claude/requirements.yaml', required);
	world.git('checkout', '-q', '-b', 'feature/y');

	const silent = await world.run({
		prompts: ['Build.', 'Go on.'],
		main: [text('Built.'), text('On.')],
	});
	expect(inheritedIn(silent)).toEqual(['a', 'a']);
	expect(startContext(silent)).toMatch(/STEP 0[\s\S]*`req inherit ack/);
	expect(shown(silent).match(notice)).toHaveLength(1);
	expect(mainRequests(silent)).toHaveLength(2);

	world.git('checkout', '-q', '-b', 'feature/z');
	const understood = 'Earlier: fact a. Task: build. So the fact stays.';
	const main = [bash(`req inherit ack "${understood}"`), text('Built.')];
	const answered = await world.run({ main });
	expect(failures(answered)).toEqual([false]);
	expect(shown(answered)).not.toMatch(notice);
	const said = { present: true, text: understood, warning: null };
	expect(world.record(answered.session)).toMatchObject({ comprehension: said });
});
