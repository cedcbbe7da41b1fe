import { everyTrigger } from '../../core/config/config.ts';
import { ANY_FILE, matches } from '../../core/gate/action.ts';
import type { Ports } from '../ports.ts';
import type { Edits } from './edits-by-project.ts';

/**
 * The edits of a Bash command without the files that git ignores: `rm -rf node_modules` and `ls > a.log`
 * change no source. Git is asked only where an edit matters to a requirement.
 */
export async function withoutIgnored({ scene, edits }: Edits, { places }: Ports): Promise<Edits> {
	const action = { tool: 'Bash', edits, command: undefined, fitsTool: () => false };
	const matters = everyTrigger(scene.config).some(
		(trigger) => trigger.on === 'edit' && matches(trigger, action),
	);
	if (!matters || !scene.place.git) return { scene, edits };
	const named = edits.filter((file) => file !== ANY_FILE);
	if (named.length === 0) return { scene, edits };
	const ignored = await places.ignored(scene.place, named);
	return { scene, edits: edits.filter((file) => !ignored.has(file)) };
}
