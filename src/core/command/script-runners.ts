import { options, type RunnerOptions } from './runner-options.ts';
import { optionSet } from './skip-options.ts';
import { JS, RUNNERS, type RunnerRow } from './test-runners.ts';

/** What may stand behind a script's name: a script of a package calls one of these, mostly. */
export const SCRIPT_ROW: RunnerRow = {
	...{ programs: [], verbs: [[]], manifests: [] },
	options: options(
		RUNNERS.filter(({ manifests }) => manifests === JS)
			.map((runner) => runner.options)
			.join(' '),
	),
};

/** Package managers run scripts; these options are their own, wherever they stand. */
export const MANAGERS: ReadonlySet<string> = optionSet('npm pnpm yarn bun');
export const MANAGER_ROW: RunnerRow = {
	...{ programs: [], verbs: [[]], manifests: [] },
	options:
		options(`<-w= <--workspace= <-F= <--filter= <--filter-prod= <--workspaces <--ws @--prefix= @-C= @--dir= @--cwd=
		!--if-present !-g !--global !-v !--versions !--script-shell=
		!--location= !--userconfig= !--globalconfig= --node-options= --loglevel= --registry= --cache=
		--reporter= --workspace-concurrency= -s -d -r --recursive --stream --aggregate-output --parallel --sort
		--no-sort --bail --no-bail --no-audit --no-fund --no-progress --progress --foreground-scripts --offline
		--prefer-offline --frozen-lockfile --immutable --bun -b -T --top-level`),
};
export const RUN_VERBS: ReadonlySet<string> = optionSet('run run-script rum urn');
export const TEST_VERBS: ReadonlySet<string> = optionSet(
	'test t tst it install-test cit install-ci-test',
);
/** Words of managers that are no scripts: `yarn install` is not `yarn run install`. */
export const OWN_VERBS: ReadonlySet<string> = optionSet(
	'install i ci add remove rm up update upgrade publish pack link unlink why audit outdated init create info list ls dedupe import store workspace workspaces config cache exec dlx x version login whoami root bin set test',
);

/** Programs that run the program in their arguments, with the word that stands before it. */
export const STARTERS: readonly (readonly [programs: string, verbs: string])[] = [
	['npx bunx pnpx cross-env', ''],
	['npm', 'exec x'],
	['pnpm yarn', 'exec dlx'],
	['bun', 'x'],
	['bundle', 'exec'],
	['uv poetry pipenv hatch pdm rye', 'run'],
	['python py', '-m'],
	['coverage', 'run'],
];
export const STARTER_OPTIONS: RunnerOptions = options(
	`<-w= <--workspace= <--filter= <-F= <--directory= <--project= <--prefix= <-C= <--cwd= !--help
	!--version !-h !-V <-O <-OO -p= --package= -X= -W= --with= --extra= --group= --python= --env-file= --source=
	--rcfile= -y --yes --no-install --frozen --locked --no-sync --isolated --offline --all-extras --all-groups
	--dev --no-dev --active --bun -b -B -E -s -S -u -I -P --branch -a --append --parallel-mode --omit=
	--include= --concurrency= --data-file= --context= --timid --exact --no-editable --refresh -U --upgrade
	--reinstall --no-group= --only-group= --with-requirements= --no-cache -n`,
);

/** Names of scripts and tasks that test something. */
export const TESTING = /(?:^|[:._/-])(?:tests?|tst|check|verify|specs?|rspec)(?:[:._-]|$)/;
