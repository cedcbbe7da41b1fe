import { optionSet } from './skip-options.ts';

interface ProgramOptions {
	/** Global options that take the next word. */
	readonly valued: ReadonlySet<string>;
	/**
	 * Options with which the program succeeds without doing, or although it failed at, what it was
	 * told, or does it in another directory.
	 */
	readonly inert: ReadonlySet<string>;
}

const anyInert = '--help --version --dry-run --usage -h -? -H';

function program(valued: string, inert: string): ProgramOptions {
	return { valued: optionSet(valued), inert: optionSet(`${anyInert} ${inert}`) };
}

const container = program(
	'-c --context -H --host -l --log-level --config -f --file -p --project-name --profile --env-file --project-directory',
	'',
);
const make = program(
	'-C --directory -f --file --makefile -I --include-dir -o --old-file -W --what-if -E --eval',
	'-n -q -t -i -v --just-print --recon --question --touch --ignore-errors -C --directory -f --file --makefile -E --eval -o --old-file --assume-old',
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
			'-C --git-dir --work-tree --short --porcelain --long --exec-path --html-path --man-path --info-path',
		),
	],
	[
		'npm',
		program(
			'--prefix -C -w --workspace --loglevel --registry --cache --userconfig --script-shell',
			'-v --versions --script-shell --node-options --if-present --prefix -C -w --workspace --workspaces --ws -g --global --location --userconfig --globalconfig',
		),
	],
	['npx', program('-p --package -w --workspace', '-v -w --workspace --prefix -C')],
	[
		'pnpm',
		program(
			'-C --dir -F --filter --filter-prod --workspace-concurrency --reporter --loglevel',
			'-v --if-present --script-shell -C --dir -F --filter --filter-prod -w --workspace-root',
		),
	],
	['yarn', program('--cwd --use-yarnrc --modules-folder --cache-folder', '-v --cwd')],
	[
		'bun',
		program('--cwd -c --config -F --filter', '-v --if-present --cwd -c --config -F --filter'),
	],
	['docker', container],
	['podman', container],
	[
		'kubectl',
		program('-n --namespace --context --cluster --user --kubeconfig -s --server --as --token', ''),
	],
	['cargo', program('-C -Z --config --color', '-V --list --no-run -C -Z --config --manifest-path')],
	['go', program('-C', '-n -c -list -C -exec -toolexec -help')],
	['make', make],
	['gmake', make],
	['req', program('--session', '')],
]);

const anyProgram = program('', '');

/** A setting among the arguments that changes what the program does: `make SHELL=true test`. */
export const inertSetting = /^(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|GNUMAKEFLAGS|MFLAGS)[:?+!]*=/;

/** Programs that read `-list` as one option and not as four letters. */
export const wholeWordOptions: ReadonlySet<string> = optionSet('go');

/** Programs whose inert options may also stand behind `--`: `cargo test -- --list`. */
export const optionsAfterDashes: ReadonlySet<string> = optionSet('cargo');

/**
 * The global options of a program, by its bare name; for one that is not in the table, those that
 * all programs share.
 */
export function programOptions(name: string): ProgramOptions {
	return programs.get(name) ?? anyProgram;
}
