import { PURPOSE } from './named-values.ts';
import { isPassword, isPlaceholder, isStrongPassword, isTyped } from './value-shapes.ts';

const { raw } = String;

/** The rest of a command, over lines that a backslash joins. */
const WORDS = raw`(?:[^\n|;&]|&(?!&)|(?<=\\)\n){0,200}?\s`;
/** Programs with the option or the words behind which they take a password. */
const OPTIONS = [
	raw`(?:mysql|mariadb|7z)\w{0,8}\b${WORDS}-p(?! )`,
	raw`(?:mongo\w{0,10}|sshpass|sqlcmd)\b${WORDS}-p`,
	raw`(?:docker|podman|skopeo|az|cf|oc|argocd|registry) login\b${WORDS}-p`,
	raw`ldap\w{3,8}\b${WORDS}-w`,
	raw`openssl\b${WORDS}(?:-k(?=[ =])|-pass(?:in|out)?[ =]pass:)`,
	raw`htpasswd\b${WORDS}-\w{0,4}b\w{0,4}[ \t]+\S{1,100}[ \t]+\S{1,64}`,
	raw`wpa_passphrase[ \t]+(?:"[^"\n]{1,32}"|\S{1,32})`,
	raw`machine\s{1,8}\S{1,80}\s{1,8}login\s{1,8}\S{1,80}\s{1,8}password\s{1,8}`,
].join('|');
/** Programs that read a password from their input. */
const READERS = raw`(?:(?:sudo[ \t]+)?chpasswd|sudo -S|rclone obscure|[^\n|]{0,80}(?:--password-stdin|--with-token|--stdin\b))`;
/** Functions that take a password or a key. */
const CALLS = raw`(?:log_?in|sign_?in|authenticate|\w{0,24}credentials?|\w{0,12}auth|\w{0,12}connect(?:ion)?|mysqli\w{0,12}|PDO|set_?password|jwt\.\w{4,6}|create(?:de)?cipheriv|(?:aes|fernet|chacha20\w{0,9})(?:\.new)?|sign|verify|\w{0,16}hmac[\w-]{0,12}(?:\.new)?)`;
const QUOTE = raw`["'\x60*(]{0,2}`;
const SIGN = raw`[^\s"'\x60<>|,;()/]`;
/** Something with letters and digits that ends where a word ends. */
const WORD = raw`(?=${SIGN}{0,63}\d)(?=${SIGN}{0,63}[a-z])${SIGN}{8,64}(?=[\s"'\x60,;)|<>]|$)`;
const LOG_IN = raw`(?:log(?:s|ged|ging)?[ -]?(?:in|on)|sign(?:s|ed|ing)?[ -]?in|authenticat\w{1,4}|connect\w{0,3}|unlock\w{0,3}|ssh)`;
const ACCOUNT = raw`(?:cred(?:s|entials?)?|log[io]ns?|accounts?|wi-?fi|user(?:name)?s?)`;
/** Codes that a person types: of a card, of a door, sent once. */
const CODE = raw`(?:pin(?:[ -]?(?:code|number))?|puk|tan|t?otp|(?:one[ -]?time|verification|confirmation|recovery|backup|security|login|unlock|pairing|door|alarm|sms|[2m]fa)[ -](?:pass)?codes?)`;
/** A verb or a preposition directly before the secret, in English and German. */
const IS = raw`(?:is|are|was|as|with|using|ist|war|lautet|als|mit)`;
/** Digits, or groups of four characters, the first with a digit; no date, port, version or path. */
const DIGITS = raw`(?:\d{4,10}|\d{3}[ -]\d{3}|(?=[a-z]{0,3}\d)[a-z\d]{4}(?:-[a-z\d]{4}){1,7})(?![\w:/-]|\.\d)`;

/**
 * What announces a secret, a row each: what takes the secret's place, and a pattern in any case whose
 * first group stays. No repetition is inside a repetition, and what follows an unbounded one cannot
 * fail: linear time.
 */
const ANNOUNCED = raw`
header :: (authorization\\?["']?[ \t]{0,3}[:,=][ \t]{0,3}\\?["']?(?:[a-z-]{2,16}[ \t]+)?)(?!!)(?=[^\s"'\\,<>]{0,200}[\d=_.]|[a-z]{24})[^\s"'\\,<>]{8,}
cookie :: (\b(?:connect\.sid|PHPSESSID|JSESSIONID|sessionid|session|sid)=)(?![\da-f]{8}-[\da-f]{4}-)(?=[^;\s]{0,60}\d)(?=[^;\s]{0,60}[a-z])[\w%+/=.~-]{16,}
url :: (://[^\s/:@["'<>]{0,100}:)(?!\d{1,5}/)[^\s/"'<>]{1,200}(?=@[\w[.-])
url :: (://)(?=[\w.~-]{0,60}\d)[\w.~-]{20,}(?=(?::[\w-]{0,40})?@)
url :: ([?&](?:sig|[\w-]{0,12}signature|x-amz-security-token|key|code|ticket)=)(?=[^&\s]{0,60}\d)[\w%+/=.~-]{16,}
url :: ((?:://|\b(?:GET|POST|PUT|PATCH) )[^\s?#"'<>]{0,160}?/(?:web)?hooks?/(?:[\w-]{1,24}/)?)(?=[\w-]{0,60}\d)[\w-]{20,}(?![\w.])
password-hash :: (?<!\w)(\$)(?:1|2[aby]|5|6|y|argon2id?|scrypt)\$[\w./$=,+-]{20,}
option :: (\bcurl\b${WORDS}(?:-\w{0,4}u|--user)[ =]?\\?["']?[^\s:"'\\[]{0,64}:)[^\s"'\\]{4,}
option :: (\b(?:${OPTIONS})[ =\t]*["']?)(?!\d+:\d|[-$])[^\s"']{4,}
option :: (:(?:543\d|6432|\*):[\w*-]{1,63}:[\w*.@-]{1,63}:)[^\s:]{4,}(?=\s|$)
option :: (\bidentified (?:with \S{1,40} )?by[ \t]+["'])[^"'\n]{4,}
option :: (\b(?:echo|printf)[ \t]+(?:-n[ \t]+|["']?%s(?:\\n)?["']?[ \t]+)?["']?)(?:(?<=["'])[^\n"'|]{4,200}|[^\s"'|]{4,200})(?=["']?[ \t]{0,9}\|[ \t]{0,9}${READERS})
argument :: (\b${CALLS}[ \t]?(?:=[ \t]?)?\((?:[^()\n;]{0,120}?,[ \t]{0,3})?[bru]{0,2}["'\x60])[^\s"'\x60]{8,128}(?=["'\x60])
password :: (\b${LOG_IN}\b[^\n;]{0,60}?\b(?:with|using|by|via|and|,)[ \t]+${QUOTE})${WORD}
password :: (\b${ACCOUNT}\b[^\n/]{0,40}?[ \t][\w.@+-]{1,40}[ \t]{0,2}[/:][ \t]{0,2}${QUOTE})${WORD}
login :: (\b(?:${LOG_IN}|cred(?:s|entials?)?|wi-?fi)\b[^\n]{0,40}?(?:\b${IS}|[:=])[ \t]{1,3}${QUOTE}[\w.@+-]{1,40}[ \t]/[ \t]${QUOTE})${WORD}
login :: (\b(?:${LOG_IN}|${ACCOUNT}|admin|root)\b[^\n;.]{0,40}?[ ,](?:pw|pwd|pass(?:word|wort)|kennwort)[ \t]{1,3}${QUOTE})${WORD}
code :: (\b${CODE}(?:${PURPOSE}(?:,? it)?[ \t]{0,3}(?:[:=]|\b${IS}\b))?[ \t]{0,3}${QUOTE})${DIGITS}
mnemonic :: (\b(?:phrase|seed|recover|mnemonic|wallet|words)\b[^\n]{0,40}?(?:[:=]|\b(?:is|are|from|with|using|to))[ \t]{0,3}["'\x60]?)(?:(?!(?:the|and|for|are|was)\b)[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}\b
`;
/** What a secret has to look like where what announces it also announces other things. */
const LOOKS: Readonly<Record<string, (secret: string) => boolean>> = {
	password: isTyped,
	login: (value) => isPassword(value, false),
	argument: (value) => isTyped(value) || isStrongPassword(value) || /^[\da-f]{32,}$/i.test(value),
};
const RULES = ANNOUNCED.trim()
	.split('\n')
	.map((row) => {
		const [kind = '', pattern = ''] = row.split(' :: ');
		return { kind, pattern: new RegExp(pattern, 'gi') };
	});

/** The text without secrets that a header, an address, a program, a call or a sentence announces. */
export function cutAnnounced(text: string): string {
	return RULES.reduce((rest, { kind, pattern }) => {
		const isSecret = LOOKS[kind] ?? ((secret: string) => !isPlaceholder(secret));
		return rest.replace(pattern, (whole: string, front: string) =>
			isSecret(whole.slice(front.length)) ? `${front}[redacted:${kind}]` : whole,
		);
	}, text);
}
