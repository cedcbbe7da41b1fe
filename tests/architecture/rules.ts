import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

const severity = 'error' as const;

/** What the build bundles: packages that shipped code may import. */
const BUNDLED = [
	...['@clack/prompts', 'commander', 'proper-lockfile'],
	...['simple-git', 'stemmer', 'unbash', 'yaml', 'zod'],
];

const PORTS = '^src/app/ports[.]ts$';

/** The files of the rooms that touch the disk or start a process; all others decide from values. */
const TOUCHING = [
	'^src/(store|git)/',
	'^src/config/(config-files|load-config|seen-configs|yaml-file)[.]ts$',
	'^src/state/(branch-files|call-marks|registry)[.]ts$',
	'^src/gate/(reword|statuses)[.]ts$',
	'^src/journal/(files|journal)[.]ts$',
	'^src/runs/(client|iteration|pipeline|pipeline-file|run-file)[.]ts$',
	'^src/memory/(bundle-files|events|links|notes|recover|session-events|sessions|task-list|team-file)[.]ts$',
];
/** Those of the rooms `store` and `git` that do not. */
const VALUES = '^src/(store/(document|foreign-json|obstacle|shape)|git/(attribution|place))[.]ts$';

/** Which layer may import what of this repository, and why no more (docs/adr/0001-rooms.md). */
const LAYERS: Readonly<Record<string, { from: string; may: string[]; why: string }>> = {
	store: {
		from: '^src/store/',
		may: ['^src/(store|core)/'],
		why: 'what is stored, and how, does not depend on who stores it',
	},
	git: {
		from: '^src/git/',
		may: ['^src/(git|store|core)/', PORTS],
		why: 'a repository is read without knowing its config or its state',
	},
	config: {
		from: '^src/config/',
		may: [
			'^src/(config|git|store|core|host|shell)/',
			'^src/gate/(requirement-types|triggers)[.]ts$',
		],
		why: 'a config means the same whatever was satisfied',
	},
	host: {
		from: '^src/host/',
		may: ['^src/(host|store|core)/'],
		why: 'the names and shapes of Claude Code depend on nothing that req decides',
	},
	shell: {
		from: '^src/shell/',
		may: ['^src/(shell|config|store|core)/'],
		why: 'a command line is read without knowing who asks about it',
	},
	state: {
		from: '^src/state/',
		may: ['^src/(state|config|git|store|core)/'],
		why: 'state knows requirements and branches, not events',
	},
	gate: {
		from: '^src/gate/',
		may: ['^src/(gate|journal|shell|host|state|config|git|store|core)/', PORTS],
		why: 'a gate decides from the facts that an event has read',
	},
	journal: {
		from: '^src/journal/',
		may: ['^src/(journal|secrets|git|store|core)/', '^src/memory/record[.]ts$', PORTS],
		why: 'what a session did is written down without knowing who reads it',
	},
	memory: {
		from: '^src/memory/',
		may: [
			'^src/(memory|journal|secrets|host|state|config|git|store|core)/',
			...[PORTS, '^src/app/faults[.]ts$'],
		],
		why: 'what earlier sessions know does not depend on who asks',
	},
	setup: {
		from: '^src/setup/',
		may: [
			'^src/(setup|runs|memory|journal|host|shell|state|config|git|store|core)/',
			...[PORTS, '^src/adapters/server-marker[.]ts$'],
		],
		why: 'what is installed and stored is checked and cleaned up without knowing any command',
	},
	runs: {
		from: '^src/runs/',
		may: ['^src/(runs|app|events|secrets|memory|journal|state|config|git|store|core)/'],
		why: 'a run works with what sessions know, and knows no command',
	},
	secrets: {
		from: '^src/secrets/',
		may: ['^src/secrets/'],
		why: 'a text holds a secret or not, whoever asks',
	},
	core: {
		from: '^src/core/',
		may: ['^src/(core|secrets|memory|journal|host|shell|gate|store|state|config|git)/'],
		why: 'core decides from facts alone, so that a table of facts tests it',
	},
	events: {
		from: '^src/events/',
		may: [
			'^src/(events|app|secrets|memory|journal|gate|shell|host|core|store|state|config|git)/',
			'^src/runtime/',
		],
		why: 'an event uses every room, and no command',
	},
	app: {
		from: '^src/app/',
		may: [
			'^src/(setup|app|events|secrets|memory|journal|core|gate|shell|host|store|state|config|git)/',
		],
		why: 'use cases reach what is outside the rooms through ports',
	},
	adapters: {
		from: '^src/adapters/',
		may: [
			'^src/(adapters|secrets|memory|journal|core|host|shell|gate|store|state|config|git)/',
			PORTS,
		],
		why: 'an adapter implements a port and knows no use case',
	},
	runtime: {
		from: '^src/runtime/',
		may: [
			'^src/(runtime|adapters|app|events|secrets|memory|journal|core|gate|shell|host|store|state|config|git)/',
		],
		why: 'the runtime is shared by hooks and command line and knows neither',
	},
	cli: {
		from: '^src/(cli|commands)/',
		may: [
			'^src/(cli|commands|runs|setup|app|events|secrets|memory|journal|core|gate|shell|host|store|state|config|git|runtime)/',
		],
		why: 'commands choose no adapters: live-ports.ts does',
	},
	server: {
		from: '^src/server[.]ts$',
		may: ['^src/(runtime|host|core|store)/', '^src/adapters/server-marker[.]ts$'],
		why: 'the server is one more door to handle',
	},
	hooks: {
		from: '^hooks/',
		may: ['^src/(events|runtime|host)/'],
		why: 'an entry names its input and its use case',
	},
};

/** The one file that may import a package. A second one would be a second opinion on how to use it. */
const HOMES: Readonly<Record<string, string>> = {
	'simple-git': '^src/git/branch-size[.]ts$',
	yaml: '^src/config/yaml-file[.]ts$',
	'proper-lockfile': '^src/store/lock[.]ts$',
	unbash: '^src/shell/',
	stemmer: '^src/memory/terms[.]ts$',
	commander: '^src/(cli|commands)/',
	'@clack/prompts': '^src/commands/init-dialogue[.]ts$',
};

const SHIPPED = { path: '^(src|hooks)/', pathNot: '[.]test[.]ts$' };
const OURS = '^(src|hooks|tests|scripts|bench)/';

const direction = Object.entries(LAYERS).map(
	([name, { from, may, why }]): IForbiddenRuleType => ({
		name: `${name}-depends-inward`,
		severity,
		comment: why,
		from: { path: from, pathNot: '[.]test[.]ts$' },
		to: { path: OURS, pathNot: may },
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
		name: 'core-is-pure',
		severity,
		comment: 'core imports zod/mini and nothing else: no built-in',
		from: { path: '^src/core/', pathNot: '[.]test[.]ts$' },
		to: { dependencyTypesNot: ['local'], pathNot: 'node_modules/zod/.*mini/' },
	},
	{
		name: 'rooms-are-pure',
		severity,
		comment: 'only the files that are named here read the disk or start a process',
		from: {
			path: '^src/(config|gate|host|memory|runs|shell|state)/',
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
		name: 'core-touches-nothing',
		severity,
		comment: 'what decides gets facts; it does not fetch them',
		from: { path: '^src/core/', pathNot: '[.]test[.]ts$' },
		to: { path: TOUCHING, pathNot: VALUES },
	},
	{
		name: 'app-is-pure',
		severity,
		comment: 'a built-in or a package in a use case is a missing port',
		from: { path: '^src/app/', pathNot: '[.]test[.]ts$' },
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
