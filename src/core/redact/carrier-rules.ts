import { type Rule, token } from './rule.ts';

const { raw } = String;

/** Secrets known by what carries them: headers, cookies, addresses, options of known programs. */
export const CARRIER_RULES: readonly Rule[] = [
	token('jwt', ['eyj'], raw`eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`),
	token('jwt', ['eyj'], raw`eyJ[\w-]{8,}\.{1,2}[\w-]*\.[\w-]{10,}(?:\.[\w-]*){0,2}`),
	{
		kind: 'header',
		words: ['authorization'],
		pattern: raw`(authorization\\?["']?[ \t]{0,3}[:,=][ \t]{0,3}\\?["']?(?:[A-Za-z-]{2,16}[ \t]+)?)(?!!)(?=[^\s"'\\,<>]{0,200}[\d=_.])[^\s"'\\,<>]{8,}`,
	},
	{
		kind: 'bearer',
		words: ['bearer'],
		pattern: raw`(bearer[ \t]{1,3})(?=[\w.~+/-]{0,60}\d)[\w.~+/-]{16,}={0,2}`,
	},
	{
		kind: 'basic',
		words: ['basic'],
		pattern: raw`(basic[ \t]{1,3})(?=[A-Za-z+/]{0,60}[\d=])[\w+/]{10,}={0,2}`,
	},
	{
		kind: 'cookie',
		words: ['cookie'],
		pattern: raw`(cookie\\?["']?[ \t]{0,3}[:=][ \t]{0,3}\\?["']?)(?=[\w.-]{1,80}=[^;\s]{6})[^\r\n"'\\]{8,}`,
	},
	{
		kind: 'cookie',
		words: ['-b ', '--cookie'],
		pattern: raw`((?<=\s)(?:-b|--cookie)[ =]["']?)(?=[\w.-]{1,80}=[^;\s]{6})[^\r\n"']{8,}`,
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
		kind: 'option',
		words: ['curl'],
		pattern: raw`(\bcurl\b[^\n|;]{0,200}?\s(?:-\w{0,4}u|--user)[ =]?\\?["']?[^\s:"'\\]{1,64}:)[^\s"'\\]{4,}`,
	},
	{
		kind: 'option',
		words: ['mysql', 'mariadb'],
		pattern: raw`(\b(?:mysql|mariadb)\w{0,8}\b[^\n|;]{0,200}?\s-p["']?)[^\s"']{4,}`,
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
		words: ['sudo -s'],
		pattern: raw`(\becho[ \t]+["']?)[^\n"'|]{4,80}(?=["']?[ \t]*\|[ \t]*sudo -S)`,
	},
	{
		kind: 'password',
		words: [' as '],
		pattern: raw`(\b(?:use|with)[ \t]+)(?=\S{0,40}\d)(?=\S{0,40}[^\w\s.,/-])\S{8,64}(?=[ \t]+as[ \t]+(?:(?:the|a|my|your)[ \t]+)?pass)`,
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
