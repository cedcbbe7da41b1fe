import { type Rule, rule } from './rule.ts';

const { raw } = String;

/** The rest of a command, over lines that a backslash joins. */
const ARGUMENTS = raw`(?:[^\n|;]|(?<=\\)\n){0,200}?\s`;
/** Commands that read a secret from their input. */
const READERS = raw`(?:sudo -S|[^\n|]{0,80}(?:--password-stdin|--with-token|--stdin\b))`;

const LOGINS = ['docker', 'podman', 'skopeo', 'az', 'cf', 'oc', 'argocd', 'registry'];

const option = (words: readonly string[], pattern: string) => rule('option', words, pattern);

/** Secrets in options and arguments of known programs. */
export const PROGRAM_RULES: readonly Rule[] = [
	option(
		['curl'],
		raw`(\bcurl\b${ARGUMENTS}(?:-\w{0,4}u|--user)[ =]?\\?["']?[^\s:"'\\]{0,64}:)[^\s"'\\]{4,}`,
	),
	// The token is the user, and there is no password.
	option(
		['curl'],
		raw`(\bcurl\b${ARGUMENTS}(?:-\w{0,4}u|--user)[ =]?\\?["']?)(?=[^\s:]{0,60}\d)[\w+/=.-]{14,}(?=:(?:[\s"'\\]|$))`,
	),
	option(
		['bundle config'],
		raw`(\bbundle config(?: set)?(?: --\w{4,8})?[ \t]+["']?[\w-]{1,60}\.[\w.-]{1,80}["']?[ \t]+["']?)[^\s"']{8,}`,
	),
	option(
		['bundle_'],
		raw`(\bbundle_\w{1,60}__\w{2,60}["']?[ \t]?[:=][ \t]?["']?)[\w-]{6,}:[\w-]{6,}`,
	),
	option(['mysql', 'mariadb'], raw`(\b(?:mysql|mariadb)\w{0,8}\b${ARGUMENTS}-p["']?)[^\s"']{4,}`),
	option(
		['sshpass', 'sqlcmd', ...LOGINS.map((program) => `${program} login`)],
		raw`((?:\b(?:sshpass|sqlcmd)|\b(?:${LOGINS.join('|')}) login)\b[^\n|;&]{0,200}?\s-p[ =]?["']?)(?!\d+:\d)[^\s"']{4,}`,
	),
	option(['redis-cli'], raw`(\bredis-cli\b[^\n|;]{0,200}?\s-a[ =]?["']?)[^\s"']{4,}`),
	option(
		['sudo -s', '-stdin', '--with-token'],
		raw`(\b(?:echo|printf)[ \t]+(?:-n[ \t]+|["']?%s(?:\\n)?["']?[ \t]+)?["']?)(?:(?<=["'])[^\n"'|]{4,200}|[^\s"'|]{4,200})(?=["']?[ \t]{0,9}\|[ \t]{0,9}${READERS})`,
	),
	option(
		['chpasswd'],
		raw`(\becho[ \t]+["']?[\w.-]{1,32}:)[^\s"'|]{4,80}(?=["']?[ \t]{0,9}\|[ \t]{0,9}(?:sudo[ \t]+)?chpasswd)`,
	),
	option(
		['7z', 'zip', 'mongo', 'ldap', 'openssl'],
		raw`((?:\b7z\w?\b${ARGUMENTS}-p|\bzip\b[^\n|;&]{0,200}?\s-P[ \t]*|\bmongo\w{0,10}\b${ARGUMENTS}-p[ \t]*|\bldap\w{3,8}\b${ARGUMENTS}-w[ \t]*|\bopenssl enc\b${ARGUMENTS}-k[ \t]*)["']?)(?![-$])[^\s"']{4,}`,
	),
	option(
		['htpasswd'],
		raw`(\bhtpasswd\b[^\n|;]{0,40}?\s-\w{0,4}b\w{0,4}[ \t]+\S{1,100}[ \t]+\S{1,64}[ \t]+["']?)[^\s"']{4,}`,
	),
	option(
		['--from-literal'],
		raw`((?<=\bsecret\b[^\n|;]{0,300}\s)--from-literal[= ]["']?[\w.-]{1,80}=)[^\s"']{4,}`,
	),
	option(['secret set'], raw`(\bsecret set\b${ARGUMENTS}(?:--body|-b)[= ]["']?)[^\s"']{8,}`),
	option(
		['machine', 'default'],
		raw`((?:\bmachine\s{1,8}\S{1,80}|\bdefault)\s{1,8}login\s{1,8}\S{1,80}\s{1,8}password\s{1,8})[^\s"']{4,}`,
	),
	option(['pass:'], raw`(-pass(?:in|out)?[ =]["']?pass:)[^\s"']{4,}`),
	option(
		['net use', 'sqlplus', 'jdbc:oracle', 'alias set'],
		raw`((?:\bnet use\b[^\n|;]{0,120}?/user:\S{1,64}[ \t]+|\bsqlplus\b[^\n|;]{0,40}?\s[\w.-]{1,64}/|\bjdbc:oracle:\w{3,5}:[\w.-]{1,64}/|\bmc\w{0,4} alias set[ \t]+\S{1,64}[ \t]+\S{1,200}[ \t]+\S{1,128}[ \t]+)["']?)[^\s"'@/]{4,}`,
	),
	option(
		['oathtool', 'convertto-securestring', '/with/key/', 'vault login'],
		raw`((?:\boathtool\b${ARGUMENTS}(?:-b[ \t]+|--base32[ \t]+)|\bConvertTo-SecureString\b[ \t]+(?:-String[ \t]+)?|/with/key/|\bvault login\b[ \t]+)["']?)(?![-$])[^\s"'?]{6,}`,
	),
	option(
		['secrets set', 'config:set', 'secret put'],
		raw`(\b(?:secrets (?:set|import)|config:set)\b${ARGUMENTS}[A-Z]\w{1,60}=["']?)[^\s"']{6,}`,
	),
	option(['-u', '--user'], raw`((?<=\s)(?:-U|--user)[ =]?["']?[\w.\\/-]{1,64}%)[^\s"'%]{4,}`),
	option(
		['wpa_passphrase'],
		raw`(\bwpa_passphrase[ \t]+(?:"[^"\n]{1,32}"|\S{1,32})[ \t]+["']?)[^\s"'<>|;]{8,}`,
	),
	option(
		[':543', ':6432:', ':*:'],
		raw`((?<![\w.*-])[\w.*-]{1,100}:(?:543\d|6432|\*):[\w*-]{1,63}:[\w*.@-]{1,63}:)[^\s:]{4,}(?=\s|$)`,
	),
	option(
		['identified '],
		raw`(\bidentified (?:with \S{1,40} )?by(?: password)?[ \t]+["'])[^"'\n]{4,}`,
	),
];
