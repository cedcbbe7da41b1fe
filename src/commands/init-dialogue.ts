import { cancel, confirm, intro, isCancel, log, outro, select, text } from '@clack/prompts';
import { type InitPlan, type InitRequest, planInit } from '../app/init/init-plan.ts';
import { init } from '../app/init/init-undo.ts';
import type { AllPorts } from '../app/ports.ts';
import { PRESETS } from '../config/built-in.ts';
import { type PresetName, presetAsks } from '../core/setup/preset-text.ts';
import { oneLine } from '../core/text/one-line.ts';
import { type Answer, EXIT } from './command.ts';
import { branchFault, commandFault, type InitOptions } from './init-options.ts';
import {
	appliedText,
	changesNothing,
	foundLines,
	nextSteps,
	nothingText,
	notTakenText,
	shownChanges,
} from './init-text.ts';

/** What the questions so far have come to. */
interface Talk {
	readonly request: InitRequest;
	readonly options: InitOptions;
	readonly ports: AllPorts;
}

/** Asks one question, or none where the answer is known; `undefined`: the user has left. */
type Step = (talk: Talk) => Promise<Talk | undefined>;

/** What is about to happen, in lines, and what is asked about it. */
export interface Question {
	readonly title: string;
	readonly list: string;
	readonly question: string;
	/** What Enter alone means. */
	readonly usual: boolean;
}

/** @returns `undefined`: they have left */
export async function choiceOf(about: Question): Promise<boolean | undefined> {
	intro(about.title);
	log.message(about.list);
	const answer = await confirm({ message: about.question, initialValue: about.usual });
	if (isCancel(answer)) {
		cancel('nothing was changed');
		return undefined;
	}
	outro(answer ? 'done' : 'left as it is');
	return answer;
}

async function askLayer(talk: Talk): Promise<Talk | undefined> {
	const { local, global, team } = talk.options;
	if (local === true || global === true) return talk;
	const everywhere = { value: 'global', label: 'all my projects' } as const;
	const layer = await select<InitRequest['layer']>({
		message: 'Where do the requirements hold?',
		options: [
			{ value: 'project', label: 'this project', hint: 'committed, for the whole team' },
			{ value: 'local', label: 'this project, for me only', hint: 'kept out of git' },
			...(team === true ? [] : [everywhere]),
		],
	});
	return isCancel(layer) ? undefined : withAnswer(talk, { layer });
}

/** The preset and what goes into it; nothing where a config is there already, which stays. */
async function askConfig(talk: Talk): Promise<Talk | undefined> {
	const bare = {
		...{ ...talk.request, isConfigOptional: false },
		...{ team: false, statusLine: false },
	};
	const plan = await planInit(bare, talk.ports);
	if (plan.config !== 'new') {
		log.info(`${oneLine(plan.configPath)} is there and stays as it is`);
		return talk;
	}
	const preset = await select<PresetName>({
		message: 'What do you start with?',
		options: Object.entries(PRESETS).map(([value, { about }]) => ({
			value: value as PresetName,
			hint: about,
		})),
	});
	if (isCancel(preset)) return undefined;
	const tested = await askTests(withAnswer(talk, { preset }), plan);
	return tested === undefined ? undefined : askBranch(tested, plan);
}

async function askTests(talk: Talk, { survey }: InitPlan): Promise<Talk | undefined> {
	const { preset, testCommands } = talk.request;
	if (!presetAsks(preset as PresetName).tests) return talk;
	const others = survey.tests.slice(1).map(({ command }) => command);
	const command = await text({
		message: 'Which command runs the tests?',
		placeholder: 'none: it stays off until you name one in the file',
		initialValue: testCommands?.[0] ?? survey.tests[0]?.command ?? '',
		validate: (typed = '') => (typed.trim() === '' ? undefined : commandFault(typed)),
	});
	if (isCancel(command)) return undefined;
	if (others.length > 0) log.info(`also found: ${others.join(', ')}`);
	const typed = (command ?? '').trim();
	return withAnswer(talk, { testCommands: typed === '' ? [] : [typed] });
}

async function askBranch(talk: Talk, { survey }: InitPlan): Promise<Talk | undefined> {
	const { preset, defaultBranch } = talk.request;
	if (!presetAsks(preset as PresetName).branch) return talk;
	const branch = await text({
		message: 'Which branch is protected, beside main, master and release/*?',
		placeholder: 'no other',
		initialValue: defaultBranch ?? survey.defaultBranch ?? '',
		validate: (typed = '') => (typed === '' ? undefined : branchFault(typed)),
	});
	return isCancel(branch) ? undefined : withAnswer(talk, { defaultBranch: branch ?? '' });
}

async function askTeam(talk: Talk): Promise<Talk | undefined> {
	const { layer, team } = talk.request;
	if (team || layer !== 'project') return talk;
	const yes = await confirm({
		message: 'Offer the plugin to everybody who works here, in .claude/settings.json?',
		initialValue: false,
	});
	return isCancel(yes) ? undefined : withAnswer(talk, { team: yes });
}

async function askStatusLine(talk: Talk): Promise<Talk | undefined> {
	if (talk.options.statusLine !== undefined) return talk;
	const plan = await planInit({ ...talk.request, statusLine: true }, talk.ports);
	const isChanged = plan.changes.some(({ keys }) =>
		keys.some(({ path }) => path[0] === 'statusLine'),
	);
	if (!isChanged) return talk;
	const isShared = JSON.stringify(plan.changes.map(({ keys }) => keys)).includes('i=$(cat)');
	const beside = isShared ? ', beside what it shows now' : '';
	const yes = await confirm({ message: `Show the gates in your status line${beside}?` });
	return isCancel(yes) ? undefined : withAnswer(talk, { statusLine: yes });
}

function withAnswer(talk: Talk, answered: Partial<InitRequest>): Talk {
	return { ...talk, request: { ...talk.request, ...answered } };
}

/**
 * `req init` at a terminal: asks what options leave open, shows the exact change and writes it after a
 * yes. Whoever leaves, at any question, leaves nothing behind.
 */
export async function initDialogue(begun: Talk): Promise<Answer> {
	intro('req init');
	const steps: readonly Step[] = [askLayer, askConfig, askTeam, askStatusLine];
	let talk = begun;
	for (const step of steps) {
		const next = await step(talk);
		if (next === undefined) return left();
		talk = next;
	}
	const { ports } = talk;
	const plan = await planInit(talk.request, ports);
	const warnings = notTakenText(plan, false);
	const exit = warnings.length === 0 ? EXIT.done : EXIT.warned;
	if (changesNothing(plan)) {
		outro(nothingText(plan));
		return { text: '', warnings, exit };
	}
	log.message([...foundLines(plan), ...shownChanges(plan)].join('\n'));
	if ((await confirm({ message: 'Write this?' })) !== true) return left();
	const setAside = await init(plan, ports);
	outro('done');
	const text = appliedText(plan, nextSteps(plan, ports));
	return { text, warnings: [...setAside, ...warnings], exit };
}

function left(): Answer {
	cancel('nothing was written');
	return { text: '', exit: EXIT.no };
}
