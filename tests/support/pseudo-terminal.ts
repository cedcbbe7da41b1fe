/** A program with its arguments, as `spawn` takes them. */
export type Started = readonly [program: string, args: readonly string[]];

/**
 * What to start, so that a shell's command runs at a pseudo-terminal of that many columns: util-linux
 * and BSD have `script` in two forms. Its exit code is the command's.
 *
 * @param command where it starts another program, `exec` it: whoever ends `script` ends both
 */
export function atTerminal(command: string, columns: number): Started {
	// A pseudo-terminal without a window has no size.
	const sized = `stty cols ${columns} rows 50; ${command}`;
	const args = process.platform === 'linux' ? ['-qefc', sized, '/dev/null'] : ['-q', '/dev/null', 'sh', '-c', sized];
	return ['script', args];
}

/** Words as one command that takes the place of its shell. */
export function execOf(words: readonly string[]): string {
	return `exec ${words.map((word) => `'${word}'`).join(' ')}`;
}

/** What a terminal shows of what it was sent: colours go, steps of the cursor are blanks. */
export function withoutEscapes(printed: string): string {
	const moves = /\u001b\[\d*C/g;
	const others = /\u001b(?:\[[0-9;?>]*[A-Za-z]|\][^\u0007]*\u0007)/g;
	return printed.replaceAll(moves, ' ').replaceAll(others, '');
}

/** Its text without any blanks, wherever the terminal broke its lines. */
export function unbroken(printed: string): string {
	return withoutEscapes(printed).replaceAll(/\s/g, '');
}
