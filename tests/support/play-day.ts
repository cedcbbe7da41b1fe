import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { clientPid } from './client-process.ts';
import { type Act, type Call, type Step, textOf } from './day-script.ts';
import { ACTS, branchOf, CALLS, filesOf, movesOf, openDayWorld } from './day-world.ts';
import { TICK_MS } from './detected-call.ts';
import { git } from './git-repo.ts';
import type { HookName } from './run-hook.ts';

type Who = Call['who'];
type Maybe = 'yes' | 'no' | 'maybe';

const SESSIONS = {
	A: 'abc12345-0000-4000-8000-000000000001',
	B: 'def45678-0000-4000-8000-000000000002',
};
/** Words that blame a session for what changed. */
const BLAMES = /(?:changed|moved) during|got round|bypass/i;
/** Calls that change nothing beyond what they name, or run tests. */
const IS_PLAIN = /^(?:edit|read|test|plan|review)$/;
const IS_EDIT = /^(?:edit|write)$/;
const UNKNOWN: Truth = {
	...{ plan: false, review: 'no', proof: 'no' },
	...{ worked: 'no', untested: '', committed: false },
};

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
	/** It has committed what it may not have tested. */
	committed: boolean;
}

/** A call that runs. */
interface Open {
	readonly call: Call;
	readonly tree: string;
	/** On the branch on which it was checked. */
	readonly truth: Truth;
	/** Files that a person changed meanwhile, and branches that they moved. */
	readonly theirs: Set<string>;
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
			expect(day.newBypasses().length === 0, 'a journal names a bypass');
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
	/** Real bypasses while nobody else worked: all were seen. */
	slips = 0;
	private readonly world: Awaited<ReturnType<typeof openDayWorld>>;
	private readonly trees: Readonly<Record<Who, string>>;
	private readonly truths = new Map<string, Truth>();
	private readonly open: Open[] = [];
	/** Sessions that were blamed for a person's work on main: nothing satisfies a guard. */
	private readonly blamedOnMain = new Set<Who>();
	private readonly prompts = { A: 0, B: 0 };
	private readonly known = new Set<string>();
	private calls = 0;

	constructor(world: PlayedDay['world']) {
		this.world = world;
		this.trees = { A: world.repo, B: world.tree };
	}

	private truthOf(who: Who, branch: string): Truth {
		const truth = this.truths.get(`${who} ${branch}`) ?? { ...UNKNOWN };
		this.truths.set(`${who} ${branch}`, truth);
		return truth;
	}

	private ask(who: Who, name: HookName, event: object) {
		const cwd = this.trees[who];
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

	/** The files and branches of each bypass that journals name and did not name before. */
	newBypasses(): string[][] {
		const dir = join(this.world.repo, '.git/requirements/sessions');
		const names = readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
		const lines = names.flatMap((name) => readFileSync(join(dir, name), 'utf8').split('\n'));
		const found = lines.filter((line) => line.includes('"e":"bypassed"') && !this.known.has(line));
		for (const line of found) this.known.add(line);
		return found.map((line) => JSON.parse(line)).map(({ paths, branch }) => (paths.length > 0 ? paths : [branch]));
	}

	private async statusBlames(who: Who): Promise<boolean> {
		const status = `cd ${this.trees[who]}; CLAUDE_CODE_SESSION_ID=${SESSIONS[who]} req status`;
		return this.isBlame(who, (await this.world.bash(status)).stdout);
	}

	async play(step: Step): Promise<void> {
		if (step.who === 'person') return this.act(step);
		const { who, does } = step;
		// Beside a call of the main conversation run those of its subagents, and reading ones; no turn ends.
		const isBusy = this.open.some(({ call }) => call.who === who);
		if (does === 'stop') return isBusy ? undefined : this.stop(who);
		const short = { ...step, agent: false, takes: 'short', beside: [] } as const;
		if (CALLS[does][1].startsWith('/')) return this.call(short);
		if (does !== 'slip' && does !== 'release')
			return this.call({ ...step, agent: step.agent || (isBusy && does !== 'read') });
		const branch = branchOf(this.trees[who]);
		const { plan, review } = this.truthOf(who, branch);
		const isUnmet = does === 'slip' ? !plan : review === 'no';
		// Whoever else works would leave a doubt.
		const isAlone = this.open.length === 0 && !this.blamedOnMain.has(who);
		const isBypass = isAlone && isUnmet && branch !== 'main';
		return this.call(isBypass ? short : { ...step, does: 'read' });
	}

	private async act(act: Act): Promise<void> {
		const { repo } = this.world;
		const before = { branch: branchOf(repo), moves: movesOf(repo), files: filesOf(repo) };
		await ACTS[act.does][1](repo, act.file, true);
		const files = filesOf(repo);
		const all = Object.keys({ ...before.files, ...files });
		const changed = all.filter((file) => files[file] !== before.files[file]);
		const isMoved = movesOf(repo) !== before.moves;
		for (const open of this.touch(repo)) {
			for (const name of changed) open.theirs.add(name);
			if (isMoved) open.theirs.add(before.branch).add(branchOf(repo));
			open.isMoved ||= isMoved;
		}
	}

	/** Somebody changed files: nobody else knows what that proves. Returns the calls that ran meanwhile. */
	private touch(tree: string, by?: Open): Open[] {
		for (const [key, truth] of this.truths) {
			const who = key.startsWith('A') ? 'A' : 'B';
			const isTheirs = who !== by?.call.who && this.trees[who] === tree;
			if (isTheirs && truth.proof === 'yes') truth.proof = 'maybe';
		}
		const running = this.open.filter((one) => one !== by && one.tree === tree);
		for (const open of running) open.isTouched = true;
		return running;
	}

	private eventOf({ who, does, file, agent }: Call) {
		this.calls += 1;
		const says: string = CALLS[does][1];
		const id = { tool_use_id: `toolu_${this.calls}` };
		const call = agent ? { ...id, agent_id: `agent${this.open.length}` } : id;
		if (says.startsWith('/')) return { ...call, tool_name: 'Skill', tool_input: { skill: says.slice(1) } };
		const bash = { command: says.replace('FILE', file) };
		const edit = { file_path: join(this.trees[who], file), old_string: '1', new_string: '2' };
		const [tool_name, tool_input] = does === 'edit' ? ['Edit', edit] : ['Bash', bash];
		return { ...call, tool_name, tool_input };
	}

	private async call(call: Call): Promise<void> {
		const { who, does, takes, beside } = call;
		const tree = this.trees[who];
		const branch = branchOf(tree);
		const truth = this.truthOf(who, branch);
		const event = this.eventOf(call);
		await setTimeout(TICK_MS);
		const answer = await this.say(who, 'pre-tool-use', event);
		checkGate(call, branch, truth, answer);
		if (answer.refuses) return;
		const theirs = new Set<string>();
		const open = { call, tree, truth, theirs, isTouched: false, isMoved: false };
		this.open.push(open);
		const began = Date.now();
		// What a gate has allowed is done on that branch, though a person may switch branches then.
		const isFirst = IS_EDIT.test(does) || does === 'commit';
		for (const step of isFirst ? [] : beside) await this.play(step);
		const isDone = await this.run(open);
		for (const step of isFirst ? beside : []) await this.play(step);
		const duration_ms = takes === 'long' ? 5_000 : Math.min(Date.now() - began, 1_900);
		const { text } = await this.end(call, { ...event, duration_ms }, isDone);
		this.open.splice(this.open.indexOf(open), 1);
		learn(open);
		doubt(open, this.truthOf(who, branchOf(tree)));
		if (does === 'slip' || does === 'release') await this.endSlip(call, text);
		else await this.checkBlame(open, text);
	}

	/** Does what the call does. Whether it succeeds. */
	private async run(open: Open): Promise<boolean> {
		const { tree, call, truth } = open;
		const isFree = truth.plan && branchOf(tree) !== 'main';
		const isDone = (await CALLS[call.does][2](tree, call.file, isFree)) !== false;
		// One review never serves two commits, not even before the first is over.
		if (call.does === 'commit' && isDone) truth.review = 'no';
		if (/^(?:commit|release)$/.test(call.does) && isDone) truth.committed ||= truth.proof !== 'yes';
		if (!/^(?:read|plan|review)$/.test(call.does)) this.touch(tree, open);
		return isDone;
	}

	private end({ who, does }: Call, event: object, isDone: boolean) {
		if (!isDone) return this.ask(who, 'post-tool-use-failure', { ...event, error: 'Exit code 1' });
		const stdout = does === 'test' ? '# tests 3\n# pass 3\n# fail 0\n' : '';
		const tool_response = { success: true, stdout, stderr: '' };
		return this.ask(who, 'post-tool-use', { ...event, tool_response });
	}

	/** A call is blamed for nothing but what a person did meanwhile, if it may have done that itself. */
	private async checkBlame({ call, theirs }: Open, text: string): Promise<void> {
		const { who, does, takes } = call;
		if (does === 'read') expect(text === '', `a reading call is told: ${text}`);
		const names = this.newBypasses().flat();
		if (names.length === 0 && !this.isBlame(who, text)) return;
		const isTheirs = names.length > 0 && names.every((name) => theirs.has(name));
		const isExcused = isTheirs && takes === 'short' && !IS_PLAIN.test(does);
		expect(isExcused, `${textOf(call)}: blamed: ${text}`);
		this.excused.push(`${who} ${does}: ${names.join(', ')}`);
		if (text.includes('on_main')) this.blamedOnMain.add(who);
		for (const skill of ['plan', 'review'] as const) await this.play({ ...call, does: skill });
	}

	/** The model is told of a bypass at once, `req status` shows it, and the skill ends it. */
	private async endSlip(call: Call, text: string): Promise<void> {
		this.slips += 1;
		const isNoted = this.newBypasses().length === 1 && this.isBlame(call.who, text);
		expect(isNoted && (await this.statusBlames(call.who)), `a bypass was not seen: ${text}`);
		await this.play({ ...call, does: call.does === 'slip' ? 'plan' : 'review' });
		expect(!(await this.statusBlames(call.who)), `req status blames ${call.who} after its skill`);
	}

	private async stop(who: Who): Promise<void> {
		const tree = this.trees[who];
		const truth = this.truthOf(who, branchOf(tree));
		const { untested, worked, proof, committed } = truth;
		const turn = { stop_hook_active: false, background_tasks: [] };
		const { refuses, text } = await this.say(who, 'stop', turn);
		const isClean = git(tree, 'status', '-s', 'src') === '';
		const isDue = proof === 'no' && untested !== '' && git(tree, 'status', '-s', untested) !== '';
		const isWrong = {
			'kept open with nothing uncommitted': refuses && isClean && !committed,
			'kept open without work': refuses && worked === 'no',
			'kept open after its tests': refuses && proof === 'yes',
			'waits for too much': worked !== 'crossed' && /commit_plan|_review|on_main/.test(text),
			'ends untested': isDue && !refuses,
		};
		for (const [how, is] of Object.entries(isWrong)) expect(!is, `a turn of ${who} ${how}: ${text}`);
		if (refuses) await this.say(who, 'stop', { ...turn, stop_hook_active: true });
		expect(!(await this.statusBlames(who)), `req status blames ${who}`);
		truth.untested = '';
		this.prompts[who] += 1;
		await this.say(who, 'user-prompt-submit', { prompt: 'Go on.' });
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
	if (isCommit && truth.review === 'maybe') truth.review = text.includes('pre_commit_review') ? 'no' : 'yes';
	const names: string[] = [];
	if (branch === 'main' && (isCommit || IS_EDIT.test(does))) names.push('on_main');
	if (IS_EDIT.test(does) && file.startsWith('src/') && !truth.plan) names.push('commit_plan');
	if (isCommit && truth.review === 'no') names.push('pre_commit_review');
	const isSo = refuses === names.length > 0 && names.every((name) => text.includes(name));
	expect(isSo, `${does} ${file}: ${refuses ? 'refused' : 'allowed'}, not by ${names}: ${text}`);
}

/** What is so after a call. */
function learn({ call: { does, file }, truth, isTouched }: Open): void {
	if (does === 'plan') truth.plan = true;
	if (does === 'review') truth.review = 'yes';
	if (does === 'commit' && truth.review === 'yes') truth.review = 'maybe';
	if (does === 'test') truth.proof = isTouched ? 'maybe' : 'yes';
	if (truth.proof === 'yes') truth.committed = false;
	if (IS_EDIT.test(does) && file.startsWith('src/'))
		Object.assign(truth, { worked: 'yes', proof: 'no', untested: file });
}

/** What nobody can be sure of after a call. `now`: on the branch that is checked out by then. */
function doubt({ call: { does }, truth, isTouched, isMoved }: Open, now: Truth): void {
	for (const one of [truth, now]) {
		if (truth !== now) Object.assign(one, { worked: 'crossed', proof: 'maybe' });
		if (IS_PLAIN.test(does)) continue;
		if (isMoved && one.review === 'yes') one.review = 'maybe';
		if (!isTouched && !/slip|script|release/.test(does)) continue;
		if (one.proof === 'yes') one.proof = 'maybe';
		if (one.worked === 'no') one.worked = 'maybe';
	}
}
