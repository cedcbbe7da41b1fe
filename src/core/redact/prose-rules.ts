import type { Rule } from './rule.ts';

const { raw } = String;

const OPEN = raw`["'\x60*(]{0,2}`;
const PART = raw`[^\s"'\x60<>|,;()/]`;
/** Something with letters and digits that ends where a word ends; whether it looks like a password is asked then. */
const WORD = raw`(?=${PART}{0,63}\d)(?=${PART}{0,63}[A-Za-z])${PART}{8,64}(?=[\s"'\x60,;)|<>]|$)`;
const IN = raw`(?:log(?:s|ged|ging)?[ -]?(?:in|on)|sign(?:s|ed|ing)?[ -]?in|authenticat\w{1,4}|connect\w{0,3}|unlock\w{0,3}|ssh)`;
const PASS = raw`(?:pass(?:word|phrase|code|wd)?|pw|pwd)\b`;
const SECOND_FACTORS = [
	'2fa',
	'mfa',
	'otp',
	'recovery',
	'backup',
	'scratch',
	'one-time',
	'verification',
];
const SECOND_FACTOR = `[th]?(?:${SECOND_FACTORS.join('|')})`;
const CODE = raw`(?:(?=[\w-]{0,9}\d)\w{3,8}(?:-\w{3,8}){1,3}|\d{6,8})(?![\w.-])`;
/** No word of a list that a machine drew, but of nearly every sentence. */
const LINKING = raw`(?!(?:the|and|for|you|your|are|was|not|with|from|must|should|can|will|has|have|that|this)\b)`;

/** Secrets that only the sentence around them announces. */
export const PROSE_RULES: readonly Rule[] = [
	{
		kind: 'password',
		words: ['log', 'sign', 'authenticat', 'connect', 'unlock', 'ssh'],
		pattern: raw`(\b${IN}\b[^\n;]{0,60}?\b(?:with|using|by|via|and|,)[ \t]+${OPEN})${WORD}`,
	},
	{
		kind: 'password',
		words: ['use ', 'try ', 'type ', 'enter ', 'give it '],
		pattern: raw`(\b(?:use|try|type|enter|give[ \t]it)[ \t]+${OPEN})${WORD}(?=["'\x60*)]{0,2}[ \t]+(?:when|whenever|at the|into the|if (?:it|you|asked)|to (?:log|sign|unlock|get)|for (?:sudo|login|the (?:login|prompt|password))))`,
	},
	{
		kind: 'password',
		words: [' as '],
		pattern: raw`(\b(?:use|with)[ \t]+)(?=\S{0,40}\d)(?=\S{0,40}[^\w\s.,/-])\S{8,64}(?=[ \t]+as[ \t]+(?:(?:the|a|my|your)[ \t]+)?pass(?:word|wd|phrase|code|wort)?\b)`,
	},
	{
		kind: 'password',
		words: [' is the ', ' is my ', ' is our ', ' is its ', ' is your '],
		pattern: raw`(?<![^\s,"'\x60(])${WORD}(?=["'\x60]?[ \t]+is[ \t]+(?:the|my|our|its|your)[ \t]+(?:\w{1,16}[ \t]+)?${PASS})`,
	},
	{
		kind: 'password',
		words: ['cred', 'login', 'logon', 'account', 'wifi', 'wi-fi', 'user'],
		pattern: raw`(\b(?:cred(?:s|entials?)?|log[io]ns?|accounts?|wi-?fi|user(?:name)?s?)\b[^\n/]{0,40}?[ \t][\w.@+-]{1,40}[ \t]{0,2}[/:][ \t]{0,2}${OPEN})${WORD}`,
	},
	{
		kind: 'password',
		words: ['secret', 'token', 'key', 'credential'],
		pattern: raw`(\b(?:secret|token|key|credentials?)\b[a-z ,'\t]{1,40}?[ \t:]${OPEN})(?=\w{0,60}\d)[\w-]{24,200}(?![\w./:-])`,
	},
	{
		kind: 'mnemonic',
		words: ['phrase', 'seed', 'recovery', 'mnemonic', 'wallet'],
		pattern: raw`(\b(?:pass[ _-]?phrase|seed|recovery|mnemonic|wallet|words)\b[^\n:=]{0,40}[:=][ \t]{0,3}["'\x60]?)(?:${LINKING}[a-z]{3,9}[ \t]){3,23}${LINKING}[a-z]{3,9}(?=["'\x60]?[ \t]{0,3}(?:[\r\n.,;)]|$))`,
	},
	{
		kind: 'mnemonic',
		words: ['phrase', 'seed', 'recover', 'mnemonic', 'wallet'],
		pattern: raw`(\b(?:phrase|seed|recover|mnemonic|wallet|words)\b[^\n]{0,40}?(?:[:=]|\b(?:is|are|from|with|using|to))[ \t]{0,3}["'\x60]?)(?:(?!(?:the|and|for|are|was)\b)[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}\b`,
	},
	{
		kind: 'code',
		words: SECOND_FACTORS,
		pattern: raw`(\b(?:${SECOND_FACTOR}\b[^\n:=]{0,20}\bcodes?|codes?\b[^\n:=]{0,20}\b${SECOND_FACTOR})\b[^\n:=]{0,20}?(?:[:=]|\b(?:is|are|was)\b)[ \t]{0,3}["'\x60]?)${CODE}(?:[ \t]{0,2}[, ][ \t]{0,2}${CODE}){0,15}`,
	},
	{
		kind: 'code',
		words: ['pin'],
		pattern: raw`(\bpin(?: code)?[ \t]{0,2}(?::|=|\bis\b|\bwas\b)[ \t]{0,3})\d{4,8}(?![\w.-])`,
	},
	{
		kind: 'totp',
		words: ['authenticator', 'otp', '2fa', 'mfa', 'seed'],
		pattern: raw`(\b(?:[Aa]uthenticator|T?OTP|t?otp|2FA|2fa|MFA|mfa|seed)\b[^\n:=]{0,30}?(?::|=|\bis)[ \t]{0,3}["'\x60]?)[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}\b`,
	},
	{
		kind: 'token',
		words: ['token', 'secret', 'key'],
		pattern: raw`(\b(?:[Aa][Pp][Ii][ -]?[Kk]ey|[Ss]ecret|[Tt]oken)\b[a-z ,'\t]{0,20}?\b(?:is|need|use|it|this|here|one|with)[ \t:]{1,3}["'\x60]?)(?=[\da-f]{0,60}\d)[\da-f]{32,128}\b`,
	},
];
