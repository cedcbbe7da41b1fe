import type { Ports } from '../app/ports.ts';
import { changesOf } from '../config/config-news.ts';
import { configChange, loadConfig } from '../config/load-config.ts';
import { named } from '../core/text/one-line.ts';
import { listed } from '../core/text/phrases.ts';
import { placeAt } from '../git/find-place.ts';
import type { Place } from '../git/place.ts';
import { EDIT_TOOLS } from '../host/gated-tools.ts';
import { distinctPlaces, startOf, type ToolEvent } from './projects.ts';

/** Before a call that may change more than it names: brings the compiled config up to date, so that only the call makes it old. */
export async function noteConfigBefore(event: ToolEvent, ports: Ports): Promise<void> {
	for (const place of placesOf(event, ports)) await configChange(place, ports.context);
}

/**
 * After it: what Claude and the user are shown if other requirements apply than before the call. Shown once. Where git
 * moved HEAD or began or ended an operation, the end of the turn tells it.
 */
export async function configChangedBy(event: ToolEvent, ports: Ports): Promise<readonly string[]> {
	const texts: string[] = [];
	for (const place of placesOf(event, ports)) {
		const change = await configChange(place, ports.context);
		if (change === undefined || change.paths.length === 0 || change.isMoved) continue;
		const { before, paths } = change;
		const isProtected = before.kind === 'some' && before.config.protect !== false;
		const now = isProtected ? await loadConfig(place, ports.context) : before;
		if (changesOf(before, now).length > 0) texts.push(changedText(paths, place));
	}
	return texts;
}

function placesOf({ cwd, tool_name: tool }: ToolEvent, ports: Ports): readonly Place[] {
	if (Object.hasOwn(EDIT_TOOLS, tool)) return [];
	return distinctPlaces([startOf(cwd, ports), placeAt(cwd, ports.context)]);
}

function changedText(paths: readonly string[], { root }: Place): string {
	const files = paths.map((path) => named(path.replace(`${root}/`, '')));
	return `req: ${listed(files)} changed while this call ran. If the command changed it, tell the user and show \`git diff -- ${files[0]}\`: only the user decides which requirements apply.`;
}
