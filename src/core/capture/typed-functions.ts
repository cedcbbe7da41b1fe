import { afterParentheses, type Declaration, matchAt } from './braced-code.ts';

const NAME = '[A-Za-z_]\\w{0,99}';
const WORDS = '(?:[a-z]{1,20}\\s{1,20}){0,6}';

const GO_FUNCTION = sticky(
	`func\\s{1,20}(?:\\(([^)\\n]{0,300})\\)\\s{0,20})?(${NAME})\\s{0,20}[(\\[]`,
);

const RUST_OWNER = sticky(
	`(?:pub(?:\\([^)\\n]{0,40}\\))?\\s{1,20})?(?:unsafe\\s{1,20})?(impl|trait)\\b([^{;]{0,400})`,
);
const RUST_FUNCTION = sticky(
	`(?:pub(?:\\([^)\\n]{0,40}\\))?\\s{1,20})?(?:(?:default|const|async|unsafe|extern)\\s{1,60}){0,4}fn\\s{1,20}(${NAME})`,
);

const OWNER = sticky(
	`(?:@\\w{1,60}\\s{1,20}){0,4}${WORDS}(?:class|interface|enum|record|object|struct|trait|extension|protocol|actor|namespace|mixin)\\s{1,20}(?!class\\b)(${NAME})`,
);
const WORD_FUNCTION = sticky(
	`(?:@\\w{1,60}\\s{1,20}){0,4}${WORDS}(?:fun|func|function|def)\\s{1,20}(?:<[^>]{0,100}>\\s{0,20})?(?:(${NAME})\\s{0,5}\\.\\s{0,5})?(${NAME})\\s{0,20}[(<\\[]`,
);
const TYPED_FUNCTION = sticky(
	`((?:[\\w<>\\[\\],.?:&*@]{1,100}\\s{1,20}){0,8})[*&]{0,3}((?:${NAME}::){0,4})~?(${NAME})\\s{0,20}(?=\\()`,
);
/** What may stand between a list of parameters and the body. */
const BEFORE_BODY =
	/^\s{0,20}(?:(?:const|noexcept|override|final)\b\s{0,20}){0,4}(?:$|throws\s|where\s|:[^:]|->)/;
/** Nobody writes more there. */
const MAX_BEFORE_BODY = 600;
const NO_FUNCTIONS =
	/^(?:if|for|foreach|while|switch|catch|return|new|else|do|try|throw|using|lock|fixed|sizeof|typeof|when|synchronized|await|delete|goto|case|super|this|defined|in|is|as)$/;

/** Functions of Go; a method with its receiver's type: `Server.Start`. */
export function goDeclaration(code: string, at: number): Declaration | undefined {
	const found = matchAt(GO_FUNCTION, code, at);
	return found === null ? undefined : defines(owned(goOwner(found[1] ?? ''), found[2]));
}

/** `s *Server[T]` is about `Server`. */
function goOwner(receiver: string): string {
	const words = receiver.replaceAll('*', ' ').trim().split(/\s+/);
	return /^[A-Za-z_]\w{0,99}/.exec(words[1] ?? words[0] ?? '')?.[0] ?? '';
}

/** Functions of Rust; one of an `impl` or a trait with its type. */
export function rustDeclaration(code: string, at: number): Declaration | undefined {
	const owner = matchAt(RUST_OWNER, code, at);
	if (owner !== null) return { defines: '', opens: rustOwner(owner[2] ?? '') };
	const found = matchAt(RUST_FUNCTION, code, at);
	return found === null ? undefined : defines(found[1] ?? '');
}

/** `<T> Display for Point<T>` is about `Point`. */
function rustOwner(head: string): string {
	const subject =
		head
			.replace(/^\s{0,20}<[^{]*?>(?=\s)/, '')
			.split(/\sfor\s/)
			.at(-1) ?? '';
	return /^\s*(?:&|dyn\s|mut\s)*(?:\w+::)*([A-Za-z_]\w*)/.exec(subject)?.[1] ?? '';
}

/** Functions of Java, C#, C and C++, which say the type first, and of Kotlin, Swift, Scala and PHP, which say a word. */
export function typedDeclaration(code: string, at: number, owner: string): Declaration | undefined {
	const found = matchAt(OWNER, code, at);
	if (found !== null) return { defines: '', opens: found[1] ?? '' };
	const worded = matchAt(WORD_FUNCTION, code, at);
	if (worded !== null) return defines(owned(worded[1], worded[2]));
	return typedFunction(code, at, owner);
}

/** `type name(…) {`; without a type it is the constructor of its class. */
function typedFunction(code: string, at: number, owner: string): Declaration | undefined {
	const found = matchAt(TYPED_FUNCTION, code, at);
	if (found === null) return undefined;
	const [whole, type = '', scope = '', name = ''] = found;
	if (type === '' && scope === '' && name !== owner) return undefined;
	if ([name, ...type.trim().split(/\s+/)].some((word) => NO_FUNCTIONS.test(word))) return undefined;
	const end = afterParentheses(code, at + whole.length);
	if (end < 0 || !hasBody(code, end)) return undefined;
	return defines(owned(scope.split('::').at(-2), name));
}

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

function defines(name: string): Declaration {
	return { defines: name, opens: '' };
}

function owned(owner: string | undefined, name: string | undefined): string {
	return owner === undefined || owner === '' ? (name ?? '') : `${owner}.${name}`;
}

function sticky(source: string): RegExp {
	return new RegExp(source, 'y');
}
