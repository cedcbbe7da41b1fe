import { type Rule, token } from './rule.ts';

const { raw } = String;

/** Cookies of which one has a value with letters and digits, twelve characters or more. */
const SESSION = raw`(?:[^;\r\n"']{0,100};[ \t]?){0,3}[\w.-]{1,80}=(?=[^;\s"']{0,60}\d)(?=[^;\s"']{0,60}[A-Za-z])[^;\s"']{12}`;
/** The rest of a command, over lines that a backslash joins. */
const ARGUMENTS = raw`(?:[^\n|;]|(?<=\\)\n){0,200}?\s`;
/** Commands that read a secret from their input. */
const READERS = raw`(?:sudo -S|[^\n|]{0,80}(?:--password-stdin|--with-token|--stdin\b))`;

/** Secrets known by what carries them: headers, cookies, addresses, options of known programs. */
export const CARRIER_RULES: readonly Rule[] = [
	token('jwt', ['eyj'], raw`eyJ[\w-]{8,600}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`),
	token('jwt', ['eyj'], raw`eyJ[\w-]{8,600}\.{1,2}[\w-]{0,600}\.[\w-]{10,}(?:\.[\w-]*){0,2}`),
	{
		kind: 'header',
		words: ['authorization'],
		pattern: raw`(authorization\\?["']?[ \t]{0,3}[:,=][ \t]{0,3}\\?["']?(?:[A-Za-z-]{2,16}[ \t]+)?)(?!!)(?=[^\s"'\\,<>]{0,200}[\d=_.]|[A-Za-z]{24})[^\s"'\\,<>]{8,}`,
	},
	{
		kind: 'bearer',
		words: ['bearer'],
		pattern: raw`(bearer[ \t]{1,3})(?=[\w.~+/-]{0,60}\d)[\w.~+/-]{16,}={0,2}`,
	},
	// Base64 with a colon in what it says; beside `Authorization` it is a header whatever it says.
	{
		kind: 'basic',
		words: ['basic'],
		pattern: raw`([Bb]asic[ \t]{1,3})(?=[A-Za-z+/]{0,60}[\d=])(?=(?:[\w+/]{4}){0,40}?(?:O[g-v]|[\w+/][DTjz][o-r]|[\w+/]{2}[AEIMQUYcgkosw048]6))[\w+/]{8,}={0,2}`,
	},
	{
		kind: 'cookie',
		words: ['cookie'],
		pattern: raw`(cookie\\?["']?[ \t]{0,3}[:=][ \t]{0,3}\\?["']?)(?=${SESSION})[^\r\n"'\\]{8,}`,
	},
	{
		kind: 'cookie',
		words: ['-b ', '--cookie'],
		pattern: raw`((?<=\s)(?:-b|--cookie)[ =]["']?)(?=${SESSION})[^\r\n"']{8,}`,
	},
	{
		kind: 'url',
		words: ['://'],
		pattern: raw`(://[^\s/:@"'<>]{0,100}:)(?!\d{1,5}/)[^\s/"'<>]{1,200}(?=@[\w[.-])`,
	},
	{
		kind: 'url',
		words: ['://'],
		pattern: raw`(://)(?=[\w.~-]{0,60}\d)[\w.~-]{20,}(?=(?::[\w-]{0,40})?@)`,
	},
	{
		kind: 'url',
		words: ['sig=', 'signature=', 'security-token=', 'key='],
		pattern: raw`([?&](?:sig|[\w-]{0,12}signature|x-amz-security-token|key)=)(?=[^&\s]{0,60}\d)[\w%+/=.~-]{16,}`,
	},
	{
		kind: 'url',
		words: ['%3a%2f%2f'],
		pattern: raw`(%3A%2F%2F[^\s%"'<>]{0,100}%3A)(?:(?!%40)[^\s"'<>]){1,200}(?=%40)`,
	},
	{
		kind: 'cookie',
		words: ['connect.sid', 'sessid', 'sessionid', 'session', 'sid'],
		pattern: raw`(\b(?:connect\.sid|PHPSESSID|JSESSIONID|sessionid|session|sid)=)(?![\da-f]{8}-[\da-f]{4}-)(?=[^;\s"']{0,60}\d)(?=[^;\s"']{0,60}[A-Za-z])[\w%+/=.~-]{16,}`,
	},
	{
		kind: 'mnemonic',
		words: ['phrase', 'mnemonic', 'recovery'],
		pattern: raw`((?:seed|recovery|secret|mnemonic)[ _-]?(?:phrase|words)?["']?[ \t]{0,3}(?:[:=]|is\b)[ \t]{0,3}["']?)(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}`,
	},
	{
		kind: 'option',
		words: ['curl'],
		pattern: raw`(\bcurl\b${ARGUMENTS}(?:-\w{0,4}u|--user)[ =]?\\?["']?[^\s:"'\\]{1,64}:)[^\s"'\\]{4,}`,
	},
	{
		kind: 'option',
		words: ['mysql', 'mariadb'],
		pattern: raw`(\b(?:mysql|mariadb)\w{0,8}\b${ARGUMENTS}-p["']?)[^\s"']{4,}`,
	},
	{
		kind: 'option',
		words: ['sshpass', 'login', 'sqlcmd'],
		pattern: raw`((?:\b(?:sshpass|sqlcmd)|\b(?:docker|podman|helm registry) login)\b[^\n|;&]{0,200}?\s-p[ =]?["']?)(?!\d+:\d)[^\s"']{4,}`,
	},
	{
		kind: 'option',
		words: ['redis-cli'],
		pattern: raw`(\bredis-cli\b[^\n|;]{0,200}?\s-a[ =]?["']?)[^\s"']{4,}`,
	},
	{
		kind: 'option',
		words: ['sudo -s', '-stdin', '--with-token'],
		pattern: raw`(\becho[ \t]+(?:-n[ \t]+)?["']?)(?:(?<=["'])[^\n"'|]{4,200}|[^\s"'|]{4,200})(?=["']?[ \t]{0,9}\|[ \t]{0,9}${READERS})`,
	},
	{
		kind: 'option',
		words: ['chpasswd'],
		pattern: raw`(\becho[ \t]+["']?[\w.-]{1,32}:)[^\s"'|]{4,80}(?=["']?[ \t]{0,9}\|[ \t]{0,9}(?:sudo[ \t]+)?chpasswd)`,
	},
	{
		kind: 'option',
		words: ['7z', 'zip', 'mongo', 'ldap', 'openssl'],
		pattern: raw`((?:\b7z\w?\b${ARGUMENTS}-p|\bzip\b[^\n|;&]{0,200}?\s-P[ \t]*|\bmongo\w{0,10}\b${ARGUMENTS}-p[ \t]*|\bldap\w{3,8}\b${ARGUMENTS}-w[ \t]*|\bopenssl enc\b${ARGUMENTS}-k[ \t]*)["']?)(?![-$])[^\s"']{4,}`,
	},
	{
		kind: 'option',
		words: ['htpasswd'],
		pattern: raw`(\bhtpasswd\b[^\n|;]{0,40}?\s-\w{0,4}b\w{0,4}[ \t]+\S{1,100}[ \t]+\S{1,64}[ \t]+["']?)[^\s"']{4,}`,
	},
	{
		kind: 'option',
		words: ['--from-literal'],
		pattern: raw`((?<=\bsecret\b[^\n|;]{0,300}\s)--from-literal[= ]["']?[\w.-]{1,80}=)[^\s"']{4,}`,
	},
	{
		kind: 'option',
		words: ['secret set'],
		pattern: raw`(\bsecret set\b${ARGUMENTS}(?:--body|-b)[= ]["']?)[^\s"']{8,}`,
	},
	{
		kind: 'option',
		words: ['machine', 'default'],
		pattern: raw`((?:\bmachine\s{1,8}\S{1,80}|\bdefault)\s{1,8}login\s{1,8}\S{1,80}\s{1,8}password\s{1,8})[^\s"']{4,}`,
	},
	{
		kind: 'password',
		words: [' as '],
		pattern: raw`(\b(?:use|with)[ \t]+)(?=\S{0,40}\d)(?=\S{0,40}[^\w\s.,/-])\S{8,64}(?=[ \t]+as[ \t]+(?:(?:the|a|my|your)[ \t]+)?pass(?:word|wd|phrase|code|wort)?\b)`,
	},
	{ kind: 'option', words: ['pass:'], pattern: raw`(-pass(?:in|out)?[ =]["']?pass:)[^\s"']{4,}` },
	{
		kind: 'password-hash',
		words: ['$'],
		pattern: raw`(?<!\w)(\$)(?:1|2[aby]|5|6|y|argon2id?|scrypt)\$[\w./$=,+-]{20,}`,
	},
	{
		kind: 'putty',
		words: ['private-lines'],
		pattern: raw`(Private-Lines: \d+\s+)[\w+/=\s]+`,
	},
];
