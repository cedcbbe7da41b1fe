import { ownedName } from './braced-functions.ts';
import { maskedCode } from './masked-code.ts';

const PYTHON = /^([ \t]{0,200})(?:async[ \t]{1,20})?(def|class)[ \t]{1,20}([A-Za-z_]\w{0,99})/;
const RUBY =
	/^([ \t]{0,200})(?:(?:private|public|protected)[ \t]{1,20})?(def|class|module)[ \t]{1,20}(?:self\.)?([A-Za-z_]\w{0,99})/;

/** Functions that Python defines: `def`, `async def`, and methods with their class. */
export function pythonFunctions(text: string): string[] {
	const code = maskedCode(text, { line: '#', block: false, quotes: '\'"', triple: true });
	return indentedFunctions(code, PYTHON);
}

/** Methods that Ruby defines, with the class or module they stand in. */
export function rubyFunctions(text: string): string[] {
	const code = maskedCode(text, { line: '#', block: false, quotes: '\'"', triple: false });
	return indentedFunctions(code, RUBY);
}

interface Block {
	readonly indent: number;
	/** Name of a class; `''` for a function. */
	readonly owner: string;
}

function indentedFunctions(code: string, pattern: RegExp): string[] {
	const names: string[] = [];
	let open: Block[] = [];
	for (const line of code.split('\n')) {
		const found = pattern.exec(line);
		if (found === null) continue;
		const [, blank = '', word, name = ''] = found;
		open = open.filter(({ indent }) => indent < blank.length);
		if (word === 'def') names.push(ownedName(open.at(-1)?.owner ?? '', name));
		open.push({ indent: blank.length, owner: word === 'def' ? '' : name });
	}
	return names;
}
