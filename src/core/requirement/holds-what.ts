import type { Requirement, Trigger } from '../config/config.ts';
import { typed } from '../text/one-line.ts';

/** What a requirement holds back while it is unmet, in a few words. */
export function holdsWhat({ enforce, blocks }: Requirement): string {
	if (enforce === 'stop') return 'holds the end of a turn';
	const calls = [...new Set(blocks.map(callText))].join(', ');
	return enforce === 'warn' ? `warns at ${calls}` : `holds ${calls}`;
}

function callText(trigger: Trigger): string {
	switch (trigger.on) {
		case 'edit':
			return trigger.glob === undefined ? 'edits' : `edits of ${trigger.glob}`;
		case 'command':
			return typed(trigger.command);
		case 'tool':
			return `tool ${trigger.pattern}`;
	}
}
