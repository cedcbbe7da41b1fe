/** What stands at the beginning of a statement. */
export interface Declaration {
	/** Name of a function it defines; `''` for none. */
	readonly defines: string;
	/** Whose methods stand between the next braces; `''`: nobody's. */
	readonly opens: string;
}

/** One way in which a statement of a language may begin. */
export interface Pattern {
	/** Sticky. It goes a bounded way, and has no two blanks in a row: where one ends would be tried in every way. */
	readonly begins: RegExp;
	/** What it declares; `undefined`: it is something else. */
	readonly read: (found: RegExpExecArray, statement: Statement) => Declaration | undefined;
}

interface Statement {
	readonly code: string;
	/** Where the pattern's match ends. */
	readonly end: number;
	/** Whose braces it stands directly in, or `''`. */
	readonly owner: string;
}

/** How a language writes what is no code. */
export interface Quoting {
	/** Begins a comment that ends with its line: `//`, `#`. */
	readonly line: string;
	/** Whether a slash and a star begin a comment. */
	readonly block: boolean;
	/** Characters that quote a text. Only a backtick's goes over several lines. */
	readonly quotes: string;
	/** Whether three quotes in a row quote a text of several lines. */
	readonly triple: boolean;
}

interface Language {
	/** Of its files. */
	readonly endings: string;
	readonly quoting: Quoting;
	/** How a function begins: a statement between braces, the first pattern that fits, or a line by its indent. */
	readonly functions: readonly Pattern[] | RegExp;
}

/** What nobody's members stand in: shapes have signatures only. */
export const SHAPED = ' ';

const sticky = (source: string) => new RegExp(source, 'y');
const defines = (name: string | undefined, owner: string | undefined): Declaration => ({
	defines: owner === undefined || owner === '' ? (name ?? '') : `${owner}.${name}`,
	opens: '',
});
const opens = (name: string | undefined): Declaration => ({ defines: '', opens: name ?? '' });

/** Letters of any language, and no blanks: what may be either makes a pattern try both. */
const LETTERS =
	'\\u00aa-\\u167f\\u1681-\\u1fff\\u200c\\u200d\\u2070-\\u2fff\\u3001-\\ufefe\\uff00-\\uffff';
const NAME = `[A-Za-z_$${LETTERS}][\\w$${LETTERS}]{0,99}`;
const BLANK = '\\s{0,20}';
const EXPORT = '(?:export\\s{1,20})?(?:default\\s{1,20})?(?:declare\\s{1,20})?';

const MODIFIERS =
	'(?:(?:public|private|protected|static|override|readonly|accessor|async|get|set)\\s{1,20}){0,6}';
/** What makes a value a function: these words, one parameter and an arrow, or a list (looked at further). */
const FUNCTION_VALUE = sticky(
	`${BLANK}(?:async\\b${BLANK})?(?:function\\b|${NAME}${BLANK}=>|(?:<[^>]{0,200}>${BLANK})?(\\())`,
);
const ARROW = sticky(`${BLANK}(?::[^\\n;=]{0,200})?=>`);
const BODY = sticky(`${BLANK}(?::[^\\n;=]{0,200})?\\{`);

const NO_METHODS =
	/^(?:if|for|while|switch|catch|with|function|return|await|super|new|typeof|else|do|try|yield|throw|import|case|of|in|public|private|protected|static|async|readonly)$/;

/**
 * TypeScript and JavaScript, in all their forms: declarations, methods, getters, generators, arrow and function
 * expressions given to a name; `export default` without one is `default`.
 */
const SCRIPT: readonly Pattern[] = [
	{
		begins: sticky(
			`${EXPORT}(?:(?:const|let)\\s{1,20}(${NAME})\\s{0,20}=\\s{0,20})?(?:abstract\\s{1,20})?class(?:\\s{1,20}(?!extends\\b)(${NAME}))?\\b`,
		),
		read: ([, variable, name]) => opens(name ?? variable),
	},
	{
		begins: sticky(
			`(${EXPORT})(?:async\\s{1,20})?function${BLANK}(?:\\*${BLANK})?(?:(${NAME})${BLANK})?[(<]`,
		),
		read: ([, exported = '', name]) =>
			defines(name ?? (exported.includes('default') ? 'default' : ''), undefined),
	},
	{
		// Its members have no body, whatever they look like.
		begins: sticky(`${EXPORT}(?:interface|type|namespace|module|enum)\\s{1,20}${NAME}`),
		read: () => opens(SHAPED),
	},
	{
		// `const f = () => …`, `const f: Type = async x => …`.
		begins: sticky(`${EXPORT}(?:const|let|var)\\s{1,20}(${NAME})${BLANK}([:=])`),
		read: ([, name, sign], { code, end }) => {
			const value = sign === '=' ? end : afterType(code, end);
			return value >= 0 && isFunctionAt(code, value) ? method(name) : undefined;
		},
	},
	{
		// `name(…) {`: a method of a class or an object.
		begins: sticky(
			`${MODIFIERS}(?:\\*${BLANK})?#?(${NAME})${BLANK}(?:<[^>]{0,200}>${BLANK})?(?=\\()`,
		),
		read: ([, name], { code, end }) => {
			const after = afterParentheses(code, end);
			return after >= 0 && matchAt(BODY, code, after) !== null ? method(name) : undefined;
		},
	},
	{
		// `f = async x => …`, `f: function () …`.
		begins: sticky(`${MODIFIERS}#?(${NAME})${BLANK}(?:[?!]${BLANK})?([:=])`),
		read: ([, name, sign], { code, end }) => {
			if (isFunctionAt(code, end)) return method(name);
			const value = sign === ':' ? afterType(code, end) : -1;
			return value >= 0 && isFunctionAt(code, value) ? method(name) : undefined;
		},
	},
];

function method(name = ''): Declaration | undefined {
	return NO_METHODS.test(name) ? undefined : defines(name, undefined);
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

const WORD = '[A-Za-z_]\\w{0,99}';
const WORDS = '(?:[a-z]{1,20}\\s{1,20}){0,6}';
const ANNOTATIONS = '(?:@\\w{1,60}\\s{1,20}){0,4}';
const VISIBLE = '(?:pub(?:\\([^)\\n]{0,40}\\))?\\s{1,20})?';

/** A method with its receiver's type: `s *Server[T]` is about `Server`. */
const GO: readonly Pattern[] = [
	{
		begins: sticky(`func\\s{1,20}(?:\\(([^)\\n]{0,300})\\)\\s{0,20})?(${WORD})\\s{0,20}[(\\[]`),
		read: ([, receiver = '', name]) => {
			const words = receiver.replaceAll('*', ' ').trim().split(/\s+/);
			return defines(name, /^[A-Za-z_]\w{0,99}/.exec(words[1] ?? words[0] ?? '')?.[0]);
		},
	},
];

/** A function of an `impl` or a trait has its type: `<T> Display for Point<T>` is about `Point`. */
const RUST: readonly Pattern[] = [
	{
		begins: sticky(`${VISIBLE}(?:unsafe\\s{1,20})?(?:impl|trait)\\b([^{;]{0,400})`),
		read: ([, head = '']) => {
			const subject =
				head
					.replace(/^\s{0,20}<[^{]*?>(?=\s)/, '')
					.split(/\sfor\s/)
					.at(-1) ?? '';
			return opens(/^\s*(?:&|dyn\s|mut\s)*(?:\w+::)*([A-Za-z_]\w*)/.exec(subject)?.[1]);
		},
	},
	{
		begins: sticky(
			`${VISIBLE}(?:(?:default|const|async|unsafe|extern)\\s{1,60}){0,4}fn\\s{1,20}(${WORD})`,
		),
		read: ([, name]) => defines(name, undefined),
	},
];

/** Java, C#, C and C++, which say the type first, and Kotlin, Swift, Scala and PHP, which say a word. */
const TYPED: readonly Pattern[] = [
	{
		begins: sticky(
			`${ANNOTATIONS}${WORDS}(?:class|interface|enum|record|object|struct|trait|extension|protocol|actor|namespace|mixin)\\s{1,20}(?!class\\b)(${WORD})`,
		),
		read: ([, name]) => opens(name),
	},
	{
		begins: sticky(
			`${ANNOTATIONS}${WORDS}(?:fun|func|function|def)\\s{1,20}(?:<[^>]{0,100}>\\s{0,20})?(?:(${WORD})\\s{0,5}\\.\\s{0,5})?(${WORD})\\s{0,20}[(<\\[]`,
		),
		read: ([, extended, name]) => defines(name, extended),
	},
	{
		// `type name(…) {`; without a type it is the constructor of its class.
		begins: sticky(
			`((?:[\\w<>\\[\\],.?:&*@]{1,100}\\s{1,20}){0,8})[*&]{0,3}((?:${WORD}::){0,4})~?(${WORD})\\s{0,20}(?=\\()`,
		),
		read: ([, type = '', scope = '', name = ''], { code, end, owner }) => {
			if (type === '' && scope === '' && name !== owner) return undefined;
			if ([name, ...type.trim().split(/\s+/)].some((word) => NO_FUNCTIONS.test(word)))
				return undefined;
			const after = afterParentheses(code, end);
			return after >= 0 && hasBody(code, after)
				? defines(name, scope.split('::').at(-2))
				: undefined;
		},
	},
];

/** What may stand between a list of parameters and the body. */
const BEFORE_BODY =
	/^\s{0,20}(?:(?:const|noexcept|override|final)\b\s{0,20}){0,4}(?:$|throws\s|where\s|:[^:]|->)/;
/** Nobody writes more there. */
const MAX_BEFORE_BODY = 600;
const NO_FUNCTIONS =
	/^(?:if|for|foreach|while|switch|catch|return|new|else|do|try|throw|using|lock|fixed|sizeof|typeof|when|synchronized|await|delete|goto|case|super|this|defined|in|is|as)$/;

/** Whether a body follows a list of parameters that ends at `at`. */
function hasBody(code: string, at: number): boolean {
	const limit = Math.min(code.length, at + MAX_BEFORE_BODY);
	for (let here = at; here < limit; here += 1) {
		const sign = code.charAt(here);
		if (sign === ';') return false;
		if (sign === '{' || (sign === '=' && code.charAt(here + 1) === '>'))
			return BEFORE_BODY.test(code.slice(at, here));
	}
	return false;
}

/** Nobody writes a longer list of parameters. */
const MAX_LIST = 600;

/** Where a list in parentheses ends that begins at `at`, which is `(`; -1 where it does not. */
function afterParentheses(code: string, at: number): number {
	let depth = 0;
	const limit = Math.min(code.length, at + MAX_LIST);
	for (let here = at; here < limit; here += 1) {
		const sign = code.charAt(here);
		if (sign === '(') depth += 1;
		else if (sign === ')') depth -= 1;
		if (depth === 0) return here + 1;
	}
	return -1;
}

/** The match of a sticky pattern at a place. */
export function matchAt(pattern: RegExp, code: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(code);
}

const SLASHES = { line: '//', block: true, quotes: '\'"', triple: false };
const HASHES = { line: '#', block: false, quotes: '\'"', triple: false };

const PYTHON = /^([ \t]{0,200})(?:async[ \t]{1,20})?(def|class)[ \t]{1,20}([A-Za-z_]\w{0,99})/;
const RUBY =
	/^([ \t]{0,200})(?:(?:private|public|protected)[ \t]{1,20})?(def|class|module)[ \t]{1,20}(?:self\.)?([A-Za-z_]\w{0,99})/;

/** What stands in prose and data is no function. */
export const LANGUAGES: readonly Language[] = [
	{
		endings: 'ts tsx mts cts js jsx mjs cjs vue svelte',
		quoting: { ...SLASHES, quotes: '\'"`' },
		functions: SCRIPT,
	},
	{ endings: 'py pyi ipynb', quoting: { ...HASHES, triple: true }, functions: PYTHON },
	{ endings: 'rb', quoting: HASHES, functions: RUBY },
	{ endings: 'go', quoting: { ...SLASHES, quotes: '\'"`' }, functions: GO },
	// A quote before a lifetime ends nothing.
	{ endings: 'rs', quoting: { ...SLASHES, quotes: '"' }, functions: RUST },
	{
		endings: 'java cs c h cc cpp cxx hpp hh m mm php dart',
		quoting: SLASHES,
		functions: TYPED,
	},
	// Three quotes in a row are a text, and a single one may be an apostrophe.
	{
		endings: 'kt kts swift scala groovy',
		quoting: { ...SLASHES, quotes: '"', triple: true },
		functions: TYPED,
	},
];
