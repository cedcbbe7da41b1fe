import type { Argument, Option, Command as Program } from 'commander';
import type { Caller } from '../app/commands/caller.ts';
import { everyRecordWith, memoryIfAny, rememberingProject } from '../app/commands/memory-of.ts';
import { storedTasks } from '../app/commands/task-storing.ts';
import { recordOf } from '../app/continuity/records.ts';
import { recentSessions } from '../app/known-sessions.ts';
import type { AllPorts } from '../app/ports.ts';
import { type Project, projectOfCall } from '../app/projects.ts';
import { commonDirOf } from '../app/registering.ts';
import { type Config, remembers } from '../core/config/config.ts';
import { onBranchText, type Place } from '../core/place/place.ts';
import { entriesOf } from '../core/registry/kind.ts';
import { knownInsights, supposedBlockers } from '../core/session-record/insights.ts';
import { isPending } from '../core/task/tasks.ts';
import { oneLine } from '../core/text/one-line.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { callerAt, command } from './command.ts';
import { respelt, SHORT_FOR } from './spelling.ts';

/** `req config completion SHELL` */
export const completion = command({
	summary: 'complete command lines in your shell',
	about:
		'Prints what your shell runs to complete commands, options and names of req. The first lines of it say where to put it.',
	words: { '<shell>': { about: 'which one', choices: ['bash', 'zsh', 'fish'] } },
	examples: [
		'source <(req config completion bash)',
		'req config completion fish > ~/.config/fish/completions/req.fish',
	],
	run: async ({ shell }) => ({ text: SCRIPTS[shell].trim() }),
});

/** `req complete -- WORDS…`, which the scripts call at each TAB. */
export const complete = command({
	about: 'What may come next on a command line; the last word is not finished.',
	words: { '[words...]': '' },
	examples: [],
	run: async ({ words }, ports, { program }) => {
		const found = completionAt(program, words);
		const names = found.subject && (await namesOf(found.subject, allPorts(ports)));
		const fresh = (names ?? []).filter(({ word }) => !found.given.includes(word));
		return { text: candidateLines([...found.words, ...fresh], words.at(-1) ?? '') };
	},
});

/** A name somebody may mean. Both are foreign text. */
interface Named {
	readonly word: string;
	/** Empty for none. */
	readonly about: string;
}

/** What can stand at the end of a command line: these words, and names of this subject. */
interface Completion {
	readonly words: readonly Named[];
	readonly subject: Subject | undefined;
	/** Words that stand there already and are not said twice. */
	readonly given: readonly string[];
}

/** What arguments and options name, by their own names. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
	name: 'requirement',
	names: 'requirement',
	skill: 'skill',
	session: 'session',
	ref: 'session',
	carry: 'session',
	branch: 'branch',
	label: 'pin',
	task: 'task',
	tasks: 'task',
	inherit: 'session',
	id: 'insight',
};

/** With the command that is left out where a word or an option of it stands there. */
function inFull(program: Program, words: readonly string[]): readonly string[] {
	const [first = '', next = ''] = words;
	const meant = SHORT_FOR.get(first);
	const group = subcommand(program, first);
	if (meant === undefined || group === undefined || next === 'help') return words;
	const isOpen = words.length === 2 && !next.startsWith('-');
	if (isOpen || subcommand(group, next) !== undefined) return words;
	return [first, meant, ...words.slice(1)];
}

/**
 * What may come next, from the tree of commands alone.
 *
 * @param words what is typed after `req`; the last one is not finished and may be empty
 */
function completionAt(program: Program, words: readonly string[]): Completion {
	const last = words.at(-1) ?? '';
	const before = respelt(words.slice(0, -1));
	if (before[0] === 'help') {
		// What can be explained: commands, and those of a group.
		const { command, given } = walk(program, respelt(before.slice(1)));
		const words = given.length === 0 ? commandsOf(command) : [];
		return { words, subject: undefined, given: ['help'] };
	}
	const whole = inFull(program, [...before, last]).slice(0, -1);
	const { command, given, options, waiting } = walk(program, whole);
	if (waiting !== undefined) return { ...valuesOf(waiting), given: [] };
	if (last.startsWith('-')) {
		return { words: optionsOf(command, options), subject: undefined, given: [] };
	}
	const commands = given.length === 0 ? commandsOf(command) : [];
	const argument = argumentAt(command, given.length);
	// `req inherit REF` is short for one of its commands.
	const isShort = command.name() === 'inherit' && given.length === 0;
	const values = argument && valuesOf(argument);
	return {
		words: [...commands, ...(values?.words ?? [])],
		subject: values === undefined && isShort ? 'session' : values?.subject,
		given,
	};
}

/** The command that words name, with its arguments and options, and the option whose value comes next. */
function walk(program: Program, words: readonly string[]) {
	let command = program;
	let given: string[] = [];
	let options: string[] = [];
	let waiting: Option | undefined;
	for (const word of words) {
		const isValue = waiting !== undefined;
		waiting = undefined;
		if (isValue) continue;
		const nested = given.length === 0 ? subcommand(command, word) : undefined;
		if (nested !== undefined) {
			[command, given, options] = [nested, [], []];
		} else if (word.startsWith('-')) {
			options.push(word);
			const option = command.options.find(({ long, short }) => [long, short].includes(word));
			waiting = option?.required || option?.optional ? option : undefined;
		} else given.push(word);
	}
	return { command, given, options, waiting };
}

function subcommand(command: Program, word: string): Program | undefined {
	return command.commands.find((one) => one.name() === word);
}

/** The last argument goes on where it takes several. */
function argumentAt({ registeredArguments }: Program, index: number): Argument | undefined {
	const last = registeredArguments.at(-1);
	return registeredArguments[index] ?? (last?.variadic === true ? last : undefined);
}

function valuesOf(taker: Option | Argument): Omit<Completion, 'given'> {
	const choices = taker.argChoices ?? [];
	const name = 'attributeName' in taker ? taker.attributeName() : taker.name();
	return {
		words: choices.map((word) => ({ word, about: '' })),
		subject: choices.length > 0 ? undefined : SUBJECTS[name],
	};
}

function commandsOf(command: Program): Named[] {
	return command
		.createHelp()
		.visibleCommands(command)
		.map((one) => ({ word: one.name(), about: one.summary() || one.description() }));
}

function optionsOf(command: Program, given: readonly string[]): Named[] {
	return command
		.createHelp()
		.visibleOptions(command)
		.filter(({ long, short }) => ![long, short].some((flag) => given.includes(flag ?? '')))
		.map(({ long, short, description }) => ({ word: long ?? short ?? '', about: description }));
}

/**
 * Words that mean themselves in every shell. A branch may be called `$(reboot)`: what has to be quoted
 * is left out rather than put on somebody's command line.
 */
const PLAIN = /^[\p{L}\p{N}_-][\p{L}\p{N}_./@+-]*$/u;

const MAX_ABOUT = 60;

/** Candidates that begin as the typed word does: one per line, with a tab and a few words where there are any. */
function candidateLines(candidates: readonly Named[], typed: string): string {
	return candidates
		.filter(({ word }) => PLAIN.test(word) && word.startsWith(typed))
		.map(({ word, about }) => {
			const line = oneLine(about);
			const short = line.length <= MAX_ABOUT ? line : `${line.slice(0, MAX_ABOUT - 1)}…`;
			return about === '' ? word : `${word}\t${short}`;
		})
		.join('\n');
}

const SCRIPTS: Readonly<Record<'bash' | 'zsh' | 'fish', string>> = {
	bash: `
# Completes \`req\` in bash. To have it in every shell, add to ~/.bashrc:
#   source <(req config completion bash)
_req() {
	local cur=\${COMP_WORDS[COMP_CWORD]} line
	COMPREPLY=()
	while IFS= read -r line; do
		line=\${line%%$'\\t'*}
		[[ -n $line && $line == "$cur"* ]] && COMPREPLY+=("$line")
	done < <(command req complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
	return 0
}
complete -F _req req
`,
	zsh: `
#compdef req
# Completes \`req\` in zsh. To have it in every shell, add to ~/.zshrc, after compinit:
#   source <(req config completion zsh)
_req() {
	local line
	local -a words_found texts
	for line in "\${(@f)$(command req complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
		[[ -n $line ]] || continue
		words_found+=("\${line%%$'\\t'*}")
		texts+=("\${line/$'\\t'/  -- }")
	done
	(( \${#words_found} )) && compadd -l -d texts -a words_found
}
if [ "\${funcstack[1]}" = _req ]; then _req "$@"; else compdef _req req; fi
`,
	fish: `
# Completes \`req\` in fish. To have it in every shell:
#   req config completion fish > ~/.config/fish/completions/req.fish
function __req_complete
	set -l words (commandline -opc)
	set -e words[1]
	set -l current (commandline -ct)
	command req complete -- $words "$current" 2>/dev/null
end
complete -c req -f -a '(__req_complete)'
`,
};

/** A configured project, and what asks for names in it. */
interface Around extends Project {
	readonly caller: Caller;
	readonly ports: AllPorts;
}

/** What a name on the command line can be the name of, with the names that are known. */
const NAMES = {
	requirement: async ({ config }: Around) =>
		config.requirements.map(({ name, message }) => ({ word: name, about: message ?? '' })),
	skill: async ({ config }: Around) => skillsOf(config),
	session: async ({ place, ports }: Around) => sessionsOf(place, ports),
	branch: async ({ place, ports }: Around) =>
		ports.branches(place).map((word) => ({ word, about: '' })),
	pin: remembered(async ({ caller, ports }) => {
		const { place, session } = await memoryIfAny(caller, ports);
		const { pins = [] } = (await recordOf(session, place, ports)) ?? {};
		return pins.map(({ label, content }) => ({ word: label, about: content }));
	}),
	task: remembered(async ({ caller, ports }) => {
		const tasks = await storedTasks(await rememberingProject(caller, ports), ports);
		return tasks.filter(isPending).map(({ id, title }) => ({ word: id, about: title }));
	}),
	insight: remembered(async ({ caller, ports }) => {
		const { place, session } = await memoryIfAny(caller, ports);
		const records = await everyRecordWith(session, place, ports);
		const insights = knownInsights(records).map(({ insight }) => insight);
		const all = [...supposedBlockers(records, ports.sha256), ...insights];
		return all.map(({ id, text }) => ({ word: id, about: text }));
	}),
} satisfies Readonly<Record<string, (around: Around) => Promise<readonly Named[]>>>;

type Subject = keyof typeof NAMES;

/** Nothing where nothing is remembered. */
function remembered(names: (around: Around) => Promise<readonly Named[]>) {
	return async (around: Around) => (remembers(around.config) ? names(around) : []);
}

/** The names of a subject that are known here; none where nothing is configured. */
async function namesOf(subject: Subject, ports: AllPorts): Promise<readonly Named[]> {
	const caller = callerAt(ports, undefined);
	const project = await projectOfCall(caller.cwd, ports);
	return project === undefined ? [] : NAMES[subject]({ ...project, caller, ports });
}

function skillsOf({ requirements }: Config): Named[] {
	const skills = new Map<string, string[]>();
	for (const requirement of requirements) {
		for (const skill of requirement.skills) {
			skills.set(skill, [...(skills.get(skill) ?? []), requirement.name]);
		}
	}
	return [...skills].map(([word, names]) => ({ word, about: names.join(', ') }));
}

/** Those that are registered, those that were at work here lately, and all that have a name. */
async function sessionsOf(place: Place, ports: AllPorts): Promise<Named[]> {
	const loaded = await ports.registry.read();
	const entries = loaded.kind === 'present' ? entriesOf(loaded.doc) : [];
	const here = entries
		.filter(([, { common_dir }]) => common_dir === commonDirOf(place))
		.map(([word, { branch }]) => ({ word, about: onBranchText(branch) }));
	const past = (await recentSessions(place, ports))
		.filter(({ key }) => !here.some(({ word }) => word === key))
		.map(({ key, at }) => ({ word: key, about: `last seen ${at}` }));
	const records = await ports.records.all(place);
	const names = records.flatMap(({ name, key }) =>
		name === undefined ? [] : [{ word: name, about: key }],
	);
	return [...here, ...past, ...names];
}
