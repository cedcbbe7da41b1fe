import { type Rule, rulesIn } from './tokens.ts';

const { raw } = String;

/** The rest of a command, over lines that a backslash joins. */
const ARGUMENTS = raw`(?:[^\n|;]|(?<=\\)\n){0,200}?\s`;
/** Commands that read a secret from their input. */
const READERS = raw`(?:sudo -S|rclone obscure|[^\n|]{0,80}(?:--password-stdin|--with-token|--stdin\b))`;

const LOGINS = ['docker', 'podman', 'skopeo', 'az', 'cf', 'oc', 'argocd', 'registry'];
const LOGIN_WORDS = LOGINS.map((program) => `${program} login`).join(',');

/** Secrets in options and arguments of known programs. The second of `curl`: the token is the user, and there is no password. */
const PROGRAM_RULES = rulesIn(raw`
option :: curl :: (\bcurl\b${ARGUMENTS}(?:-\w{0,4}u|--user)[ =]?\\?["']?[^\s:"'\\]{0,64}:)[^\s"'\\]{4,}
option :: curl :: (\bcurl\b${ARGUMENTS}(?:-\w{0,4}u|--user)[ =]?\\?["']?)(?=[^\s:]{0,60}\d)[\w+/=.-]{14,}(?=:(?:token|session|x|api_token|x-oauth-basic)?(?:[\s"'\\]|$))
option :: mosquitto_ :: (\bmosquitto_\w{2,3}\b${ARGUMENTS}-u[ =]?["']?)(?=[\w-]{0,60}\d)[\w-]{16,}
option :: password=,pwd= :: (\b(?:user(?:[ _]?(?:name|id))?|uid)=[^;"'\n]{1,80};[ \t]?(?:password|pwd)=)[^;"'\s]{4,}
option :: token create :: (\btoken create[ \t]+)[a-z\d]{6}\.[a-z\d]{16}\b
option :: --ticket :: (--ticket[ =]["']?)(?=[\w-]{0,60}\d)[\w-]{20,}
argument :: passwd  :: (\bpasswd[ \t]+[\w.-]{1,32}[ \t]+["']?)[^\s"']{8,}
option :: bundle config :: (\bbundle config(?: set)?(?: --\w{4,8})?[ \t]+["']?[\w-]{1,60}\.[\w.-]{1,80}["']?[ \t]+["']?)[^\s"']{8,}
option :: bundle_ :: (\bbundle_\w{1,60}__\w{2,60}["']?[ \t]?[:=][ \t]?["']?)[\w-]{6,}:[\w-]{6,}
option :: mysql,mariadb :: (\b(?:mysql|mariadb)\w{0,8}\b${ARGUMENTS}-p["']?)[^\s"']{4,}
option :: sshpass,sqlcmd,${LOGIN_WORDS} :: ((?:\b(?:sshpass|sqlcmd)|\b(?:${LOGINS.join('|')}) login)\b[^\n|;&]{0,200}?\s-p[ =]?["']?)(?!\d+:\d)[^\s"']{4,}
option :: redis-cli :: (\bredis-cli\b[^\n|;]{0,200}?\s-a[ =]?["']?)[^\s"']{4,}
option :: sudo -s,-stdin,--with-token,rclone obscure :: (\b(?:echo|printf)[ \t]+(?:-n[ \t]+|["']?%s(?:\\n)?["']?[ \t]+)?["']?)(?:(?<=["'])[^\n"'|]{4,200}|[^\s"'|]{4,200})(?=["']?[ \t]{0,9}\|[ \t]{0,9}${READERS})
option :: chpasswd :: (\becho[ \t]+["']?[\w.-]{1,32}:)[^\s"'|]{4,80}(?=["']?[ \t]{0,9}\|[ \t]{0,9}(?:sudo[ \t]+)?chpasswd)
option :: 7z,zip,mongo,ldap,openssl :: ((?:\b7z\w?\b${ARGUMENTS}-p|\bzip\b[^\n|;&]{0,200}?\s-P[ \t]*|\bmongo\w{0,10}\b${ARGUMENTS}-p[ \t]*|\bldap\w{3,8}\b${ARGUMENTS}-w[ \t]*|\bopenssl enc\b${ARGUMENTS}-k[ \t]*)["']?)(?![-$])[^\s"']{4,}
option :: htpasswd :: (\bhtpasswd\b[^\n|;]{0,40}?\s-\w{0,4}b\w{0,4}[ \t]+\S{1,100}[ \t]+\S{1,64}[ \t]+["']?)[^\s"']{4,}
option :: --from-literal :: ((?<=\bsecret\b[^\n|;]{0,300}\s)--from-literal[= ]["']?[\w.-]{1,80}=)[^\s"']{4,}
option :: secret set :: (\bsecret set\b${ARGUMENTS}(?:--body|-b)[= ]["']?)[^\s"']{8,}
option :: machine,default :: ((?:\bmachine\s{1,8}\S{1,80}|\bdefault)\s{1,8}login\s{1,8}\S{1,80}\s{1,8}password\s{1,8})[^\s"']{4,}
option :: pass: :: (-pass(?:in|out)?[ =]["']?pass:)[^\s"']{4,}
option :: net use,sqlplus,jdbc:oracle,alias set :: ((?:\bnet use\b[^\n|;]{0,120}?/user:\S{1,64}[ \t]+|\bsqlplus\b[^\n|;]{0,40}?\s[\w.-]{1,64}/|\bjdbc:oracle:\w{3,5}:[\w.-]{1,64}/|\bmc\w{0,4} alias set[ \t]+\S{1,64}[ \t]+\S{1,200}[ \t]+\S{1,128}[ \t]+)["']?)[^\s"'@/]{4,}
option :: oathtool,convertto-securestring,/with/key/,vault login :: ((?:\boathtool\b${ARGUMENTS}(?:-b[ \t]+|--base32[ \t]+)|\bConvertTo-SecureString\b[ \t]+(?:-String[ \t]+)?|/with/key/|\bvault login\b[ \t]+)["']?)(?![-$])[^\s"'?]{6,}
option :: secrets set,config:set,secret put :: (\b(?:secrets (?:set|import)|config:set)\b${ARGUMENTS}[A-Z]\w{1,60}=["']?)[^\s"']{6,}
option :: -u,--user :: ((?<=\s)(?:-U|--user)[ =]?["']?[\w.\\/-]{1,64}%)[^\s"'%]{4,}
option :: wpa_passphrase :: (\bwpa_passphrase[ \t]+(?:"[^"\n]{1,32}"|\S{1,32})[ \t]+["']?)[^\s"'<>|;]{8,}
option :: :543,:6432:,:*: :: ((?<![\w.*-])[\w.*-]{1,100}:(?:543\d|6432|\*):[\w*-]{1,63}:[\w*.@-]{1,63}:)[^\s:]{4,}(?=\s|$)
option :: identified  :: (\bidentified (?:with \S{1,40} )?by(?: password)?[ \t]+["'])[^"'\n]{4,}
`);

/** Functions that are given a password or a key among what they take. */
const CALLS = raw`(?:log_?in|sign_?in|authenticate|\w{0,24}credentials?|\w{0,12}auth|\w{0,12}connect(?:ion)?|mysqli\w{0,12}|PDO|set_?password|jwt\.\w{4,6}|create(?:de)?cipheriv|(?:aes|fernet|chacha20\w{0,9})(?:\.new)?|sign|verify)`;
const OPEN = raw`[bru]{0,2}["'\x60]`;
const PART = raw`[^\s"'\x60]`;

/**
 * Secrets that stand in code as an argument without a name. The digits of a hash are one behind these names, and elsewhere
 * hardly ever a key.
 */
const CALL_RULES = rulesIn(raw`
argument :: login,log_in,signin,sign_in,sign(,verify(,auth,credential,connect,mysqli,pdo(,password(,jwt.,cipher,aes,fernet,chacha :: (\b${CALLS}[ \t]?(?:=[ \t]?)?\((?:[^()\n;]{0,120}?,[ \t]{0,3})?${OPEN})(?=${PART}{0,63}\d)${PART}{8,128}(?=["'\x60])
argument :: hmac :: (\b\w{0,16}hmac[\w-]{0,12}(?:\.new)?[ \t]?\((?:[^()\n;]{0,120}?,[ \t]{0,3})?${OPEN})(?=${PART}{0,63}\d)${PART}{8,128}(?=["'\x60])
option :: login,log_in,signin,sign_in,authenticate,hmac,execute_kw,licen :: (\b(?:log_?in|sign_?in|authenticate|\w{0,12}licen[cs]e|\w{0,12}hmac[\w-]{0,12}(?:\.new)?|execute_kw)[ \t]?\((?:[^()\n;]{0,120}?,[ \t]{0,3}|\s{1,24}(?:[^()\n;]{0,120}?,[ \t]{0,3})?)?${OPEN})[\da-f]{32,128}(?=["'\x60])
jwk :: "kty" :: ("(?:d|p|q|dp|dq|qi|k)"[ \t]?:[ \t]?")[\w-]{22,}(?=")
`);

/** Cookies of which one has a value with letters and digits, twelve characters or more. */
const SESSION = raw`(?:[^;\r\n"']{0,100};[ \t]?){0,3}[\w.-]{1,80}=(?=[^;\s"']{0,60}\d)(?=[^;\s"']{0,60}[A-Za-z])[^;\s"']{12}`;
/**
 * Secrets known by what carries them: headers, cookies, addresses. `Basic` is base64 with a colon in what it says; beside
 * `Authorization` it is a header whatever it says.
 */
const CARRIER_RULES = rulesIn(raw`
header :: digest :: (\bdigest[ \t]+\w{1,12}=[^\n]{0,400}?\bresponse=\\?["']?)[\da-f]{32,}
header :: authorization :: (authorization\\?["']?[ \t]{0,3}[:,=][ \t]{0,3}\\?["']?(?:[A-Za-z-]{2,16}[ \t]+)?)(?!!)(?=[^\s"'\\,<>]{0,200}[\d=_.]|[A-Za-z]{24})[^\s"'\\,<>]{8,}
bearer :: bearer :: (bearer[ \t]{1,3})(?=[\w.~+/-]{0,60}\d)[\w.~+/-]{16,}={0,2}
basic :: basic :: ([Bb]asic[ \t]{1,3})(?=[A-Za-z+/]{0,60}[\d=])(?=(?:[\w+/]{4}){0,40}?(?:O[g-v]|[\w+/][DTjz][o-r]|[\w+/]{2}[AEIMQUYcgkosw048]6))[\w+/]{8,}={0,2}
cookie :: cookie :: (cookie\\?["']?[ \t]{0,3}[:=][ \t]{0,3}\\?["']?)(?=${SESSION})[^\r\n"'\\]{8,}
cookie :: -b ,--cookie :: ((?<=\s)(?:-b|--cookie)[ =]["']?)(?=${SESSION})[^\r\n"']{8,}
url :: :// :: (://[^\s/:@"'<>]{0,100}:)(?!\d{1,5}/)[^\s/"'<>]{1,200}(?=@[\w[.-])
url :: :// :: (://)(?=[\w.~-]{0,60}\d)[\w.~-]{20,}(?=(?::[\w-]{0,40})?@)
url :: sig=,signature=,security-token=,key=,code=,ticket= :: ([?&](?:sig|[\w-]{0,12}signature|x-amz-security-token|key|code|ticket)=)(?=[^&\s]{0,60}\d)[\w%+/=.~-]{16,}
url :: .ics :: (://[^\s?#]{0,200}?/(?:private-)?)[\da-f]{32,64}(?=/[^\s?#]{0,60}\.ics)
token :: hook/,hooks/ :: ((?:://|\b(?:GET|POST|PUT|PATCH) )[^\s?#"'<>]{0,160}?/(?:web)?hooks?/(?:[\w-]{1,24}/)?)(?=[\w-]{0,60}\d)[\w-]{20,}(?![\w.])
url :: %3a%2f%2f :: (%3A%2F%2F[^\s%"'<>]{0,100}%3A)(?:(?!%40)[^\s"'<>]){1,200}(?=%40)
cookie :: sid=,sessionid=,session= :: (\b(?:connect\.sid|PHPSESSID|JSESSIONID|sessionid|session|sid)=)(?![\da-f]{8}-[\da-f]{4}-)(?=[^;\s"']{0,60}\d)(?=[^;\s"']{0,60}[A-Za-z])[\w%+/=.~-]{16,}
password-hash :: $ :: (?<!\w)(\$)(?:1|2[aby]|5|6|y|argon2id?|scrypt)\$[\w./$=,+-]{20,}
putty :: private-lines :: (Private-Lines: \d+\s+)[\w+/=\s]+
`);

const BEFORE_IT = raw`["'\x60*(]{0,2}`;
const SIGN = raw`[^\s"'\x60<>|,;()/]`;
/** Something with letters and digits that ends where a word ends; whether it looks like a password is asked then. */
const WORD = raw`(?=${SIGN}{0,63}\d)(?=${SIGN}{0,63}[A-Za-z])${SIGN}{8,64}(?=[\s"'\x60,;)|<>]|$)`;
const IN = raw`(?:log(?:s|ged|ging)?[ -]?(?:in|on)|sign(?:s|ed|ing)?[ -]?in|authenticat\w{1,4}|connect\w{0,3}|unlock\w{0,3}|ssh)`;
const PASS = raw`(?:pass(?:word|phrase|code|wd)?|pw|pwd)\b`;
const SECOND_FACTORS = '2fa,mfa,otp,recovery,backup,scratch,one-time,verification';
const SECOND_FACTOR = `[th]?(?:${SECOND_FACTORS.replaceAll(',', '|')})`;
const CODE = raw`(?:(?=[\w-]{0,9}\d)\w{3,8}(?:-\w{3,8}){1,3}|\d{6,8})(?![\w.-])`;
/** No word of a list that a machine drew, but of nearly every sentence. */
const LINKING = raw`(?!(?:the|and|for|you|your|are|was|not|with|from|must|should|can|will|has|have|that|this)\b)`;

/** Secrets that only the sentence around them announces. */
const PROSE_RULES = rulesIn(raw`
password :: log,sign,authenticat,connect,unlock,ssh :: (\b${IN}\b[^\n;]{0,60}?\b(?:with|using|by|via|and|,)[ \t]+${BEFORE_IT})${WORD}
password :: use ,try ,type ,enter ,give it  :: (\b(?:use|try|type|enter|give[ \t]it)[ \t]+${BEFORE_IT})${WORD}(?=["'\x60*)]{0,2}[ \t]+(?:when|whenever|at the|into the|if (?:it|you|asked)|to (?:log|sign|unlock|get)|for (?:sudo|login|the (?:login|prompt|password))))
password ::  as  :: (\b(?:use|with)[ \t]+)(?=\S{0,40}\d)(?=\S{0,40}[^\w\s.,/-])\S{8,64}(?=[ \t]+as[ \t]+(?:(?:the|a|my|your)[ \t]+)?pass(?:word|wd|phrase|code|wort)?\b)
password ::  is the , is my , is our , is its , is your  :: (?<![^\s,"'\x60(])${WORD}(?=["'\x60]?[ \t]+is[ \t]+(?:the|my|our|its|your)[ \t]+(?:\w{1,16}[ \t]+)?${PASS})
password :: cred,login,logon,account,wifi,wi-fi,user :: (\b(?:cred(?:s|entials?)?|log[io]ns?|accounts?|wi-?fi|user(?:name)?s?)\b[^\n/]{0,40}?[ \t][\w.@+-]{1,40}[ \t]{0,2}[/:][ \t]{0,2}${BEFORE_IT})${WORD}
password :: secret,token,key,credential :: (\b(?:secret|token|key|credentials?)\b[a-z ,'\t]{1,40}?[ \t:]${BEFORE_IT})(?=\w{0,60}\d)[\w-]{24,200}(?![\w./:-])
mnemonic :: phrase,seed,recovery,mnemonic,wallet :: (\b(?:pass[ _-]?phrase|seed|recovery|mnemonic|wallet|words)\b[^\n:=]{0,40}[:=][ \t]{0,3}["'\x60]?)(?:${LINKING}[a-z]{3,9}[ \t]){3,23}${LINKING}[a-z]{3,9}(?=["'\x60]?[ \t]{0,3}(?:[\r\n.,;)]|$))
mnemonic :: phrase,seed,recover,mnemonic,wallet :: (\b(?:phrase|seed|recover|mnemonic|wallet|words)\b[^\n]{0,40}?(?:[:=]|\b(?:is|are|from|with|using|to))[ \t]{0,3}["'\x60]?)(?:(?!(?:the|and|for|are|was)\b)[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}\b
code :: ${SECOND_FACTORS} :: (\b(?:${SECOND_FACTOR}\b[^\n:=]{0,20}\bcodes?|codes?\b[^\n:=]{0,20}\b${SECOND_FACTOR})\b[^\n:=]{0,20}?(?:[:=]|\b(?:is|are|was)\b)[ \t]{0,3}["'\x60]?)${CODE}(?:[ \t]{0,2}[, ][ \t]{0,2}${CODE}){0,15}
code :: pin :: (\bpin(?: code)?[ \t]{0,2}(?::|=|\bis\b|\bwas\b)[ \t]{0,3})\d{4,8}(?![\w.-])
totp :: authenticator,otp,2fa,mfa,seed :: (\b(?:[Aa]uthenticator|T?OTP|t?otp|2FA|2fa|MFA|mfa|seed)\b[^\n:=]{0,30}?(?::|=|\bis)[ \t]{0,3}["'\x60]?)[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}\b
token :: token,secret,key :: (\b(?:[Aa][Pp][Ii][ -]?[Kk]ey|[Ss]ecret|[Tt]oken)\b[a-z ,'\t]{0,20}?\b(?:is|need|use|it|this|here|one|with)[ \t:]{1,3}["'\x60]?)(?=[\da-f]{0,60}\d)[\da-f]{32,128}\b
`);

const MARK = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** The body of a block that was cut off: runs of base64, whatever joins them. */
const BODY = /[\s\S]{0,120}?[\w+/]{20,}={0,2}(?:[^\w+/=]{1,12}[\w+/]{16,}={0,2})*/y;

/** How a private key begins in base64: RSA, PKCS#8, EC, Ed25519, OpenSSH. Certificates and public keys begin otherwise. */
const KEY =
	/(?<![\w+/])(?:MII[\w+/]{2}[AQgw]IBA[ABD]|M(?:Hc|HQ|IG\w)CAQEE|MIG\wAgEAM|MC4CAQAwBQYDK2V|b3BlbnNzaC1rZXktdj)/;

/** Texts without these need not be searched for it. */
const FRONTS = ['MII', 'MHcCAQ', 'MHQCAQ', 'MIG', 'MC4CAQ', 'b3BlbnNzaC1rZXktdj'];

/** Cuts private keys (PEM, OpenSSH, PGP) from their first line to their last, or as far as they go. */
export function cutPrivateBlocks(text: string): string {
	return cutBodies(cutBlocks(text));
}

/** Without the line before it a key still shows by how it begins. */
function cutBodies(text: string): string {
	if (!FRONTS.some((front) => text.includes(front))) return text;
	let kept = '';
	let rest = text;
	for (let at = rest.search(KEY); at >= 0; at = rest.search(KEY)) {
		const end = endOfBody(rest, at) ?? at + 1;
		kept += `${rest.slice(0, at)}${end > at + 40 ? '[redacted:private-key]' : rest.slice(at, end)}`;
		rest = rest.slice(end);
	}
	return kept + rest;
}

function cutBlocks(text: string): string {
	if (!text.includes('PRIVATE KEY')) return text;
	const marks = [...text.matchAll(MARK)];
	let kept = '';
	let at = 0;
	for (const [number, { 0: mark, 1: kind, index }] of marks.entries()) {
		if (kind === 'END' || index < at) continue;
		const next = marks[number + 1];
		const end =
			next?.[1] === 'END' ? next.index + next[0].length : endOfBody(text, index + mark.length);
		if (end === undefined) continue;
		kept += `${text.slice(at, index)}[redacted:private-key]`;
		at = end;
	}
	return kept + text.slice(at);
}

function endOfBody(text: string, from: number): number | undefined {
	BODY.lastIndex = from;
	return BODY.test(text) ? BODY.lastIndex : undefined;
}

/** What announces a secret: what carries it, programs that take it, calls, sentences. The order counts. */
export const ANNOUNCED_RULES: readonly Rule[] = [
	...CARRIER_RULES,
	...PROGRAM_RULES,
	...CALL_RULES,
	...PROSE_RULES,
];
