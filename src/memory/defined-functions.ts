/** What is longer is generated, and nobody's work: it is left out whole. */
const MAX_TEXT = 200_000;
/** A longer line declares nothing that a person wrote. It also bounds what a pattern may take. */
const MAX_LINE = 240;
const MAX_NAMES = 50;

interface Language {
	/** Of its files. */
	readonly endings: string;
	/**
	 * A line that declares something. Groups: `type`, a class or whatever else has methods; `name`, or `method` and `value` in
	 * further alternatives, a function; `owner`, whose it is where the line says so.
	 */
	readonly line: RegExp;
}

/** A type, then a name, then parameters: what Java, C#, C and Dart call a function. No `return f(…)`, no call. */
const TYPED = String.raw`(?!(?:return|new|else|throw|case|await|delete|goto|using|if|for|while|switch)\b)(?:[\w<>[\],.?:*&]+\s+){1,8}[*&]{0,3}`;
/** A list of parameters and what follows it, up to a body: a declaration ends with `;`, a call as well. */
const BODY = String.raw`\([^;]*(?:\{.*|=>.*|[,(]|\)(?:\s*throws\s.*)?)$`;

/** One row for each language. What is in prose and data is no function. */
const LANGUAGES: readonly Language[] = [
	{
		endings: 'ts tsx mts cts js jsx mjs cjs vue svelte',
		line: declaring(
			String.raw`^\s*(?:export\s+)?(?:default\s+)?(?:(?:abstract\s+)?class\s+(?!extends\b)(?<type>NAME)|(?:async\s+)?function\s*\*?\s*(?<name>NAME)|(?:(?:const|let|var|public|private|protected|static|override|readonly)\s+)*#?(?!(?:default|case|type)\b)(?<value>NAME)(?:(?::.*)?\s=|=|:(?!.*;$))\s*(?:async\s+)?(?:function\b|<.*=>|\(.*=>|\($|NAME\s*=>)|(?:(?:public|private|protected|static|override|async|get|set)\s+|\*\s*){0,4}#?(?!(?:if|for|while|switch|catch|with|function|return|await|super)\b)(?<method>NAME)(?:<.*>)?\s*\((?:(?!['"\x60]|async\b|function\b)(?:[^=]|=(?!>))*\{|(?<=\b(?:public|private|protected|static|override|async)\s[^(]*\()$))`,
		),
	},
	{
		endings: 'py pyi ipynb',
		line: declaring(String.raw`^\s*(?:class\s+(?<type>NAME)|(?:async\s+)?def\s+(?<name>NAME))`),
	},
	{
		endings: 'rb',
		line: declaring(
			String.raw`^\s*(?:(?:class|module)\s+(?<type>NAME)|(?:(?:private|public|protected)\s+)?def\s+(?:self\.)?(?<name>NAME))`,
		),
	},
	{
		endings: 'go',
		line: declaring(
			String.raw`^func\s+(?:\((?:NAME\s+)?\*?(?<owner>NAME)[^)]*\)\s*)?(?<name>NAME)\s*[(\[]`,
		),
	},
	{
		endings: 'rs',
		line: declaring(
			String.raw`^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:unsafe\s+)?(?:impl(?:<.*?>)?|trait)\s+(?:.*\sfor\s+)?&?(?:\w+::)*(?<type>NAME)|(?:(?:default|const|async|unsafe|extern)\s+)*fn\s+(?<name>NAME))`,
		),
	},
	{
		endings: 'java groovy dart',
		line: declaring(
			String.raw`^\s*(?:@\w+\s+)*(?:(?:\w+\s+){0,6}(?:class|interface|enum|record|mixin|extension)\s+(?<type>NAME)|${TYPED}(?<name>NAME)\s*${BODY})`,
		),
	},
	{
		endings: 'cs',
		line: declaring(
			String.raw`^\s*(?:(?:\w+\s+){0,6}(?:class|interface|enum|record|struct)\s+(?<type>NAME)|${TYPED}(?<name>NAME)(?:<[\w,\s]*>)?\s*\([^;]*(?:\{.*|=>.*|[,(]|\))$)`,
		),
	},
	{
		endings: 'c h cc cpp cxx hpp hh m mm',
		line: declaring(
			String.raw`^\s*(?:(?:class|struct|namespace)\s+(?<type>NAME)(?=[^;(]*$)|${TYPED}(?:(?:\w+::)*(?<owner>NAME)::)?~?(?<name>NAME)\s*${BODY})`,
		),
	},
	{
		endings: 'kt kts',
		line: declaring(
			String.raw`^\s*(?:@\w+\s+)*(?:\w+\s+){0,6}?(?:(?:class|interface|object)\s+(?<type>NAME)|fun\s+(?:<.*?>\s*)?(?:(?<owner>NAME)\.)?(?<name>NAME)\s*\()`,
		),
	},
	{
		endings: 'swift',
		line: declaring(
			String.raw`^\s*(?:@\w+\s+)*(?:\w+\s+){0,6}?(?:(?:struct|enum|extension|protocol|actor|class(?!\s+func))\s+(?<type>NAME)|func\s+(?<name>NAME)\s*[(<])`,
		),
	},
	{
		endings: 'scala',
		line: declaring(
			String.raw`^\s*(?:\w+\s+){0,6}?(?:(?:class|object|trait)\s+(?<type>NAME)|def\s+(?<name>NAME))`,
		),
	},
	{
		endings: 'php',
		line: declaring(
			String.raw`^\s*(?:\w+\s+){0,6}?(?:(?:class|interface|trait|enum)\s+(?<type>NAME)|function\s+&?(?<name>NAME)\s*\()`,
		),
	},
];

/** `NAME` in a pattern is an identifier in letters of any language. */
function declaring(pattern: string): RegExp {
	return new RegExp(pattern.replaceAll('NAME', String.raw`[\p{L}_$][\p{L}\p{N}_$]*`), 'u');
}

/**
 * Functions and methods that a piece of a file defines, in its order, each once; methods with their owner: `Class.method`. Read
 * line by line and by indent, without a grammar: a line of a comment or a text that looks like a declaration counts as one.
 *
 * @param path the file's name, whose ending tells the language
 */
export function definedFunctions(path: string, text: string): string[] {
	const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
	const language = LANGUAGES.find(({ endings }) => endings.split(' ').includes(ending));
	if (language === undefined || text.length > MAX_TEXT) return [];
	const names = new Set<string>();
	let open: readonly Block[] = [];
	for (const line of text.split('\n')) {
		const declared = line.length > MAX_LINE ? undefined : language.line.exec(line)?.groups;
		if (declared === undefined) continue;
		const indent = line.search(/\S/);
		open = open.filter((block) => block.indent < indent);
		const name = ownedName(declared, open.at(-1)?.owner);
		if (name !== undefined) names.add(name);
		open = [...open, { indent, owner: declared['type'] }];
	}
	return [...names].slice(0, MAX_NAMES);
}

type Declared = Readonly<Record<string, string | undefined>>;

/** `Class.method` of what a line declares; `undefined` for a class. */
function ownedName({ name, value, method, owner }: Declared, around: string | undefined) {
	const defined = name ?? value ?? method;
	const of = owner ?? around;
	return defined === undefined || of === undefined ? defined : `${of}.${defined}`;
}

interface Block {
	readonly indent: number;
	/** Name of a class; `undefined` for a function. */
	readonly owner: string | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** Functions that an edit tool's call defines in its file: in what it writes, never in what was there. */
export function functionsOfEdit(path: string, input: Json): string[] {
	return definedFunctions(path, writtenTexts(input).join('\n\n'));
}

/** Write has `content`, Edit `new_string`, MultiEdit a list of edits, NotebookEdit `new_source`. */
function writtenTexts(input: Json): string[] {
	const edits = Array.isArray(input['edits']) ? input['edits'] : [];
	return [input, ...edits].flatMap((part: unknown) => {
		const { content, new_string, new_source } = (part ?? {}) as Json;
		return [content, new_string, new_source].filter((text) => typeof text === 'string');
	});
}
