import type { Rule } from './rule.ts';

const { raw } = String;

/** The rest of a command, over lines that a backslash joins. */
const ARGUMENTS = raw`(?:[^\n|;]|(?<=\\)\n){0,200}?\s`;
/** Commands that read a secret from their input. */
const READERS = raw`(?:sudo -S|[^\n|]{0,80}(?:--password-stdin|--with-token|--stdin\b))`;

const LOGINS = ['docker', 'podman', 'skopeo', 'az', 'cf', 'oc', 'argocd', 'registry'];

/** Secrets in options and arguments of known programs. */
export const PROGRAM_RULES: readonly Rule[] = [
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
		words: ['sshpass', 'sqlcmd', ...LOGINS.map((program) => `${program} login`)],
		pattern: raw`((?:\b(?:sshpass|sqlcmd)|\b(?:${LOGINS.join('|')}) login)\b[^\n|;&]{0,200}?\s-p[ =]?["']?)(?!\d+:\d)[^\s"']{4,}`,
	},
	{
		kind: 'option',
		words: ['redis-cli'],
		pattern: raw`(\bredis-cli\b[^\n|;]{0,200}?\s-a[ =]?["']?)[^\s"']{4,}`,
	},
	{
		kind: 'option',
		words: ['sudo -s', '-stdin', '--with-token'],
		pattern: raw`(\b(?:echo|printf)[ \t]+(?:-n[ \t]+|["']?%s(?:\\n)?["']?[ \t]+)?["']?)(?:(?<=["'])[^\n"'|]{4,200}|[^\s"'|]{4,200})(?=["']?[ \t]{0,9}\|[ \t]{0,9}${READERS})`,
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
	{ kind: 'option', words: ['pass:'], pattern: raw`(-pass(?:in|out)?[ =]["']?pass:)[^\s"']{4,}` },
	{
		kind: 'option',
		words: ['net use', 'sqlplus', 'jdbc:oracle', 'alias set'],
		pattern: raw`((?:\bnet use\b[^\n|;]{0,120}?/user:\S{1,64}[ \t]+|\bsqlplus\b[^\n|;]{0,40}?\s[\w.-]{1,64}/|\bjdbc:oracle:\w{3,5}:[\w.-]{1,64}/|\bmc\w{0,4} alias set[ \t]+\S{1,64}[ \t]+\S{1,200}[ \t]+\S{1,128}[ \t]+)["']?)[^\s"'@/]{4,}`,
	},
	{
		kind: 'option',
		words: ['oathtool', 'convertto-securestring', '/with/key/', 'vault login'],
		pattern: raw`((?:\boathtool\b${ARGUMENTS}(?:-b[ \t]+|--base32[ \t]+)|\bConvertTo-SecureString\b[ \t]+(?:-String[ \t]+)?|/with/key/|\bvault login\b[ \t]+)["']?)(?![-$])[^\s"'?]{6,}`,
	},
	{
		kind: 'option',
		words: ['secrets set', 'config:set', 'secret put'],
		pattern: raw`(\b(?:secrets (?:set|import)|config:set)\b${ARGUMENTS}[A-Z]\w{1,60}=["']?)[^\s"']{6,}`,
	},
	{
		kind: 'option',
		words: ['-u', '--user'],
		pattern: raw`((?<=\s)(?:-U|--user)[ =]?["']?[\w.\\/-]{1,64}%)[^\s"'%]{4,}`,
	},
	{
		kind: 'option',
		words: ['wpa_passphrase'],
		pattern: raw`(\bwpa_passphrase[ \t]+(?:"[^"\n]{1,32}"|\S{1,32})[ \t]+["']?)[^\s"'<>|;]{8,}`,
	},
	{
		kind: 'option',
		words: [':543', ':6432:', ':*:'],
		pattern: raw`((?<![\w.*-])[\w.*-]{1,100}:(?:543\d|6432|\*):[\w*-]{1,63}:[\w*.@-]{1,63}:)[^\s:]{4,}(?=\s|$)`,
	},
	{
		kind: 'option',
		words: ['identified '],
		pattern: raw`(\bidentified (?:with \S{1,40} )?by(?: password)?[ \t]+["'])[^"'\n]{4,}`,
	},
];
