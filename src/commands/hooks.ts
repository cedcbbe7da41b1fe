import {
	type HookNow,
	type HookStanding,
	type HooksNow,
	hooksAt,
	installHooks,
	removeHooks,
} from '../app/git-hooks.ts';
import { refuseModel } from '../app/init/init-plan.ts';
import type { AllPorts } from '../app/ports.ts';
import type { GitHookFolder } from '../app/setup-ports.ts';
import { oneLine } from '../core/text/one-line.ts';
import { allPorts } from '../runtime/all-ports.ts';
import { agreedTo } from './ask.ts';
import {
	type Answer,
	type Command,
	callerAt,
	command,
	EXIT,
	JSON_CHANGED,
	JSON_SHOWN,
} from './command.ts';
import { columns } from './layout.ts';

const STANDINGS: Readonly<Record<HookStanding, string>> = {
	absent: 'not installed',
	installed: 'installed',
	outdated: 'written by another req, or by one that lies elsewhere now: req hooks install',
	edited: 'edited since: take out what you need, delete it, and run req hooks install',
	foreign: 'a hook of somebody else’s: req hooks install lets it run first',
	cut_short: 'half installed: req hooks install, or req hooks remove',
};

/** Whom a folder serves beside this clone, as a reason to ask first. */
const SHARED: Readonly<Record<Exclude<GitHookFolder['serves'], 'repository'>, string>> = {
	team: 'is shared with everybody who checks this repository out; what is written there names files of this machine',
	every_repository: 'serves other repositories too: core.hooksPath leads there',
};

const install = command({
	summary: 'hold commits and pushes in this repository itself',
	about:
		'Writes the hooks `reference-transaction` and `pre-push` where git looks for them. A branch then gets no new commit, and nothing is pushed, while a requirement is unmet that holds `git commit` or `git push`: by an alias, a script, a merge, `git update-ref` or with --no-verify. It holds sessions of Claude Code; people only by requirements with `applies_to: [agent, human]`. A hook that is there runs first, as before.',
	options: {
		'--yes': 'also where the folder serves the team or other repositories',
		...JSON_CHANGED,
	},
	examples: ['req hooks install', 'req hooks install --yes'],
	run: async ({ yes = false, json = false }, live) => {
		const ports = allPorts(live);
		const now = await hooksHere('req hooks install', ports);
		if (!yes && !(await isWanted(now, json))) return { text: 'nothing was written', exit: EXIT.no };
		const lineOf = ({ path, before, standing }: HookNow) => {
			const kept = standing === 'foreign' ? `; what was there runs first` : '';
			const still = before === undefined ? '' : `; ${oneLine(before)} runs first`;
			return `wrote ${oneLine(path)}${kept || still}`;
		};
		const none = 'both hooks are installed';
		return changed(installHooks(now, ports), { lineOf, none, now }, ports);
	},
});

const remove = command({
	summary: 'take those hooks away again',
	about:
		'Takes the hooks of req out of this repository. A hook that was there before is put back as it was. Requirements then hold inside Claude Code only.',
	options: { ...JSON_CHANGED },
	examples: ['req hooks remove'],
	run: async (_, live) => {
		const ports = allPorts(live);
		const now = await hooksHere('req hooks remove', ports);
		const lineOf = ({ path, before }: HookNow) =>
			before === undefined ? `removed ${oneLine(path)}` : `put back ${oneLine(path)} as it was`;
		const none = 'no hook of req is installed here';
		return changed(removeHooks(now, ports), { lineOf, none, now }, ports);
	},
});

const status = command({
	summary: 'show whether they are installed',
	about:
		'Shows where git looks for the hooks of this repository, and how those of req stand there.',
	options: { ...JSON_SHOWN },
	examples: ['req hooks status', 'req hooks status --json'],
	run: async (_, live) => {
		const ports = allPorts(live);
		const now = hooksAt(ports.places.at(process.cwd()), ports);
		return { text: statusText(now).join('\n'), json: () => hooksJson(now) };
	},
});

/** `req hooks`: what holds a repository itself, however a commit is made (ADR 22). */
export const hooks: Command = {
	about:
		'Holds commits and pushes in the repository itself, by hooks of git: whatever command makes them, and outside Claude Code where the config says so.',
	commands: { install, remove, status },
	examples: ['req hooks install', 'req hooks status', 'req hooks remove'],
};

async function hooksHere(what: string, ports: AllPorts): Promise<HooksNow> {
	const caller = callerAt(ports, undefined);
	const place = ports.places.at(caller.cwd);
	await refuseModel(caller, place, { ports, what });
	return hooksAt(place, ports);
}

/** A folder that serves others is written to only after a yes. */
async function isWanted({ folder }: HooksNow, json: boolean): Promise<boolean> {
	if (folder.serves === 'repository') return true;
	const what = `${oneLine(folder.path)} ${SHARED[folder.serves]}`;
	const question = { title: 'req hooks install', list: what, question: 'Write the hooks there?' };
	const hint = 'req hooks install --yes writes there all the same';
	return agreedTo({ ...question, usual: true }, { json, what, hint });
}

/** What was done, and how the hooks stand after it; `now`: before it, `none`: why nothing was to do. */
function changed(
	done: readonly HookNow[],
	told: {
		readonly lineOf: (hook: HookNow) => string;
		readonly none: string;
		readonly now: HooksNow;
	},
	ports: AllPorts,
): Answer {
	const { lineOf, none, now } = told;
	const stays = now.hooks.filter(({ standing }) => standing === 'edited');
	const isIdle = done.length === 0 && stays.length === 0;
	return {
		text: isIdle ? `nothing to do: ${none}` : done.map(lineOf).join('\n'),
		changed: {
			changed: done.map(({ path }) => path),
			...hooksJson(hooksAt(now.place, ports)),
		},
		warnings: stays.map(({ path }) => `${oneLine(path)} was edited since and stays as it is`),
		exit: stays.length === 0 ? EXIT.done : EXIT.warned,
	};
}

function statusText({ folder, hooks: found, stranded }: HooksNow): string[] {
	const rows = found.map(({ hook, standing, startsProgram, before }) => [
		hook,
		startsProgram ? STANDINGS[standing] : 'its program is gone: req hooks install',
		before === undefined ? '' : `runs after ${oneLine(before)}`,
	]);
	return [
		`git looks in ${oneLine(folder.path)}`,
		...columns(rows).map((row) => `  ${row}`),
		...stranded.map(({ path }) => `${oneLine(path)}: git looks elsewhere now; req hooks install`),
	];
}

function hooksJson({ folder, hooks: found, stranded }: HooksNow): object {
	return {
		folder: folder.path,
		serves: folder.serves,
		hooks: found.map(({ hook, path, standing, before = null, startsProgram }) => ({
			...{ hook, path, standing, before, starts_program: startsProgram },
		})),
		stranded: stranded.map(({ path }) => path),
	};
}
