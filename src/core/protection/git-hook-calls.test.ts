import { describe, expect, it } from 'vitest';
import { parseCommand } from '../command/parse-command.ts';
import { leadsHooksAway } from './git-hook-calls.ts';
import { mentionsHooksPath } from './mentions.ts';

const leads = (source: string) => mentionsHooksPath(source) && leadsHooksAway(parseCommand(source));

describe('a line leads git past its hooks', () => {
	it.each([
		'git -c core.hooksPath=/dev/null commit -m m',
		"git -c 'core.hookspath'= ci",
		'git -ccore.hooksPath=x commit',
		'git --git-dir .git -c core.hooksPath=x commit',
		'git --config-env=core.hooksPath=X commit',
		'git --config-env core.hooksPath=X commit',
		'git config core.hooksPath .x',
		'git config --global core.hooksPath x',
		'git config set core.hooksPath x',
		'git config --unset core.hooksPath',
		'git -C . config --local --replace-all core."hooksPath" x',
		'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/x git commit',
		"export GIT_CONFIG_PARAMETERS=\"'core.hooksPath'='/x'\"; git ci",
		'git -c core.hooksPath=/x commit "$(',
	])('%s', (source) => expect(leads(source)).toBe(true));

	it.each([
		'git config core.hooksPath',
		'git config --get core.hooksPath',
		'git config get core.hooksPath',
		'git config --show-origin --get-all core.hooksPath',
		'git log --grep core.hooksPath',
		'git grep -c core.hooksPath',
		'git log --grep config -S core.hooksPath -- src',
		'git config core.hooksPath --show-origin',
		'grep -rn core.hooksPath .',
		'git commit -m "set core.hooksPath"',
		'git rev-parse --git-path hooks',
	])('not %s', (source) => expect(leads(source)).toBe(false));
});
