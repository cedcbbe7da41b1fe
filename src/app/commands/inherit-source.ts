import { Fault } from '../../core/fault/fault.ts';
import type { Session } from '../../core/session/session-id.ts';
import type { Project } from '../../events/projects.ts';
import type { Inheritance } from '../../memory/compile.ts';
import { loadInheritance, type Refused } from '../../memory/inherit.ts';
import type { Ports } from '../ports.ts';
import { noSession } from './session-choice.ts';

/**
 * What a session would inherit.
 *
 * @throws Fault where that is nothing, with the next step
 */
export async function inheritance(
	asked: Parameters<typeof loadInheritance>[0],
	ports: Ports,
): Promise<Inheritance> {
	const loading = await loadInheritance(asked, ports);
	if (loading.kind === 'refused') throw await refusal(loading, asked, ports);
	return loading;
}

/** Why nothing was inherited, with the next step. */
export async function refusal(
	{ why, message }: Refused,
	{ place, source }: Pick<Project, 'place'> & { readonly source: Session },
	ports: Ports,
): Promise<Fault> {
	switch (why) {
		case 'unknown':
			return noSession(source.uuid, place, ports, message);
		case 'unreadable':
			return new Fault('state_unreadable', message, { hint: 'req doctor' });
		case 'too_old':
			return new Fault('refused', message, {
				hint: 'ask for a greater age, or leave --max-age out: req session list --completed',
			});
		case 'itself':
			return new Fault('usage', message, { hint: 'req session list' });
		case 'unwritable':
			return new Fault('state_unwritable', message, {
				hint: 'free the disk or make the folder writable',
			});
		default:
			return why satisfies never;
	}
}
