import { type Rule, rule } from './rule.ts';

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
	rule(
		'password',
		['log', 'sign', 'authenticat', 'connect', 'unlock', 'ssh'],
		raw`(\b${IN}\b[^\n;]{0,60}?\b(?:with|using|by|via|and|,)[ \t]+${OPEN})${WORD}`,
	),
	rule(
		'password',
		['use ', 'try ', 'type ', 'enter ', 'give it '],
		raw`(\b(?:use|try|type|enter|give[ \t]it)[ \t]+${OPEN})${WORD}(?=["'\x60*)]{0,2}[ \t]+(?:when|whenever|at the|into the|if (?:it|you|asked)|to (?:log|sign|unlock|get)|for (?:sudo|login|the (?:login|prompt|password))))`,
	),
	rule(
		'password',
		[' as '],
		raw`(\b(?:use|with)[ \t]+)(?=\S{0,40}\d)(?=\S{0,40}[^\w\s.,/-])\S{8,64}(?=[ \t]+as[ \t]+(?:(?:the|a|my|your)[ \t]+)?pass(?:word|wd|phrase|code|wort)?\b)`,
	),
	rule(
		'password',
		[' is the ', ' is my ', ' is our ', ' is its ', ' is your '],
		raw`(?<![^\s,"'\x60(])${WORD}(?=["'\x60]?[ \t]+is[ \t]+(?:the|my|our|its|your)[ \t]+(?:\w{1,16}[ \t]+)?${PASS})`,
	),
	rule(
		'password',
		['cred', 'login', 'logon', 'account', 'wifi', 'wi-fi', 'user'],
		raw`(\b(?:cred(?:s|entials?)?|log[io]ns?|accounts?|wi-?fi|user(?:name)?s?)\b[^\n/]{0,40}?[ \t][\w.@+-]{1,40}[ \t]{0,2}[/:][ \t]{0,2}${OPEN})${WORD}`,
	),
	rule(
		'password',
		['secret', 'token', 'key', 'credential'],
		raw`(\b(?:secret|token|key|credentials?)\b[a-z ,'\t]{1,40}?[ \t:]${OPEN})(?=\w{0,60}\d)[\w-]{24,200}(?![\w./:-])`,
	),
	rule(
		'mnemonic',
		['phrase', 'seed', 'recovery', 'mnemonic', 'wallet'],
		raw`(\b(?:pass[ _-]?phrase|seed|recovery|mnemonic|wallet|words)\b[^\n:=]{0,40}[:=][ \t]{0,3}["'\x60]?)(?:${LINKING}[a-z]{3,9}[ \t]){3,23}${LINKING}[a-z]{3,9}(?=["'\x60]?[ \t]{0,3}(?:[\r\n.,;)]|$))`,
	),
	rule(
		'mnemonic',
		['phrase', 'seed', 'recover', 'mnemonic', 'wallet'],
		raw`(\b(?:phrase|seed|recover|mnemonic|wallet|words)\b[^\n]{0,40}?(?:[:=]|\b(?:is|are|from|with|using|to))[ \t]{0,3}["'\x60]?)(?:(?!(?:the|and|for|are|was)\b)[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}\b`,
	),
	rule(
		'code',
		SECOND_FACTORS,
		raw`(\b(?:${SECOND_FACTOR}\b[^\n:=]{0,20}\bcodes?|codes?\b[^\n:=]{0,20}\b${SECOND_FACTOR})\b[^\n:=]{0,20}?(?:[:=]|\b(?:is|are|was)\b)[ \t]{0,3}["'\x60]?)${CODE}(?:[ \t]{0,2}[, ][ \t]{0,2}${CODE}){0,15}`,
	),
	rule(
		'code',
		['pin'],
		raw`(\bpin(?: code)?[ \t]{0,2}(?::|=|\bis\b|\bwas\b)[ \t]{0,3})\d{4,8}(?![\w.-])`,
	),
	rule(
		'totp',
		['authenticator', 'otp', '2fa', 'mfa', 'seed'],
		raw`(\b(?:[Aa]uthenticator|T?OTP|t?otp|2FA|2fa|MFA|mfa|seed)\b[^\n:=]{0,30}?(?::|=|\bis)[ \t]{0,3}["'\x60]?)[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}\b`,
	),
	rule(
		'token',
		['token', 'secret', 'key'],
		raw`(\b(?:[Aa][Pp][Ii][ -]?[Kk]ey|[Ss]ecret|[Tt]oken)\b[a-z ,'\t]{0,20}?\b(?:is|need|use|it|this|here|one|with)[ \t:]{1,3}["'\x60]?)(?=[\da-f]{0,60}\d)[\da-f]{32,128}\b`,
	),
];
