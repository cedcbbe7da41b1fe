import { elements, textIn } from '../store/foreign-json.ts';

/** What is longer is generated: it is left out whole. */
const MAX_TEXT = 200_000;
/** A longer line declares nothing that a person wrote. It also bounds what a pattern may take. */
const MAX_LINE = 240;
const MAX_NAMES = 50;

/** A type before a name and parameters, as in Java, C#, C and Dart. No `return f(…)`, no call. */
const TYPED = String.raw`(?!(?:return|new|else|throw|case|await|delete|goto|using|if|for|while|switch)\b)(?:[\w<>[\],.?:*&]+\s+){1,8}[*&]{0,3}`;
/** Parameters and what follows them, up to a body: a declaration ends with `;`, as a call. */
const BODY = String.raw`\([^;]*(?:\{.*|=>.*|[,(]|\)(?:\s*throws\s.*)?)$`;

/**
 * Lines that declare something, by the endings of the files of a language. Groups: `type`, a class
 * or whatever else has methods; `name`, or `method` and `value` in further alternatives, a
 * function; `owner`, whose it is if the line says so. `NAME` is an identifier in letters of any
 * language. What is in prose and data is no function.
 */
const DECLARATIONS: Readonly<Record<string, string>> = {
	'ts tsx mts cts js jsx mjs cjs vue svelte': String.raw`^\s*(?:export\s+)?(?:default\s+)?(?:(?:abstract\s+)?class\s+(?!extends\b)(?<type>NAME)|(?:async\s+)?function\s*\*?\s*(?<name>NAME)|(?:(?:const|let|var|public|private|protected|static|override|readonly)\s+)*#?(?!(?:default|case|type)\b)(?<value>NAME)(?:(?::.*)?\s=|=|:(?!.*;$))\s*(?:async\s+)?(?:function\b|<.*=>|\(.*=>|\($|NAME\s*=>)|(?:(?:public|private|protected|static|override|async|get|set)\s+|\*\s*){0,4}#?(?!(?:if|for|while|switch|catch|with|function|return|await|super)\b)(?<method>NAME)(?:<.*>)?\s*\((?:(?!['"\x60]|async\b|function\b)(?:[^=]|=(?!>))*\{|(?<=\b(?:public|private|protected|static|override|async)\s[^(]*\()$))`,
	'py pyi ipynb': String.raw`^\s*(?:class\s+(?<type>NAME)|(?:async\s+)?def\s+(?<name>NAME))`,
	rb: String.raw`^\s*(?:(?:class|module)\s+(?<type>NAME)|(?:(?:private|public|protected)\s+)?def\s+(?:self\.)?(?<name>NAME))`,
	go: String.raw`^func\s+(?:\((?:NAME\s+)?\*?(?<owner>NAME)[^)]*\)\s*)?(?<name>NAME)\s*[(\[]`,
	rs: String.raw`^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:unsafe\s+)?(?:impl(?:<.*?>)?|trait)\s+(?:.*\sfor\s+)?&?(?:\w+::)*(?<type>NAME)|(?:(?:default|const|async|unsafe|extern)\s+)*fn\s+(?<name>NAME))`,
	'java groovy dart': String.raw`^\s*(?:@\w+\s+)*(?:(?:\w+\s+){0,6}(?:class|interface|enum|record|mixin|extension)\s+(?<type>NAME)|${TYPED}(?<name>NAME)\s*${BODY})`,
	cs: String.raw`^\s*(?:(?:\w+\s+){0,6}(?:class|interface|enum|record|struct)\s+(?<type>NAME)|${TYPED}(?<name>NAME)(?:<[\w,\s]*>)?\s*\([^;]*(?:\{.*|=>.*|[,(]|\))$)`,
	'c h cc cpp cxx hpp hh m mm': String.raw`^\s*(?:(?:class|struct|namespace)\s+(?<type>NAME)(?=[^;(]*$)|${TYPED}(?:(?:\w+::)*(?<owner>NAME)::)?~?(?<name>NAME)\s*${BODY})`,
	'kt kts': String.raw`^\s*(?:@\w+\s+)*(?:\w+\s+){0,6}?(?:(?:class|interface|object)\s+(?<type>NAME)|fun\s+(?:<.*?>\s*)?(?:(?<owner>NAME)\.)?(?<name>NAME)\s*\()`,
	swift: String.raw`^\s*(?:@\w+\s+)*(?:\w+\s+){0,6}?(?:(?:struct|enum|extension|protocol|actor|class(?!\s+func))\s+(?<type>NAME)|func\s+(?<name>NAME)\s*[(<])`,
	scala: String.raw`^\s*(?:\w+\s+){0,6}?(?:(?:class|object|trait)\s+(?<type>NAME)|def\s+(?<name>NAME))`,
	php: String.raw`^\s*(?:\w+\s+){0,6}?(?:(?:class|interface|trait|enum)\s+(?<type>NAME)|function\s+&?(?<name>NAME)\s*\()`,
};

const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const LINE_OF = new Map(
	Object.entries(DECLARATIONS).flatMap(([endings, pattern]) => {
		const line = new RegExp(pattern.replaceAll('NAME', NAME), 'u');
		return endings.split(' ').map((ending) => [ending, line]);
	}),
);

type Json = Readonly<Record<string, unknown>>;

/**
 * Functions and methods that an edit tool's call defines in its file, in their order, each once;
 * methods with their owner: `Class.method`. Only what the call writes counts. Read line by line and
 * by indent, without a grammar: a line of a comment or a text that looks like a declaration counts
 * as one.
 *
 * @param path the file's name, whose ending tells the language
 * @param input Write has `content`, Edit `new_string`, MultiEdit a list of edits, NotebookEdit
 * `new_source`
 */
export function functionsOfEdit(path: string, input: Json): string[] {
	const written = [input, ...elements(input['edits'])].flatMap((part) => {
		return ['content', 'new_string', 'new_source'].flatMap((key) => textIn(part, key) ?? []);
	});
	const pattern = LINE_OF.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
	const text = written.join('\n\n');
	if (pattern === undefined || text.length > MAX_TEXT) return [];
	const names = new Set<string>();
	/** The classes and functions around a line; `type` is the name of a class. */
	let open: readonly { readonly indent: number; readonly type: string | undefined }[] = [];
	for (const line of text.split('\n')) {
		const declared = line.length > MAX_LINE ? undefined : pattern.exec(line)?.groups;
		if (declared === undefined) continue;
		const indent = line.search(/\S/);
		open = open.filter((block) => block.indent < indent);
		const { type, name, value, method, owner = open.at(-1)?.type } = declared;
		const defined = name ?? value ?? method;
		if (defined !== undefined) names.add(owner === undefined ? defined : `${owner}.${defined}`);
		open = [...open, { indent, type }];
	}
	return [...names].slice(0, MAX_NAMES);
}
