import type { Happening } from '../played-session.ts';

type Look = 'plain' | 'dim' | 'refused' | 'done';

/** One row of the client's screen. */
export interface Row {
	/** Indentation and sign before the text, which the client draws in a colour of its own. */
	readonly lead: string;
	readonly leadLook: Look;
	readonly text: string;
	readonly look: Look;
	/** A bar behind the row. */
	readonly ground?: 'prompt' | 'removed' | 'added';
	/** An empty line comes before it. */
	readonly isFirst: boolean;
}

/** Width of the terminal. */
const COLUMNS = 100;

/** The client shows the abbreviated hash, which is another one in each run. */
const COMMIT = '3e07234';

/** What Claude Code 2.1.330 shows of a played session; `tests/e2e/picture.test.ts` compares. */
export function terminalRows(happenings: readonly Happening[]): readonly Row[] {
	return happenings.flatMap(rowsOf);
}

function rowsOf(happening: Happening): readonly Row[] {
	switch (happening.kind) {
		case 'start':
			if (happening.toUser === undefined) return [];
			return block('  ⎿  ', `SessionStart:startup says: ${happening.toUser}`, 'dim');
		case 'prompt':
			return [{ ...row('❯ ', happening.text), ground: 'prompt' }];
		case 'answer':
			return happening.toUser === undefined ? [] : block('  ⎿  ', happening.toUser, 'dim');
		case 'call':
			return callRows(happening);
		case 'stop':
			return [row('● ', happening.words)];
	}
}

type Called = Extract<Happening, { readonly kind: 'call' }>;

function callRows({ tool, what, input, refusal }: Called): readonly Row[] {
	switch (tool) {
		case 'Edit': {
			const title = row('● ', `Update(${what})`, refusal === undefined ? 'done' : 'refused');
			if (refusal === undefined) return [title, ...changeRows(input)];
			const reason = `Error: PreToolUse:Edit hook error: ${refusal}`;
			return [title, ...block('  ⎿  ', reason, 'refused').map(below)];
		}
		case 'Skill':
			return [row('● ', `Skill(${what})`, 'done'), below(row('  ⎿  ', 'Loaded skill', 'dim'))];
		case 'Bash':
			return refusal === undefined ? [dimmed(row('  ', `Committed ${COMMIT}`))] : refusedCommandRows(what, refusal);
		default:
			return [dimmed(row('  ', `${tool} 1 file`))];
	}
}

/** A refused command is folded: only the first line of the refusal is shown. */
function refusedCommandRows(command: string, refusal: string): readonly Row[] {
	const [reason = ''] = refusal.split('\n');
	const lines = wrapped(`Reason: PreToolUse:Bash hook error: ${reason}`, COLUMNS - 7);
	return [
		row('  ', 'Did not run 1 call'),
		below(row('  ⎿  ', `$ ${command}`, 'dim')),
		below(row('  ⎿  ', 'Not run · permission denied', 'dim')),
		...lines.map((line) => below(row('     │ ', line, 'dim'))),
	].map(dimmed);
}

function changeRows(input: Called['input']): readonly Row[] {
	return [
		below(row('  ⎿  ', 'Added 1 line, removed 1 line', 'dim')),
		{ ...below(row('      1 -', String(input['old_string']))), ground: 'removed' },
		{ ...below(row('      1 +', String(input['new_string']))), ground: 'added' },
	];
}

/** A text of several lines behind a sign. */
function block(lead: string, text: string, look: Look): readonly Row[] {
	const lines = text.split('\n').flatMap((line) => wrapped(line, COLUMNS - lead.length));
	return lines.map((line, index) => {
		const first = { ...row(lead, line, 'dim'), look };
		return index === 0 ? first : below({ ...first, lead: ' '.repeat(lead.length) });
	});
}

function row(lead: string, text: string, leadLook: Look = 'plain'): Row {
	return { lead, leadLook, text, look: 'plain', isFirst: true };
}

function below(one: Row): Row {
	return { ...one, isFirst: false };
}

function dimmed(one: Row): Row {
	return { ...one, look: 'dim' };
}

/** A line broken between words, as the client breaks it. */
function wrapped(line: string, width: number): readonly string[] {
	if (line.length <= width) return [line];
	const space = line.lastIndexOf(' ', width);
	const end = space <= 0 ? width : space;
	return [line.slice(0, end), ...wrapped(line.slice(end).trimStart(), width)];
}
