import type { Statusline } from '../../app/commands/statusline.ts';
import type { Standing } from '../../core/requirement/standing.ts';
import { cut } from '../../core/text/one-line.ts';
import type { Paint } from './paint.ts';

/** Room for one line beside others in a terminal (characters that are seen). */
const WIDTH = 80;

/** Where the gates stand, in at most 80 characters; empty where there is nothing to say. */
export function statuslineText(line: Statusline, paint: Paint): string {
	switch (line.kind) {
		case 'none':
			return '';
		case 'paused':
			return paint.yellow('req paused');
		case 'off':
			return paint.yellow(`req off: ${line.why}`);
		case 'on':
			return standingText(line, paint);
	}
}

function standingText(line: Extract<Statusline, { kind: 'on' }>, paint: Paint): string {
	const { unmet, all, leftOut, onlyWarns, differs } = line;
	const notes = [
		...(leftOut === 0 ? [] : [`${leftOut} left out`]),
		...(onlyWarns ? ['only warns'] : []),
		...(differs ? ['changed: /req:trust'] : []),
	];
	const end = notes.map((note) => `, ${note}`).join('');
	const met = unmet.length === 0;
	const head = met ? paint.green(`req ✓ ${all}/${all}`) : `req ${paint.red('✗')} `;
	const names = met ? '' : namesText(unmet, { paint, room: WIDTH - 'req ✗ '.length - end.length });
	return `${head}${names}${end === '' ? '' : paint.yellow(end)}`;
}

/** As many names as there is room for; the others are counted. One that is too long by itself is cut. */
function namesText(
	unmet: readonly Standing[],
	{ paint, room }: { readonly paint: Paint; readonly room: number },
): string {
	let fitting = unmet.length;
	const more = () => (fitting === unmet.length ? '' : ` +${unmet.length - fitting}`);
	const names = () => unmet.slice(0, fitting).map(({ requirement }): string => requirement.name);
	while (fitting > 1 && `${names().join(', ')}${more()}`.length > room) fitting -= 1;
	const shown = names().map((name, index) => {
		const whole = shortened(name, room - more().length);
		return unmet[index]?.triggered === true ? paint.red(whole) : whole;
	});
	return `${shown.join(', ')}${more()}`;
}

function shortened(name: string, room: number): string {
	return name.length <= room ? name : `${cut(name, room - 1)}…`;
}
