/** More than this in one glob is a mistake, or an attack. */
const MAX_ALTERNATIVES = 32;
const MAX_CHARACTERS = 1_024;

/**
 * The globs a glob with `{a,b}` stands for, nested ones too; `undefined` when there are too many.
 * Braces that are not closed, or escaped, stand for themselves.
 */
export function alternatives(glob: string): readonly string[] | undefined {
	const done: string[] = [];
	const open = [glob];
	while (open.length > 0) {
		if (tooMany([...done, ...open])) return undefined;
		const next = open.pop() ?? '';
		const brace = innermostBrace(next);
		if (brace === undefined) done.push(next);
		else {
			const { before, choices, after } = brace;
			open.push(...choices.map((choice) => `${before}${choice}${after}`));
		}
	}
	return done;
}

function tooMany(globs: readonly string[]): boolean {
	const characters = globs.reduce((sum, glob) => sum + glob.length, 0);
	return globs.length > MAX_ALTERNATIVES || characters > MAX_CHARACTERS;
}

interface Brace {
	readonly before: string;
	readonly choices: readonly string[];
	readonly after: string;
}

/** An innermost `{…}` holds no other brace, so a comma inside it can only be its own. */
function innermostBrace(glob: string): Brace | undefined {
	let start: number | undefined;
	for (let index = 0; index < glob.length; index++) {
		const char = glob[index];
		if (char === '\\') index += 1;
		else if (char === '{') start = index;
		else if (char === '}' && start !== undefined) {
			return {
				before: glob.slice(0, start),
				choices: splitAtCommas(glob.slice(start + 1, index)),
				after: glob.slice(index + 1),
			};
		}
	}
	return undefined;
}

function splitAtCommas(body: string): readonly string[] {
	const parts = [''];
	for (const [piece] of body.matchAll(/\\.|./gsu)) {
		if (piece === ',') parts.push('');
		else parts.push(`${parts.pop() ?? ''}${piece}`);
	}
	return parts;
}
