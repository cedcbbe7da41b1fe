import { isPassword, isRandom } from './value.ts';

const { raw } = String;

/** Names of what people make up. */
const PASSWORD =
	'pass(?:word|wd|phrase|code)|pwd|secret(?![_-]?(?:manager|name|ref|arn|id\\b|store|provider|key[_-]?ref))';
/** Names of what machines make. */
const TOKEN =
	'token|api[_ -]?key|access[_ -]?key|account[_ -]?key|secret[_ -]?key|private[_ -]?key|auth[_-]?key|signing[_-]?key|encryption[_-]?key|master[_-]?key|client[_-]?key|license[_-]?key|app[_-]?key|subscription[_-]?key|credentials?|bearer|webhook|auth(?![\\w-])|signature';
const NAME = `(?<name>${PASSWORD}|${TOKEN})(?<rest>[\\w-]{0,24})`;
/** A name that goes on like this names something about the secret. */
const ABOUT =
	/count|limit|length|size|type|name|field|url|uri|path|file|expir|ttl|hint|policy|rule|regex|pattern|prefix|suffix|izer|ized|budget|usage|endpoint|schema|label|class|version|algorithm|index|ring|less/i;
const VALUE = raw`(?:(?<quote>\\?["'\x60])(?<quoted>[^"'\x60\\\r\n]{4,400})|(?<bare>[^\s"'\x60,;&|<>\\)]{4,400}))`;

/** `name = value`, `"name": "value"`, `NAME=value`, `name is value`. */
const GIVEN = raw`${NAME}(?<sep>\\?["'\x60]?\]?(?:\s{0,3}(?:=>|:=|={1,3}|:)\s{0,3}|\s+is\s+))${VALUE}`;
/** `--name value`, `--name=value`. */
const OPTION = raw`(?<=(?:^|\s)--?[\w-]{0,30})${NAME}(?<sep>[ =]{1,2})${VALUE}`;

type Found = Readonly<
	Record<'name' | 'rest' | 'sep' | 'quote' | 'quoted' | 'bare', string | undefined>
>;

function isGiven(
	{ name = '', rest = '', sep = '', quoted, bare = '' }: Found,
	option: boolean,
): boolean {
	if (ABOUT.test(rest)) return false;
	const value = quoted ?? bare;
	const set = option || quoted !== undefined || (sep === '=' && name === name.toUpperCase());
	const isMadeUp = /^(?:pass|pwd|secret)/i.test(name) && !/\s/.test(value);
	return (isMadeUp && isPassword(value, set)) || isRandom(value);
}

function cutGiven(text: string, pattern: string, option: boolean): string {
	return text.replace(new RegExp(pattern, 'gi'), (...args) => {
		const found = args.at(-1) as Found;
		const whole = args[0] as string;
		if (!isGiven(found, option)) return whole;
		const value = found.quoted ?? found.bare ?? '';
		return `${whole.slice(0, whole.length - value.length)}[redacted:value]`;
	});
}

const NAMED = /pass|pwd|secret|token|key|credential|bearer|webhook|auth|signature/i;

/** Cuts values that stand beside a word like `password` or `token`, where they look like one. */
export function cutNamedValues(text: string): string {
	if (!NAMED.test(text)) return text;
	return cutGiven(cutGiven(text, GIVEN, false), OPTION, true);
}
