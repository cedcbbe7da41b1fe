import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

const severity = 'error' as const;

/** What the build bundles: packages that shipped code may import. */
const BUNDLED = [
	...['@clack/prompts', 'commander', 'proper-lockfile'],
	...['simple-git', 'stemmer', 'unbash', 'yaml', 'zod'],
];

/** The files of the rooms that touch the disk or start a process; all others decide from values. */
const TOUCHING = [
	'^src/(store|git)/',
	'^src/config/(config-files|load-config|yaml-file)[.]ts$',
	'^src/host/(client-settings|kept-line|server-marker)[.]ts$',
	'^src/state/(branch-files|call-marks|claims|faults|registry)[.]ts$',
	'^src/gate/(reword|statuses)[.]ts$',
	'^src/journal/(files|journal)[.]ts$',
	'^src/runs/(client|pipeline|pipeline-file|run-file|stages)[.]ts$',
	'^src/memory/(bundle-files|events|links|notes|recover|sessions|task-list|team-file)[.]ts$',
];
/** Those of the rooms `store` and `git` that do not. */
const VALUES = '^src/(store/(document|foreign-json|obstacle|shape)|git/(attribution|place))[.]ts$';

/** What every room may use. */
const BASE = ['text', 'store', 'git'];
const STATE = [...BASE, 'host', 'config', 'shell', 'secrets', 'state'];
const EVENTS = [...STATE, 'gate', 'journal', 'memory', 'events'];

/** Which room may import which other, besides the context, and why no more (docs/adr/0001-rooms.md). */
const ROOMS: Readonly<Record<string, { may: string[]; and?: string; why: string }>> = {
	text: { may: ['text'], why: 'a text is worded without knowing what it is about' },
	store: {
		may: ['store', 'text'],
		why: 'what is stored, and how, does not depend on who stores it',
	},
	git: { may: BASE, why: 'a repository is read without knowing its config or its state' },
	secrets: { may: ['secrets'], why: 'a text holds a secret or not, whoever asks' },
	host: {
		may: [...BASE, 'host'],
		why: 'the names and shapes of Claude Code depend on nothing that req decides',
	},
	shell: {
		may: ['shell', 'store', 'text'],
		why: 'a command line is read without knowing who asks about it',
	},
	config: {
		may: [...BASE, 'config', 'host', 'shell'],
		and: '^src/gate/(requirement-types|triggers)[.]ts$',
		why: 'a config means the same whatever was satisfied',
	},
	state: {
		may: [...BASE, 'host', 'secrets', 'state'],
		why: 'what is stored of a branch depends neither on its config nor on events',
	},
	journal: {
		may: [...STATE, 'journal'],
		and: '^src/memory/record[.]ts$',
		why: 'what a session did is written down without knowing who reads it',
	},
	gate: {
		may: [...STATE, 'gate', 'journal'],
		why: 'a gate decides from the facts that an event has read',
	},
	memory: {
		may: [...STATE, 'journal', 'memory'],
		why: 'what earlier sessions know does not depend on who asks',
	},
	events: { may: EVENTS, why: 'an event uses every room, and no command' },
	runs: {
		may: [...EVENTS, 'runs'],
		why: 'a run works with what sessions know, and knows no command',
	},
	setup: {
		may: [...EVENTS, 'runs', 'setup'],
		why: 'what is installed and stored is checked and cleaned up without knowing any command',
	},
	commands: { may: [...EVENTS, 'runs', 'setup', 'commands'], why: 'a command opens no door' },
};

/** The one file that may import a package. A second one would be a second opinion on how to use it. */
const HOMES: Readonly<Record<string, string>> = {
	'simple-git': '^src/git/branch-size[.]ts$',
	yaml: '^src/config/yaml-file[.]ts$',
	'proper-lockfile': '^src/store/lock[.]ts$',
	unbash: '^src/shell/',
	stemmer: '^src/memory/terms[.]ts$',
	commander: '^src/(doors|commands)/',
	'@clack/prompts': '^src/commands/init[.]ts$',
};

const SHIPPED = { path: '^(src|hooks)/', pathNot: '[.]test[.]ts$' };
const OURS = '^(src|hooks|tests|scripts|bench)/';

const direction = Object.entries(ROOMS).map(
	([name, { may, and = [], why }]): IForbiddenRuleType => ({
		name: `${name}-depends-inward`,
		severity,
		comment: why,
		from: { path: `^src/${name}/`, pathNot: '[.]test[.]ts$' },
		to: {
			path: OURS,
			pathNot: [`^src/(${may.join('|')})/`, '^src/context[.]ts$'].concat(and),
		},
	}),
);

const homes = Object.entries(HOMES).map(
	([name, home]): IForbiddenRuleType => ({
		name: `one-home-for-${name}`,
		severity,
		comment: `${name} is imported in ${home} only: its traps are known there`,
		from: { path: SHIPPED.path, pathNot: [SHIPPED.pathNot, home] },
		to: { path: `node_modules/${name}/` },
	}),
);

const others: readonly IForbiddenRuleType[] = [
	{
		name: 'hooks-open-a-door',
		severity,
		comment: 'an entry names its input and its event',
		from: { path: '^hooks/' },
		to: { path: OURS, pathNot: '^src/(doors|events|host)/' },
	},
	{
		name: 'rooms-are-pure',
		severity,
		comment: 'only the files that are named here read the disk or start a process',
		from: {
			path: '^src/(config|gate|host|memory|runs|shell|state|text)/',
			pathNot: ['[.]test[.]ts$', ...TOUCHING],
		},
		to: { dependencyTypesNot: ['local'], pathNot: 'node_modules/(zod/.*mini|unbash|stemmer)' },
	},
	{
		name: 'values-are-pure',
		severity,
		comment: 'shapes and names of branches are used by what decides',
		from: { path: VALUES },
		to: { dependencyTypesNot: ['local'] },
	},
	{
		name: 'no-tests-in-shipped-code',
		severity,
		comment: 'what is shipped does not know that it is tested',
		from: SHIPPED,
		to: { path: '^tests/|[.]test[.]ts$' },
	},
	{
		name: 'no-dev-tool-in-shipped-code',
		severity,
		comment: 'what is shipped is bundled, and each bundled package has its reason in ADR 2',
		from: SHIPPED,
		to: { path: 'node_modules/', pathNot: `node_modules/(${BUNDLED.join('|')})/` },
	},
	{
		name: 'no-cycles',
		severity,
		comment: 'two files that need each other are one concept or three',
		from: {},
		to: { circular: true },
	},
];

/** Every rule of the import graph of src/ and hooks/; `comment` says why it stands. */
export const forbidden: IForbiddenRuleType[] = [...direction, ...homes, ...others];

/** How the graph is read: types count as imports, packages are not entered. */
export const options: ICruiseOptions = {
	tsPreCompilationDeps: true,
	skipAnalysisNotInRules: true,
	tsConfig: { fileName: new URL('../../tsconfig.json', import.meta.url).pathname },
	doNotFollow: { path: 'node_modules' },
	enhancedResolveOptions: {
		exportsFields: ['exports'],
		conditionNames: ['import', 'node', 'default', 'types'],
	},
};
