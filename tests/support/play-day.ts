import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { clientPid } from './client-process.ts';
import { type Act, type Call, type Step, textOf } from './day-script.ts';
import { ACTS, append, branchOf, CALLS, movesOf, openDayWorld } from './day-world.ts';
import { TICK_MS } from './detected-call.ts';
import { git, gitEnv } from './git-repo.ts';
import { type HookName, runReq } from './run-hook.ts';

type Who = Call['who'];
type Maybe = 'yes' | 'no' | 'maybe';

const SESSIONS = {
	A: 'abc12345-0000-4000-8000-000000000001',
	B: 'def45678-0000-4000-8000-000000000002',
};
/** Words that blame a session for what changed. */
const BLAMES = /(?:changed|moved) during|got round|bypass/i;
/** Milliseconds: longer than a window allows for the start of a hook. */
const DIALOG_MS = 1_500;
/** Calls that change nothing beyond what they name, or run tests. */
const IS_PLAIN = /^(?:edit|read|test|plan|review)$/;
const IS_EDIT = /^(?:edit|write)$/;
const UNKNOWN = { plan: false, review: 'no', proof: 'no', worked: 'no', untested: '' } as const;

/** What is so for a session on a branch, whatever the product believes. `maybe`: either is right. */
interface Truth {
	plan: boolean;
	review: Maybe;
	/** The tests passed, and no source file changed since. */
	proof: Maybe;
	/** It changed source files; `crossed`: by a call during which the branch was switched. */
	worked: Maybe | 'crossed';
	/** A source file that it has edited in this turn, and not tested. */
	untested: string;
}

/** A call that runs. */
interface Open extends Readonly<Record<'tree' | 'branch', string>> {
	readonly call: Call;
	/** What a person did meanwhile. */
	readonly persons: Act[];
	isAsking: boolean;
	/** Somebody else changed files, or a person moved HEAD, meanwhile. */
	isTouched: boolean;
	isMoved: boolean;
}

function expect(isSo: boolean, otherwise: string): void {
	if (!isSo) throw new Error(otherwise);
}

/** Plays a day; throws as soon as a session is blamed, refused, allowed or held wrongly. */
export async function playDay(steps: readonly Step[], hasTree: boolean): Promise<PlayedDay> {
	using world = await openDayWorld(hasTree);
	const day = new PlayedDay(world);
	await day.say('B', 'session-start', { source: 'startup' });
	for (const [index, step] of steps.entries()) {
		try {
			await day.play(step);
			expect(day.newBypasses() === 0, 'a journal names a bypass');
		} catch (error) {
			const script = steps.slice(0, index + 1).map((one) => textOf(one));
			throw new Error(`${(error as Error).message}\n${script.join('\n')}`, { cause: error });
		}
	}
	return day;
}

class PlayedDay {
	/** Blame for what a person did while a short call ran that may write: nobody can tell these apart. */
	readonly excused: string[] = [];
	/** Real bypasses while nobody else worked, and those of them that were not seen. */
	slips = 0;
	readonly missed: string[] = [];
	private readonly world: Awaited<ReturnType<typeof openDayWorld>>;
	private readonly truths = new Map<string, Truth>();
	private readonly open: Open[] = [];
	/** Background tasks, and how many turns they still run. */
	private tasks: { who: Who; id: string; turns: number }[] = [];
	/** Sessions that were blamed for a person's work on main: nothing satisfies a guard. */
	private readonly blamedOnMain = new Set<Who>();
	/** Sessions whose status names a commit without a review again, once the next one has consumed its review. */
	private readonly released = new Set<Who>();
	private readonly prompts = { A: 0, B: 0 };
	private bypasses = 0;
	private calls = 0;

	constructor(world: PlayedDay['world']) {
		this.world = world;
	}

	private treeOf(who: Who): string {
		return who === 'A' ? this.world.repo : this.world.tree;
	}

	private truthOf(who: Who, branch: string): Truth {
		const truth = this.truths.get(`${who} ${branch}`) ?? { ...UNKNOWN };
		this.truths.set(`${who} ${branch}`, truth);
		return truth;
	}

	private ask(who: Who, name: HookName, event: object) {
		const cwd = this.treeOf(who);
		const prompt_id = `11111111-0000-4000-8000-${String(this.prompts[who]).padStart(12, '0')}`;
		const client = String(who === 'A' ? process.pid : clientPid());
		const env = { CLAUDE_PROJECT_DIR: cwd, CLAUDE_PID: client };
		return this.world.hook(name, { session_id: SESSIONS[who], cwd, prompt_id, ...event }, env);
	}

	/** What a hook answers, which blames nobody. */
	async say(who: Who, name: HookName, event: object) {
		const answer = await this.ask(who, name, event);
		expect(!this.isBlame(who, answer.text), `${name} blames ${who}: ${answer.text}`);
		return answer;
	}

	private isBlame(who: Who, text: string): boolean {
		return BLAMES.test(text) && !this.blamedOnMain.has(who);
	}

	/** How many bypasses journals name that they did not name before. */
	newBypasses(): number {
		const dir = join(this.world.repo, '.git/requirements/sessions');
		const names = readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
		const text = names.map((name) => readFileSync(join(dir, name), 'utf8')).join('');
		const before = this.bypasses;
		this.bypasses = text.split('"e":"bypassed"').length - 1;
		return this.bypasses - before;
	}

	private async statusBlames(who: Who): Promise<boolean> {
		const home = join(this.world.dir, 'home');
		const own = { HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude'), CLAUDECODE: '1' };
		const env = { ...gitEnv, ...own, CLAUDE_CODE_SESSION_ID: SESSIONS[who] };
		const options = { cwd: this.treeOf(who), stdin: '', env };
		return this.isBlame(who, (await runReq(['status'], options)).stdout);
	}

	private async prompt(who: Who): Promise<void> {
		this.prompts[who] += 1;
		await this.say(who, 'user-prompt-submit', { prompt: 'Go on.' });
	}

	async play(step: Step): Promise<void> {
		if (step.who === 'person') return this.act(step);
		const { who, does } = step;
		// Beside a call of the main conversation run those of its subagents, and reading ones; no turn ends.
		const isBusy = this.open.some(({ call }) => call.who === who);
		if (isBusy && (does === 'stop' || does === 'denied')) return;
		if (does === 'stop') return this.stop(who);
		if (does === 'denied') {
			await this.say(who, 'pre-tool-use', this.eventOf({ ...step, agent: false }));
			return this.prompt(who);
		}
		const short = { ...step, agent: false, takes: 'short', beside: [] } as const;
		if (CALLS[does][1].startsWith('/')) return this.call(short);
		if (does === 'slip' || does === 'release')
			return this.call(this.isBypass(step) ? short : { ...step, does: 'read' });
		return this.call({ ...step, agent: step.agent || (isBusy && does !== 'read') });
	}

	/** The requirement is unmet, and nobody else works, which would leave a doubt. */
	private isBypass({ who, does }: Call): boolean {
		const branch = branchOf(this.treeOf(who));
		const { plan, review } = this.truthOf(who, branch);
		const isAlone = this.open.length + this.tasks.length === 0 && !this.blamedOnMain.has(who);
		return isAlone && branch !== 'main' && (does === 'slip' ? !plan : review === 'no');
	}

	private async act(act: Act): Promise<void> {
		const { repo } = this.world;
		const before = movesOf(repo);
		await ACTS[act.does][1](repo, act.file, true);
		for (const open of this.touch(repo)) {
			open.persons.push(act);
			open.isMoved ||= movesOf(repo) !== before;
		}
	}

	/** Somebody changed files: nobody else knows what that proves. Returns the calls that ran meanwhile. */
	private touch(tree: string, by?: Open): Open[] {
		for (const [key, truth] of this.truths) {
			const who = key.startsWith('A') ? 'A' : 'B';
			const isTheirs = who !== by?.call.who && this.treeOf(who) === tree;
			if (isTheirs && truth.proof === 'yes') truth.proof = 'maybe';
		}
		const running = this.open.filter((one) => one !== by && one.tree === tree && !one.isAsking);
		for (const open of running) open.isTouched = true;
		return running;
	}

	private eventOf({ who, does, file, agent }: Call) {
		this.calls += 1;
		const says: string = CALLS[does][1];
		const id = { tool_use_id: `toolu_${this.calls}` };
		const call = agent ? { ...id, agent_id: `agent${this.open.length}` } : id;
		if (says.startsWith('/'))
			return { ...call, tool_name: 'Skill', tool_input: { skill: says.slice(1) } };
		const run_in_background = does === 'serve';
		const bash = { command: says.replace('FILE', file), run_in_background };
		const edit = { file_path: join(this.treeOf(who), file), old_string: '1', new_string: '2' };
		const [tool_name, tool_input] = does === 'edit' ? ['Edit', edit] : ['Bash', bash];
		return { ...call, tool_name, tool_input };
	}

	private async call(call: Call): Promise<void> {
		const { who, does, takes, beside } = call;
		const tree = this.treeOf(who);
		const branch = branchOf(tree);
		const truth = this.truthOf(who, branch);
		const event = this.eventOf(call);
		await setTimeout(TICK_MS);
		const answer = await this.say(who, 'pre-tool-use', event);
		checkGate(call, branch, truth, answer);
		if (answer.refuses) return;
		const isAsking = takes === 'dialog';
		const open = { call, tree, branch, persons: [], isAsking, isTouched: false, isMoved: false };
		this.open.push(open);
		let began = Date.now();
		// What a gate has allowed is done on that branch, though a person may switch branches then.
		const isFirst = !isAsking && (IS_EDIT.test(does) || does === 'commit');
		for (const step of isFirst ? [] : beside) await this.play(step);
		if (isAsking) {
			await setTimeout(DIALOG_MS);
			open.isAsking = false;
			began = Date.now();
		}
		const isDone = await this.run(open);
		for (const step of isFirst ? beside : []) await this.play(step);
		const duration_ms = takes === 'long' ? 5_000 : Math.min(Date.now() - began, 1_900);
		const { text } = await this.end(call, { ...event, duration_ms }, isDone);
		this.open.splice(this.open.indexOf(open), 1);
		learn(truth, open);
		doubt([truth, this.truthOf(who, branchOf(tree))], open);
		if (does === 'slip' || does === 'release') await this.endSlip(call, text);
		else await this.checkBlame(open, text);
	}

	/** Does what the call does, and what background tasks do meanwhile. Whether it succeeds. */
	private async run(open: Open): Promise<boolean> {
		const { tree, call, branch } = open;
		if (this.calls % 3 === 0 && this.tasks.some(({ who }) => this.treeOf(who) === tree)) {
			append(tree, 'src/gen/served.ts');
			this.touch(tree);
		}
		const truth = this.truthOf(call.who, branch);
		const isFree = truth.plan && branchOf(tree) !== 'main';
		const isDone = (await CALLS[call.does][2](tree, call.file, isFree)) !== false;
		// One review never serves two commits, not even before the first is over.
		if (call.does === 'commit') truth.review = isDone ? 'no' : 'maybe';
		if (!/^(?:read|plan|review|serve)$/.test(call.does)) this.touch(tree, open);
		return isDone;
	}

	private end({ who, does }: Call, event: object, isDone: boolean) {
		if (!isDone) return this.ask(who, 'post-tool-use-failure', { ...event, error: 'Exit code 1' });
		const id = `task${this.calls}`;
		if (does === 'serve') this.tasks.push({ who, id, turns: 2 });
		const stdout = does === 'test' ? '# tests 3\n# pass 3\n# fail 0\n' : '';
		const task = does === 'serve' ? { backgroundTaskId: id } : {};
		const tool_response = { success: true, stdout, stderr: '', ...task };
		return this.ask(who, 'post-tool-use', { ...event, tool_response });
	}

	/** A call is blamed for nothing but what a person did meanwhile, if it may have done that itself. */
	private async checkBlame({ call, persons }: Open, text: string): Promise<void> {
		const { who, does, takes } = call;
		if (does === 'read') expect(text === '', `a reading call is told: ${text}`);
		if (this.newBypasses() === 0 && !this.isBlame(who, text)) return;
		const acts = persons.map((act) => textOf(act));
		const isExcused = acts.length > 0 && takes !== 'long' && !IS_PLAIN.test(does);
		expect(isExcused, `${textOf(call)}: blamed: ${text}`);
		this.excused.push(`${who} ${does} beside ${acts.join(', ')}`);
		if (text.includes('on_main')) this.blamedOnMain.add(who);
		for (const skill of ['plan', 'review'] as const) await this.play({ ...call, does: skill });
	}

	/** The model is told of a bypass at once, `req status` shows it, and the skill ends it. */
	private async endSlip(call: Call, text: string): Promise<void> {
		this.slips += 1;
		if (call.does === 'release') this.released.add(call.who);
		const isNoted = this.newBypasses() === 1;
		const isShown = this.isBlame(call.who, text) && (await this.statusBlames(call.who));
		if (!isNoted || !isShown) this.missed.push(`${textOf(call)}: ${text}`);
		await this.play({ ...call, does: call.does === 'slip' ? 'plan' : 'review' });
		expect(!(await this.statusBlames(call.who)), `req status blames ${call.who} after its skill`);
	}

	private async stop(who: Who): Promise<void> {
		const tree = this.treeOf(who);
		const truth = this.truthOf(who, branchOf(tree));
		const { untested, worked, proof } = truth;
		for (const task of this.tasks) if (task.who === who) task.turns -= 1;
		this.tasks = this.tasks.filter(({ turns }) => turns > 0);
		const own = this.tasks.filter((task) => task.who === who);
		const background_tasks = own.map(({ id }) => ({ id, type: 'shell', status: 'running' }));
		const turn = { stop_hook_active: false, background_tasks };
		const { refuses, text } = await this.say(who, 'stop', turn);
		const isDue = proof === 'no' && untested !== '' && git(tree, 'status', '-s', untested) !== '';
		const isWrong = {
			'kept open without work': refuses && worked === 'no',
			'kept open after its tests': refuses && proof === 'yes',
			'waits for too much': worked !== 'crossed' && /commit_plan|_review|on_main/.test(text),
			'ends untested': isDue && !refuses,
		};
		for (const [how, is] of Object.entries(isWrong))
			expect(!is, `a turn of ${who} ${how}: ${text}`);
		if (refuses) await this.say(who, 'stop', { ...turn, stop_hook_active: true });
		const isShown = !this.released.has(who) && (await this.statusBlames(who));
		expect(!isShown, `req status blames ${who}`);
		truth.untested = '';
		await this.prompt(who);
	}
}

/** A call is refused if a requirement that blocks it is unmet, and for no other reason. */
function checkGate(
	{ does, file }: Call,
	branch: string,
	truth: Truth,
	{ refuses, text }: { refuses: boolean; text: string },
): void {
	const isCommit = does === 'commit';
	if (isCommit && truth.review === 'maybe')
		truth.review = text.includes('pre_commit_review') ? 'no' : 'yes';
	const names: string[] = [];
	if (branch === 'main' && (isCommit || IS_EDIT.test(does))) names.push('on_main');
	if (isSourceEdit(does, file) && !truth.plan) names.push('commit_plan');
	if (isCommit && truth.review === 'no') names.push('pre_commit_review');
	const isSo = refuses === names.length > 0 && names.every((name) => text.includes(name));
	expect(isSo, `${does} ${file}: ${refuses ? 'refused' : 'allowed'}, not by ${names}: ${text}`);
}

function isSourceEdit(does: string, file: string): boolean {
	return IS_EDIT.test(does) && file.startsWith('src/');
}

/** What is so after a call. */
function learn(truth: Truth, { call: { does, file }, isTouched }: Open): void {
	if (does === 'plan') truth.plan = true;
	if (does === 'review') truth.review = 'yes';
	if (does === 'commit' && truth.review === 'yes') truth.review = 'maybe';
	if (does === 'test') truth.proof = isTouched ? 'maybe' : 'yes';
	if (isSourceEdit(does, file))
		Object.assign(truth, { worked: 'yes', proof: 'no', untested: file });
}

/** What nobody can be sure of after a call. */
function doubt([then, now]: [Truth, Truth], { call: { does }, isTouched, isMoved }: Open): void {
	for (const truth of [then, now]) {
		if (then !== now) Object.assign(truth, { worked: 'crossed', proof: 'maybe' });
		if (IS_PLAIN.test(does)) continue;
		if (isMoved && truth.review === 'yes') truth.review = 'maybe';
		if (!isTouched && !/slip|script|release/.test(does)) continue;
		if (truth.proof === 'yes') truth.proof = 'maybe';
		if (truth.worked === 'no') truth.worked = 'maybe';
	}
}
