import { remembers } from '../../core/config/config.ts';
import { onBranchText } from '../../core/place/branch-text.ts';
import { entriesOf } from '../../core/registry/kind.ts';
import type { DeskPorts } from '../ports.ts';
import { commonDirOf } from '../registering.ts';
import { type Scene, sceneOfCall } from '../scene.ts';
import type { Caller } from './caller.ts';
import type { Named } from './named.ts';
import { recentSessions } from './recent-sessions.ts';
import { rememberedNames } from './remembered-names.ts';

/** What a name on the command line can be the name of. */
export type Subject = 'requirement' | 'skill' | 'session' | 'branch' | 'pin' | 'task' | 'insight';

/** The names of a kind that are known in a directory; none where nothing is configured. */
export async function candidates(
	subject: Subject,
	cwd: string,
	ports: DeskPorts,
): Promise<readonly Named[]> {
	const scene = await sceneOfCall(cwd, ports);
	if (scene === undefined) return [];
	const { place, config } = scene;
	switch (subject) {
		case 'requirement':
			return config.requirements.map(({ name, message }) => ({ word: name, about: message ?? '' }));
		case 'skill':
			return skillsOf(scene);
		case 'session':
			return sessionsOf(scene, ports);
		case 'branch':
			return ports.branches(place).map((word) => ({ word, about: '' }));
		default:
			return remembers(config) ? rememberedNames(subject, callerIn(cwd, ports), ports) : [];
	}
}

function callerIn(cwd: string, { host }: DeskPorts): Caller {
	return { cwd, session: undefined, isModel: host.calledByModel, user: host.user };
}

function skillsOf({ config }: Scene): Named[] {
	const skills = new Map<string, string[]>();
	for (const requirement of config.requirements) {
		for (const skill of requirement.skills) {
			skills.set(skill, [...(skills.get(skill) ?? []), requirement.name]);
		}
	}
	return [...skills].map(([word, names]) => ({ word, about: names.join(', ') }));
}

/** Those that are registered, those that were at work here lately, and all that have a name. */
async function sessionsOf({ place }: Scene, ports: DeskPorts): Promise<Named[]> {
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
