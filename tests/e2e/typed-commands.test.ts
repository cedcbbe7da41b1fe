import { expect, it } from 'vitest';
import type { Run } from '../support/client-run.ts';
import { type ClientWorld, checkout, openGatedWorld } from '../support/client-world.ts';
import { plan } from '../support/gated-configs.ts';
import { bash, text, write } from '../support/model-turns.ts';
import { failures, injectedContext, mainRequests, promptText, toolResults } from '../support/seen-by-model.ts';

/** What hooks answered to typed commands, as the model read it before a request. */
function answersRead(run: Run, request: number): readonly string[] {
	return injectedContext(mainRequests(run).at(request), 'UserPromptExpansion');
}

it('typed commands are answered without a model call, and the model reads of them with the next prompt (D36)', async () => {
	await using world = await openGatedWorld(plan);
	const edit = write(world.path('a.ts'));
	const answers: readonly (readonly [prompt: string, answer: RegExp])[] = [
		['/req:status', /req answered `\/req:status`:\non branch .*\ngates: on\n[\s\S]*commit_plan/],
		['/req:satisfy comit_plan', /req did nothing [\s\S]*no requirement "comit_plan"[\s\S]*commit_plan\?/],
		['/req:satisfy --tll 1h', /req did nothing [\s\S]*there is no option `--tll`/],
		['/req:pause a hotfix', /paused, "a hotfix"/],
		['/req:unpause', /on again/],
		['/req:approve commit_plan', /approved by/],
		['/req:clear commit_plan', /commit_plan: cleared/],
		['Build.', /^It is held\.$/],
		['/req:satisfy commit_plan --evidence "see PR 4"', /commit_plan: satisfied for this session/],
		['Build now.', /^Built\.$/],
		['/req:clear commit_plan', /commit_plan: cleared/],
		['/req:satisfy commit_plan\nBuild more.', /^Built more\.$/],
		// Its own, beside our /req:clear: nothing of the session is left.
		['/clear', /^$/],
		['Build again.', /^It is held again\.$/],
	];

	const run = await world.run({
		prompts: answers.map(([prompt]) => prompt),
		main: [
			...[edit, text('It is held.'), edit, text('Built.')],
			...[edit, text('Built more.'), edit, text('It is held again.')],
		],
	});

	const printed = run.messages.flatMap(({ result }) => result ?? []);
	expect(printed).toEqual(answers.map(([, answer]) => expect.stringMatching(answer)));
	expect(mainRequests(run)).toHaveLength(8);
	expect(failures(run)).toEqual([true, false, false, true]);
	expect(toolResults(run)[0]?.text).toContain('`/req:satisfy commit_plan`');
	expect(promptText(mainRequests(run)[2])).toContain('commit_plan: satisfied for this session');
	expect(answersRead(run, 4).at(-1)).toContain('commit_plan: satisfied for this session');
	expect(promptText(mainRequests(run)[4])).toContain('A hook of req carried it out');
	expect(answersRead(run, -1)).toEqual([]);
});

it('a client that the model starts is not the user, is marked, receives nothing and passes nothing on (D11, D36)', async () => {
	// Otherwise the model may not choose the plugins of a client.
	await using world = await openGatedWorld(`${plan}protect: false\n`);
	world.req('note', 'pin', 'cookie', 'SameSite must be Lax', '--critical');
	await world.run({ main: [bash('req learn "the proxy strips cookies"')] });
	const nested = (prompt: string) => `"$CLAUDE_CODE_EXECPATH" -p '${prompt}' --plugin-dir '${checkout}' < /dev/null\n`;
	const typed = ['/req:pause', '/req:satisfy commit_plan', 'inner prompt'];
	world.write('../nested.sh', typed.map(nested).join(''));
	let during: ReturnType<ClientWorld['sessions']> = {};

	const run = await world.run({
		prompts: ['Outer.'],
		main: [
			bash('sh ../nested.sh'),
			() => {
				during = world.sessions();
				return text('Inside.');
			},
			write(world.path('a.ts')),
		],
	});

	const [answers, edit] = toolResults(run);
	expect(answers?.text).toContain('only the user can run `/req:pause`');
	expect(answers?.text).toContain('only the user can satisfy commit_plan');
	expect(edit).toMatchObject({ name: 'Write', failed: true });
	expect(world.state('feature/x')?.paused).toBeUndefined();
	const marks = Object.values(during).map(({ uuid, nested }) => [uuid === run.session, nested]);
	expect(marks).toHaveLength(2);
	expect(marks).toContainEqual([false, true]);
	expect(marks).not.toContainEqual([true, true]);
	const inner = run.requests.map(promptText).filter((words) => words.includes('inner prompt'));
	const own = inner.filter((words) => !words.includes('Outer.'));
	expect(own.length).toBeGreaterThan(0);
	expect(own.filter((words) => /SameSite|the proxy strips/.test(words))).toEqual([]);
});
