import { type Rule, rule, token } from './rule.ts';

const { raw } = String;

/** Cookies of which one has a value with letters and digits, twelve characters or more. */
const SESSION = raw`(?:[^;\r\n"']{0,100};[ \t]?){0,3}[\w.-]{1,80}=(?=[^;\s"']{0,60}\d)(?=[^;\s"']{0,60}[A-Za-z])[^;\s"']{12}`;
/** Secrets known by what carries them: headers, cookies, addresses. */
export const CARRIER_RULES: readonly Rule[] = [
	token('jwt', ['eyj'], raw`eyJ[\w-]{8,600}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`),
	token('jwt', ['eyj'], raw`eyJ[\w-]{8,600}\.{1,2}[\w-]{0,600}\.[\w-]{10,}(?:\.[\w-]*){0,2}`),
	rule(
		'header',
		['digest'],
		raw`(\bdigest[ \t]+\w{1,12}=[^\n]{0,400}?\bresponse=\\?["']?)[\da-f]{32,}`,
	),
	rule(
		'header',
		['authorization'],
		raw`(authorization\\?["']?[ \t]{0,3}[:,=][ \t]{0,3}\\?["']?(?:[A-Za-z-]{2,16}[ \t]+)?)(?!!)(?=[^\s"'\\,<>]{0,200}[\d=_.]|[A-Za-z]{24})[^\s"'\\,<>]{8,}`,
	),
	rule('bearer', ['bearer'], raw`(bearer[ \t]{1,3})(?=[\w.~+/-]{0,60}\d)[\w.~+/-]{16,}={0,2}`),
	// Base64 with a colon in what it says; beside `Authorization` it is a header whatever it says.
	rule(
		'basic',
		['basic'],
		raw`([Bb]asic[ \t]{1,3})(?=[A-Za-z+/]{0,60}[\d=])(?=(?:[\w+/]{4}){0,40}?(?:O[g-v]|[\w+/][DTjz][o-r]|[\w+/]{2}[AEIMQUYcgkosw048]6))[\w+/]{8,}={0,2}`,
	),
	rule(
		'cookie',
		['cookie'],
		raw`(cookie\\?["']?[ \t]{0,3}[:=][ \t]{0,3}\\?["']?)(?=${SESSION})[^\r\n"'\\]{8,}`,
	),
	rule(
		'cookie',
		['-b ', '--cookie'],
		raw`((?<=\s)(?:-b|--cookie)[ =]["']?)(?=${SESSION})[^\r\n"']{8,}`,
	),
	rule('url', ['://'], raw`(://[^\s/:@"'<>]{0,100}:)(?!\d{1,5}/)[^\s/"'<>]{1,200}(?=@[\w[.-])`),
	rule('url', ['://'], raw`(://)(?=[\w.~-]{0,60}\d)[\w.~-]{20,}(?=(?::[\w-]{0,40})?@)`),
	rule(
		'url',
		['sig=', 'signature=', 'security-token=', 'key=', 'code=', 'ticket='],
		raw`([?&](?:sig|[\w-]{0,12}signature|x-amz-security-token|key|code|ticket)=)(?=[^&\s]{0,60}\d)[\w%+/=.~-]{16,}`,
	),
	rule(
		'url',
		['.ics'],
		raw`(://[^\s?#]{0,200}?/(?:private-)?)[\da-f]{32,64}(?=/[^\s?#]{0,60}\.ics)`,
	),
	rule(
		'url',
		['%3a%2f%2f'],
		raw`(%3A%2F%2F[^\s%"'<>]{0,100}%3A)(?:(?!%40)[^\s"'<>]){1,200}(?=%40)`,
	),
	rule(
		'cookie',
		['sid=', 'sessionid=', 'session='],
		raw`(\b(?:connect\.sid|PHPSESSID|JSESSIONID|sessionid|session|sid)=)(?![\da-f]{8}-[\da-f]{4}-)(?=[^;\s"']{0,60}\d)(?=[^;\s"']{0,60}[A-Za-z])[\w%+/=.~-]{16,}`,
	),
	rule(
		'password-hash',
		['$'],
		raw`(?<!\w)(\$)(?:1|2[aby]|5|6|y|argon2id?|scrypt)\$[\w./$=,+-]{20,}`,
	),
	rule('putty', ['private-lines'], raw`(Private-Lines: \d+\s+)[\w+/=\s]+`),
];
