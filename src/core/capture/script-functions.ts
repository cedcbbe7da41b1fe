import { afterParentheses, type Declaration, matchAt } from './braced-code.ts';

/** Letters of any language, and no blanks: what may be either makes a pattern try both. */
const LETTERS =
	'\\u00aa-\\u167f\\u1681-\\u1fff\\u200c\\u200d\\u2070-\\u2fff\\u3001-\\ufefe\\uff00-\\uffff';
const NAME = `[A-Za-z_$${LETTERS}][\\w$${LETTERS}]{0,99}`;
/** Never two in a row: where one ends and the other begins would be tried in every way. */
const BLANK = '\\s{0,20}';
const EXPORT = '(?:export\\s{1,20})?(?:default\\s{1,20})?(?:declare\\s{1,20})?';

const CLASS = sticky(
	`${EXPORT}(?:(?:const|let)\\s{1,20}(${NAME})\\s{0,20}=\\s{0,20})?(?:abstract\\s{1,20})?class(?:\\s{1,20}(?!extends\\b)(${NAME}))?\\b`,
);
const FUNCTION = sticky(
	`(${EXPORT})(?:async\\s{1,20})?function${BLANK}(?:\\*${BLANK})?(?:(${NAME})${BLANK})?[(<]`,
);
/** Its members have no body, whatever they look like. */
const SHAPE = sticky(`${EXPORT}(?:interface|type|namespace|module|enum)\\s{1,20}${NAME}`);
const VARIABLE = sticky(`${EXPORT}(?:const|let|var)\\s{1,20}(${NAME})${BLANK}([:=])`);
const MODIFIERS =
	'(?:(?:public|private|protected|static|override|readonly|accessor|async|get|set)\\s{1,20}){0,6}';
const METHOD = sticky(
	`${MODIFIERS}(?:\\*${BLANK})?#?(${NAME})${BLANK}(?:<[^>]{0,200}>${BLANK})?(?=\\()`,
);
const FIELD = sticky(`${MODIFIERS}#?(${NAME})${BLANK}(?:[?!]${BLANK})?([:=])`);
/** What makes a value a function: these words, one parameter and an arrow, or a list (looked at further). */
const FUNCTION_VALUE = sticky(
	`${BLANK}(?:async\\b${BLANK})?(?:function\\b|${NAME}${BLANK}=>|(?:<[^>]{0,200}>${BLANK})?(\\())`,
);
const ARROW = sticky(`${BLANK}(?::[^\\n;=]{0,200})?=>`);
const BODY = sticky(`${BLANK}(?::[^\\n;=]{0,200})?\\{`);

const NO_METHODS = new Set(
	['if', 'for', 'while', 'switch', 'catch', 'with', 'function', 'return', 'await', 'super', 'new']
		.concat(['typeof', 'else', 'do', 'try', 'yield', 'throw', 'import', 'case', 'of', 'in'])
		.concat(['public', 'private', 'protected', 'static', 'async', 'readonly']),
);

/** What nobody's members stand in: shapes have signatures only. */
const SHAPED = ' ';

/**
 * Functions of TypeScript and JavaScript, in all their forms: declarations, methods, getters, generators, arrow and
 * function expressions given to a name; `export default` without one is `default`.
 */
export function scriptDeclaration(
	code: string,
	at: number,
	owner: string,
): Declaration | undefined {
	if (owner === SHAPED) return undefined;
	const made = matchAt(CLASS, code, at);
	if (made !== null) return { defines: '', opens: made[2] ?? made[1] ?? '' };
	const declared = matchAt(FUNCTION, code, at);
	if (declared !== null) return { defines: nameOf(declared), opens: '' };
	if (matchAt(SHAPE, code, at) !== null) return { defines: '', opens: SHAPED };
	const name = valueName(code, at, VARIABLE) ?? methodName(code, at) ?? valueName(code, at, FIELD);
	return name === undefined || NO_METHODS.has(name) ? undefined : { defines: name, opens: '' };
}

function nameOf([, exported = '', name]: RegExpExecArray): string {
	return name ?? (exported.includes('default') ? 'default' : '');
}

/** A name that gets a function: `const f = () => …`, `f = async x => …`, `f: function () …`. */
function valueName(code: string, at: number, pattern: RegExp): string | undefined {
	const named = matchAt(pattern, code, at);
	if (named === null) return undefined;
	const after = at + named[0].length;
	const isValue = named[2] === '=' || pattern === FIELD;
	if (isValue && isFunctionAt(code, after)) return named[1];
	const value = named[2] === ':' ? afterType(code, after) : -1;
	return value >= 0 && isFunctionAt(code, value) ? named[1] : undefined;
}

/** Where the value stands of a variable whose type begins here; -1 where it has none. */
function afterType(code: string, at: number): number {
	const found = /[^=<>!]=(?![=>])/.exec(code.slice(at, at + 300).split(/[;\n]/, 1)[0] ?? '');
	return found === null ? -1 : at + found.index + 2;
}

function isFunctionAt(code: string, at: number): boolean {
	const found = matchAt(FUNCTION_VALUE, code, at);
	if (found === null) return false;
	if (found[1] === undefined) return true;
	const end = afterParentheses(code, at + found[0].length - 1);
	return end >= 0 && matchAt(ARROW, code, end) !== null;
}

/** `name(…) {`: a method of a class or an object. */
function methodName(code: string, at: number): string | undefined {
	const found = matchAt(METHOD, code, at);
	if (found === null || NO_METHODS.has(found[1] ?? '')) return undefined;
	const end = afterParentheses(code, at + found[0].length);
	return end >= 0 && matchAt(BODY, code, end) !== null ? found[1] : undefined;
}

function sticky(source: string): RegExp {
	return new RegExp(source, 'y');
}
