import { join } from 'node:path';
import { git } from './git-repo.ts';
import { ANA, BEN, makeReqWorld, type ReqWorld } from './run-req.ts';

const CONFIG = 'version: 1\ncontinuity: { share: true }\n';
export const TEXT = 'the label printer wants CP850';

/** A clone of the team's in which somebody noted a lesson, and another clone, with one remote. */
export async function aTeam(config = CONFIG) {
	const [one, other] = [await makeReqWorld(config), await makeReqWorld(config)];
	const remote = join(one.dir, 'remote.git');
	git(one.dir, 'init', '-q', '--bare', remote);
	for (const { repo } of [one, other]) git(repo, 'remote', 'add', 'origin', remote);
	one.start(ANA);
	other.start(BEN);
	one.req('learn', TEXT);
	return {
		one,
		other,
		remote,
		async [Symbol.asyncDispose]() {
			await other[Symbol.asyncDispose]();
			await one[Symbol.asyncDispose]();
		},
	};
}

export function toldTo(world: ReqWorld, prompt = 'how do I use the label printer?'): string {
	return world.hook('user-prompt-submit', BEN, { hook_event_name: 'UserPromptSubmit', prompt })
		.stdout;
}
