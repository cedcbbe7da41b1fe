import { optionSet } from './skip-options.ts';

interface ProgramOptions {
	/** Global options that take the next word. */
	readonly valued: ReadonlySet<string>;
	/**
	 * Options with which the program succeeds without doing, or although it failed at, what it was
	 * told.
	 */
	readonly inert: ReadonlySet<string>;
}

const anyInert = '--help --version --dry-run';

function program(valued: string, inert: string): ProgramOptions {
	return { valued: optionSet(valued), inert: optionSet(`${anyInert} ${inert}`) };
}

const container = program(
	'-c --context -H --host -l --log-level --config -f --file -p --project-name --profile --env-file --project-directory',
	'',
);
const make = program(
	'-C --directory -f --file --makefile -I --include-dir -o --old-file -W --what-if -E --eval',
	'-n -q -t -i --just-print --recon --question --touch --ignore-errors',
);

/**
 * Programs whose options may stand before their subcommand: options that take a value, then the
 * inert ones.
 */
const programs = new Map<string, ProgramOptions>([
	[
		'git',
		program(
			'-C -c --git-dir --work-tree --namespace --super-prefix --config-env --attr-source',
			'',
		),
	],
	[
		'npm',
		program(
			'--prefix -C -w --workspace --loglevel --registry --cache --userconfig --script-shell',
			'',
		),
	],
	['npx', program('-p --package -w --workspace', '')],
	[
		'pnpm',
		program('-C --dir -F --filter --filter-prod --workspace-concurrency --reporter --loglevel', ''),
	],
	['yarn', program('--cwd --use-yarnrc --modules-folder --cache-folder', '')],
	['bun', program('--cwd -c --config -F --filter', '')],
	['docker', container],
	['podman', container],
	[
		'kubectl',
		program('-n --namespace --context --cluster --user --kubeconfig -s --server --as --token', ''),
	],
	['cargo', program('-C -Z --config --color', '--list')],
	['go', program('-C', '-n')],
	['make', make],
	['gmake', make],
	['req', program('--session', '')],
]);

const anyProgram = program('', '');

/**
 * The global options of a program, by its bare name; for one that is not in the table, those that
 * all programs share.
 */
export function programOptions(name: string): ProgramOptions {
	return programs.get(name) ?? anyProgram;
}
