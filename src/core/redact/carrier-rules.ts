import { type Rule, token } from './rule.ts';

const { raw } = String;

/** Secrets known by what carries them: headers, cookies, addresses, key files. */
export const CARRIER_RULES: readonly Rule[] = [
	token('jwt', ['eyj'], raw`eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`),
	token('jwt', ['eyj'], raw`eyJ[\w-]{8,}\.{1,2}[\w-]*\.[\w-]{10,}(?:\.[\w-]*){0,2}`),
	{
		kind: 'header',
		words: ['authorization'],
		pattern: raw`(authorization\\?["']?\s{0,3}[:=,]\s{0,3}\\?["']?(?:[A-Za-z-]{2,16}\s+)?)[^\s"'\\,<>]{8,}`,
	},
	{
		kind: 'bearer',
		words: ['bearer'],
		pattern: raw`(bearer\s{1,3})(?=[\w.~+/-]{0,60}\d)[\w.~+/-]{16,}={0,2}`,
	},
	{
		kind: 'basic',
		words: ['basic'],
		pattern: raw`(basic\s{1,3})(?=[A-Za-z+/]{0,60}[\d=])[\w+/]{10,}={0,2}`,
	},
	{
		kind: 'cookie',
		words: ['cookie'],
		pattern: raw`(cookie\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?)(?=[\w.-]{1,80}=[^;\s]{6})[^\r\n"'\\]{8,}`,
	},
	{
		kind: 'cookie',
		words: ['-b ', '--cookie'],
		pattern: raw`((?<=\s)(?:-b|--cookie)[ =]["']?)(?=[\w.-]{1,80}=[^;\s]{6})[^\r\n"']{8,}`,
	},
	{
		kind: 'url',
		words: ['://'],
		pattern: raw`(://[^\s/:@"'<>]{0,100}:)(?![\s"']|\d{1,5}/)[^\s/"'<>]{1,200}(?=@[\w[.-])`,
	},
	{
		kind: 'url',
		words: ['://'],
		pattern: raw`(://)(?=[\w.~-]{0,60}\d)[\w.~-]{20,}(?=(?::[\w-]{0,40})?@)`,
	},
	{
		kind: 'url',
		words: ['sig=', 'signature=', 'security-token='],
		pattern: raw`([?&](?:sig|[\w-]{0,12}signature|x-amz-security-token)=)[\w%+/=.~-]{16,}`,
	},
	{
		kind: 'putty',
		words: ['private-lines'],
		pattern: raw`(Private-Lines: \d+\s+)[\w+/=\s]+`,
	},
];
