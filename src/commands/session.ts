import type { Command } from './command.ts';
import { continuing, restore } from './session/continue.ts';
import { events } from './session/events.ts';
import { forget } from './session/forget.ts';
import { capture, cleanup, complete, name, phase } from './session/life.ts';
import { lineage } from './session/lineage.ts';
import { list } from './session/list.ts';
import { preview } from './session/preview.ts';
import { exporting, show } from './session/show.ts';

/** `req session`: what sessions of this repository were, are and pass on. */
export const session: Command = {
	about:
		'Shows the sessions of this repository, and changes what is known of one. A session is named by its name, key or id, or by the first 4 or more characters of one of these.',
	examples: ['req session list', 'req session show auth-v1', 'req session name auth-rewrite'],
	commands: {
		list,
		show,
		lineage,
		events,
		name,
		phase,
		complete,
		capture,
		preview,
		continue: continuing,
		restore,
		export: exporting,
		cleanup,
		forget,
	},
};
