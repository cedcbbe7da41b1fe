import { type Rule, rule } from './rule.ts';

const { raw } = String;

/** Functions that are given a password or a key among what they take. */
const CALLS = raw`(?:log_?in|sign_?in|authenticate|\w{0,24}credentials?|\w{0,12}auth|\w{0,12}connect(?:ion)?|mysqli\w{0,12}|PDO|set_?password|jwt\.\w{4,6}|(?:create_?)?hmac(?:\.new)?|create(?:de)?cipheriv|(?:aes|fernet|chacha20\w{0,9})(?:\.new)?|sign|verify)`;
const OPEN = raw`[bru]{0,2}["'\x60]`;
const PART = raw`[^\s"'\x60]`;

/** Secrets that stand in code as an argument without a name. */
export const CALL_RULES: readonly Rule[] = [
	rule(
		'argument',
		[
			...[
				'login',
				'log_in',
				'signin',
				'sign_in',
				'sign(',
				'verify(',
				'auth',
				'credential',
				'connect',
			],
			...['mysqli', 'pdo(', 'password(', 'jwt.', 'hmac', 'cipher', 'aes', 'fernet', 'chacha'],
		],
		raw`(\b${CALLS}[ \t]?(?:=[ \t]?)?\((?:[^()\n;]{0,120}?,[ \t]{0,3})?${OPEN})(?=${PART}{0,63}\d)${PART}{8,128}(?=["'\x60])`,
	),
	rule('jwk', ['"kty"'], raw`("(?:d|p|q|dp|dq|qi|k)"[ \t]?:[ \t]?")[\w-]{22,}(?=")`),
];
