import { type Rule, token } from './rule.ts';

const { raw } = String;

/** Cookies of which one has a value with letters and digits, twelve characters or more. */
const SESSION = raw`(?:[^;\r\n"']{0,100};[ \t]?){0,3}[\w.-]{1,80}=(?=[^;\s"']{0,60}\d)(?=[^;\s"']{0,60}[A-Za-z])[^;\s"']{12}`;
/** Secrets known by what carries them: headers, cookies, addresses. */
export const CARRIER_RULES: readonly Rule[] = [
	token('jwt', ['eyj'], raw`eyJ[\w-]{8,600}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`),
	token('jwt', ['eyj'], raw`eyJ[\w-]{8,600}\.{1,2}[\w-]{0,600}\.[\w-]{10,}(?:\.[\w-]*){0,2}`),
	{
		kind: 'header',
		words: ['digest'],
		pattern: raw`(\bdigest[ \t]+\w{1,12}=[^\n]{0,400}?\bresponse=\\?["']?)[\da-f]{32,}`,
	},
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
		words: ['sig=', 'signature=', 'security-token=', 'key=', 'code=', 'ticket='],
		pattern: raw`([?&](?:sig|[\w-]{0,12}signature|x-amz-security-token|key|code|ticket)=)(?=[^&\s]{0,60}\d)[\w%+/=.~-]{16,}`,
	},
	{
		kind: 'url',
		words: ['.ics'],
		pattern: raw`(://[^\s?#]{0,200}?/(?:private-)?)[\da-f]{32,64}(?=/[^\s?#]{0,60}\.ics)`,
	},
	{
		kind: 'url',
		words: ['%3a%2f%2f'],
		pattern: raw`(%3A%2F%2F[^\s%"'<>]{0,100}%3A)(?:(?!%40)[^\s"'<>]){1,200}(?=%40)`,
	},
	{
		kind: 'cookie',
		words: ['sid=', 'sessionid=', 'session='],
		pattern: raw`(\b(?:connect\.sid|PHPSESSID|JSESSIONID|sessionid|session|sid)=)(?![\da-f]{8}-[\da-f]{4}-)(?=[^;\s"']{0,60}\d)(?=[^;\s"']{0,60}[A-Za-z])[\w%+/=.~-]{16,}`,
	},
	{
		kind: 'mnemonic',
		words: ['phrase', 'mnemonic', 'recovery'],
		pattern: raw`((?:seed|recovery|secret|mnemonic)[ _-]?(?:phrase|words)?["']?[ \t]{0,3}(?:[:=]|is\b)[ \t]{0,3}["']?)(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}`,
	},
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
