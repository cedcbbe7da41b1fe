import { isDrawn, isMadeUp, isRandom, isText, isWordy } from './value.ts';

/** What one kind of secret looks like. */
export interface Rule {
	/** What stands in its place: `[redacted:<kind>]`. */
	readonly kind: string;
	/** In lower case; a text that holds none of them is not searched. None: always searched. */
	readonly words: readonly string[];
	/**
	 * Source of a regular expression that finds it whole; its first group is what stays in front. No
	 * repetition inside a repetition, and what follows an unbounded one cannot fail: linear time.
	 */
	readonly pattern: () => string;
}

/** The rules of a table, a line each: the kind, its words with commas between them, the pattern. */
export function rulesIn(
	table: string,
	patternOf: (pattern: string) => string = (pattern) => pattern,
): readonly Rule[] {
	const lines = table.split('\n').filter((line) => line !== '');
	return lines.map((line) => {
		const [kind = '', words = '', pattern = ''] = line.split(' :: ');
		return { kind, words: words.split(','), pattern: () => patternOf(pattern) };
	});
}

/** A token format: it begins behind no letter and no digit, or behind an escape (`\n`, `%3D`). */
function tokenPattern(pattern: string): string {
	return String.raw`(?<![A-Za-z0-9](?<!\\[nrt]|%[0-9A-Fa-f]{2}))(?:${pattern})`;
}

const { raw } = String;

/**
 * Tokens that are known by how they begin, by service: behind each prefix stands a run of characters that a machine
 * drew, sixteen or as many as the number behind the colon says. tests/support/redaction/token-formats.md says where they
 * are described. What is found without knowing it has rules of its own below.
 */
const PREFIXES = `
aws ABSK:99
age AGE-SECRET-KEY-:50
github ghp_:30 gho_:30 ghu_:30 ghs_:30 ghr_:30 github_pat_
google ya29. GOCSPX- 1//0
cloudflare v1.0-
vault hvs. hvb. hvr.
pulumi pul-
doppler dp.pt. dp.st.:3 dp.ct. dp.sa.
1password ops_eyJ A3-:6
openshift sha256~
fly fm2_
tailscale tskey-
new-relic NRAK- NRIQ-
sentry sntrys_
grafana glc_ eyJrIjoi
yandex AQVN t1.9eue
gitlab glpat- gldt- glrt- glrtr- glcbt- glptt- glsoat- glft- glimt- glagent- gloas- glffct- glwt- GR1348941
npm npm_
pypi pypi-Ag
artifactory AKCp cmVmdGtu
notion ntn_
postman PMAK-
hubspot pat-na1- pat-na2- pat-eu1- pat-ap1-
slack xapp- xwfp-
stripe whsec_
square sq0atp- sq0csp- sq0csb- EAAA:40
paypal A21AA
anthropic sk-ant-
openai sk-proj- sk-svcacct-
devcycle dvc_server_:8 dvc_mobile_ dvc_client_:8
flagsmith ser.
helicone sk-helicone-:6
flutterwave FLWSECK- FLWSECK_TEST-
mapbox sk.eyJ tk.eyJ
octopus API-:24
axiom xaat- xapt-
configcat configcat-sdk-
pubnub sec-c- sub-c-
razorpay rzp_live_:14 rzp_test_:14
linkedin WPL_AP1.:14
trello ATTA:60
asaas $aact_
endor-labs endr+
veracode vera01ei- vera01es-
unkey unkey_
token SWMTKN- sk-or- sk-lf- CFPAT- nvapi- p8e- mlsn. fc-:32 HRKU- BSA:24 EZAK EZTK cnvca EAA:80 cio:32 oy2:43 4b1d:38 EXO:24 K00:28 signkey- ak_:20 snyk_uat.:8 access- st.:20 waka_:36 secret-live- secret-test- pa-:40
intra-42 s-s4t2ud- s-s4t2af-
`;

/** Digits among letters, or big letters among small ones, as no words have that are joined. */
const DRAWN = raw`(?=[\w+/.-]{0,60}?(?:[A-Za-z]\d{1,3}[A-Za-z]|\d[A-Za-z]{1,3}\d|[A-Z][a-z]{1,2}[A-Z]|[a-z][A-Z]{1,3}[a-z]))`;
/** A run that a machine drew, with parts behind points. */
const run = (length: number) => raw`${DRAWN}[\w+/-]{${length},}={0,2}(?:\.[\w+/-]{4,}={0,2}){0,3}`;

export const PREFIXED_TOKENS: readonly Rule[] = PREFIXES.trim()
	.split('\n')
	.flatMap((line) => {
		const [kind = '', ...prefixes] = line.split(' ');
		return prefixes.map((prefix): Rule => {
			const [front = '', length = '16'] = prefix.split(':');
			// Made when it is asked for: nearly none is.
			const pattern = () => tokenPattern(front.replace(/[.+$]/g, '\\$&') + run(Number(length)));
			return { kind, words: [front.toLowerCase()], pattern };
		});
	});

/**
 * Tokens that a prefix alone does not describe, and addresses that are tokens: the service, the words without which a
 * text is not searched, the pattern. What is of no service is of any whose prefix is well known: put together of two
 * pieces, or of no known length.
 */
const SHAPES = String.raw`
aws :: akia,asia,abia,acca :: (?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?!\w)
aws :: akia,asia,redacted:aws :: ((?:A[KS]IA[A-Z0-9]{16}|\[redacted:aws\])["']?[\s,:;|]{1,4}["']?)[A-Za-z\d/+]{40}(?![\w/+])
google :: aiza :: AIza[\w-]{35}
azure :: accountkey=,accesskey= :: ((?:Account|SharedAccess)Key=)[\w+/%]{40,}={0,2}
azure :: q~ :: [\w~.]{3}\dQ~[\w~.-]{31,34}
alibaba :: ltai :: LTAI[A-Za-z\d]{12,26}(?!\w)
tencent :: akid :: AKID[A-Za-z\d]{13,40}(?!\w)
databricks :: dapi,dose :: (?:dapi|dose)[\da-f]{32}(?:-\d)?
vault :: s. :: (?<!\w-|_)s\.(?=[A-Za-z]{0,23}\d)(?=[a-z0-9]{0,23}[A-Z])[A-Za-z\d]{24}(?!\w)
terraform :: .atlasv1. :: \w{14}\.atlasv1\.[\w=-]{40,}
sentry :: .sentry.io :: (https://)[\da-f]{32}(?=@)
token :: ghp_,github_pat_,glpat-,npm_,sk-,sk_live_,xox,hf_ :: (?:gh[pousr]_|github_pat_|glpat-|npm_|sk-|[sr]k_live_|xox[bp]-|hf_)[\w-]{4,80}(?:["'\x60]\s{0,20}\+\s{0,20}["'\x60]|\\\r?\n[ \t]{0,20})(?=\w{0,60}\d)[\w-]{8,}
atlassian :: atatt3,atctt3,atbb,atoa3 :: AT(?:ATT3|CTT3|BB|OA3)[\w=.-]{20,}(?:%3D[\dA-F]{8})?
npm :: _auth,_password :: ((?::|^|\s)_(?:authToken|auth|password)\s?=\s?"?)(?!\$|\[)[^\s"]{8,}
airtable :: pat :: pat[A-Za-z\d]{14}\.[\da-f]{64}
asana :: : :: (?<!\w-|_)\d/\d{10,20}(?:/\d{10,20})?:[\da-f]{32}
clickup :: pk_ :: pk_\d{6,12}_[A-Z0-9]{32}
slack :: xox :: xox[abcdeoprs](?:\.xox[bp])?-[\w-]{10,}
slack :: hooks.slack.com :: (hooks\.slack\.com/)[\w/+-]{20,}
token :: ::server:,::node: :: K10[\da-f]{64}::(?:server|node):[\da-f]{16,}
token :: mullvad :: ((?:mullvad account login|Mullvad account:)[ \t]+)\d{16}(?!\w)
token :: .fury.io/ :: (\b(?:repo|push|pull)\.fury\.io/)(?=\w{0,40}\d)\w{16,}
token :: duckdns.org/ :: (duckdns\.org/update/[\w-]{1,64}/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}
token :: license,licence,serial,activat :: (?<![\w-])(?=(?:[A-Z-]{0,30}\d){3})(?=(?:[\d-]{0,30}[A-Z]){3})[A-Z\d]{4,6}(?:-[A-Z\d]{4,6}){3,7}(?![\w-])
token :: [redacted:value], :: (\[redacted:value\],)(?=[\w+/-]{0,60}\d)[\w+/-]{16,}={0,2}
discord :: discord :: (discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/)\d{10,}/[\w-]{40,}
telegram :: :aa :: \d{8,10}:AA[\w-]{32,33}(?!\w)
telegram :: api.telegram.org/bot :: (api\.telegram\.org/bot)\d{6,12}:[\w-]{30,}
teams :: .webhook.office.com :: ([\w-]+\.webhook\.office\.com/)[\w/@-]{40,}
stripe :: k_live_,k_test_,k_prod_ :: [sr]k_(?:live|test|prod)_[A-Za-z\d][\w-]{15,}(?:\.\w{16,})?
paypal :: access_token$ :: access_token\$(?:production|sandbox)\$\w{10,}\$[\da-f]{32}
twilio :: sk :: SK[\da-f]{32}(?!\w)
sendgrid :: sg. :: SG\.[\w-]{16,32}\.[\w-]{16,64}
mailgun :: key- :: (?<!\w-|_)key-[\da-f]{32}(?!\w)
mailchimp :: -us :: [\da-f]{32}-us\d{1,2}(?!\w)
twitter :: aaaaaaaaaaaaaaaaaaaa :: A{20,22}[\w%]{40,}
dropbox :: sl. :: sl\.(?:u\.)?[\w-]{100,}
zapier :: hooks.zapier.com :: (hooks\.zapier\.com/hooks/catch/)[\w/]{10,}
deepl :: :fx :: (?<!\w-|_)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:fx(?!\w)
astra :: astracs: :: AstraCS:[\w-]{20,}:[\da-f]{60,}
convex :: prod:,dev:,preview:,project: :: (?:prod|dev|preview|project):[\w:-]{2,60}\|[\w+/=]{40,}
transifex :: 1/ :: (?<![\w./-])1/[\da-f]{40}(?!\w)
woocommerce :: cs_,ck_ :: c[ks]_[\da-f]{40}(?!\w)
scaleway :: scw :: SCW[A-Z\d]{17}(?!\w)
hugging-face :: hf_,api_org_ :: (?:hf|api_org)_[A-Za-z\d]{30,}
bitwarden :: 0. :: 0\.[\da-f]{8}-[\da-f-]{27}\.\w{30}:[\w+/]{20,}={0,2}
launchdarkly :: sdk-,mob-,api- :: (?:sdk|mob|api)-[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}
unleash :: : :: (?:\*|[\w-]{1,60}):[\w-]{1,60}\.[\da-f]{50,}
telnyx :: key :: KEY[\dA-F]{32}_\w{20,}
rapidapi :: msh :: [\da-f]{10}msh[\da-f]{15}p[\da-f]{6}jsn[\da-f]{12}
dynatrace :: dt0 :: dt0[a-z]\d\d\.[A-Z\d]{20,}\.[A-Z\d]{40,}
salesforce :: 00d :: 00D[A-Za-z\d]{12}![\w.]{60,}
firebase :: :apa91b :: [\w-]{11}:APA91b[\w-]{100,}
adyen :: aqe :: AQE[\w+/]{40,}={0,2}(?:-[\w+/]{10,}=?){0,2}
svix :: sk_ :: (?:test)?sk_[\w-]{32}\.(?:us|eu|in|ca|au)(?!\w)
oculus :: oc| :: OC\|\d{10,20}\|[\w-]{20,}
baidu :: altak- :: bce-v3/ALTAK-\w{10,}/[\da-f]{40}
azure :: +ast,+asb,+aeh,acdb,aiot :: [\w+/]{76}(?:\+ASt|\+ASb|\+AEh|ACDb|AIoT)[\w+/]{5,7}==
token :: sk-,pk-,ghp_,gho_ :: (?:[sp]k-|gh[po]_)(?=[A-Za-z]{0,60}\d)[A-Za-z\d]{16,}[\w-]*
jwt :: eyj :: eyJ[\w-]{8,600}\.eyJ[\w-]{8,}(?:\.[\w-]*)?
jwt :: eyj :: eyJ[\w-]{8,600}\.{1,2}[\w-]{0,600}\.[\w-]{10,}(?:\.[\w-]*){0,2}
`;

export const SHAPED_TOKENS = rulesIn(SHAPES, tokenPattern);

/** What a text has that can hold one. */
const MAYBE = /[\w.:+/~-]{16}/;
/** No part of a longer word or address stands in front of it, but maybe the sign of a line that was added or removed. */
const BEGINS = String.raw`(?<![\w./+@#$%:~-](?<!\\[nrt]|^[+-])|W/")`;
/** A run of signs that tokens are made of, without those that end a sentence. */
const CANDIDATE = new RegExp(String.raw`${BEGINS}[\w/][\w.:+/~-]{14,}[\w~+/-]={0,2}`, 'gm');
const LONGEST = 700;
/** A part of a path, its first word all in one case: the rest of them are names of files and of pages. */
const IN_PATH = /(?<=[\w/-]\/)(?:[a-z][a-z\d]{0,11}_|[A-Z][A-Z\d]{0,11}_)[\w-]{20,}(?![\w+.-])/g;

/** The words that stand in front of what was drawn: `acme_live_`, `ACME-`, `v2.`, `acme.` */
const FRONT =
	/^(?:(?:[a-z]{1,12}\d{0,8}[a-z]?|[A-Z]{1,12}\d{0,3}|[A-Z][a-z]{1,11}\d{0,2}|\d{1,4}(?=[.:]))[_.:-]){0,4}/;
/** Words that say what a token is for, or that it is one. */
const TOLD_BY =
	/[_.:-](?:live|test|prod|production|dev|sandbox|sbox|secret|token|key|apikey|api|pat|oauth|access|auth|sk)[_-](?:[a-z\d]{1,6}_)?$|^_sk[_-]/;
/** Such a form have ids that clients and services print, too, hashes, and what caches keep. */
const IDS =
	/(?:^|[.:-])(?:toolu|msg|resp|rs|call|run|thread|file|session|req|evt|item|batch|cs|sha\d*|md\d|h1|hash|commit|tree|blob|rev|ref|id|cache|build|digest|trace|span|uuid|urn|node|chatcmpl|cmpl|asst|vs|org|user|usr|team|prj|project|dpl|acct|cus|prod|txn|order|cart|client|chunk|index|main|vendors?|pk_live|pk_test|public|nonce|cid|https?|did|enr|gen|ctag)[_.:-]/i;
/** A word just before it says that it is an id, a hash, or for everybody; names in humps have joints by then. */
const CALLED =
	/(?:(?:^|[^a-z]|[-_?&][a-z]+)(?<!token_|key_)(?:uu|[ueg])?ids?(?:-2)?|request|-debug|hash|sum|digest|etag|version|rev(?:ision)?|commit|sha-?\d*|md5|(?:finger|thumb)print|nonce|cursor|boundary|address|owner|account|signature|program|integrity|peer|clid|[?&](?:ved|ei|_hsenc|list)|verification|txt|dnskey[ \d]{0,12}|[ ;]bh?|"[xyn]"|x5t(?:#s256)?|jti|pub(?:lic)?[_ ]?key)["'`]?\]?(?: (?:is|was))?[ \t]{0,3}[:=(]{0,2}[ \t]{0,3}["'`<({[=-]{0,8}$|base64,$/;
/**
 * What else is long and mixed: ids with a time in them or of payments, addresses of contents and of wallets, keys for
 * everybody, files and digests in base64, names of code.
 */
const CONTENT =
	/^(?:Qm|0x|_(?:Z[\dNS]|R[IMNX]|INBOX)|RW|12D3|16Uiu|z6Mk|k51|M[A-I][A-Za-z](?=.{50})|k[gw][A-Z]|[13][A-Z]\w{22}$|[A-Z]{2}[\da-f]{32}$|[a-z\d]{2,20}1[ac-hj-np-z02-9]{38,}$|ba[fg][a-z][a-z2-7]{50,}$|(?:[13](?=.{25,33}$)|(?=.{43,44}$|.{87,88}$))[1-9A-HJ-NP-Za-km-z]+$|[12][A-Za-z\d]{26}$|[\w+/-]{22}(?:==|.{5}=)$|[0-7][\da-hjkmnp-tv-zA-HJKMNP-TV-Z]{25}$)|AAAA|::|\d{12}|(?:[\da-f]{1,4}:){4}|[\dA-F]{8}-[\dA-Z]{10,13}$/;
/** The lines beside one of a certificate or a file in base64. */
const BEFORE = /(?:-----|[\w+/-]{20,})\r?\n[ \t]{0,12}[+-]?$/;
const BEHIND = /^={0,2}\r?\n[ \t]{0,12}(?:-----|[\w+/]{20,})|^@/;
const LINE = 80;
/** The last part of a name of a file or of a host. */
const NAME = /\.[a-z]\w{0,5}$/;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const JOINT = /[_.:-]/;
const HEXADECIMAL = /^(?:[\da-f]+|[\dA-F]+)$/;
/** As many hexadecimal digits as hashes and public keys have. */
const HASHES = [40, 56, 64, 66, 96, 128, 130];

/** Cuts tokens of services that no rule knows, by how they were drawn: no word, no name and no number looks so. */
export function cutUnknownTokens(text: string): string {
	if (!MAYBE.test(text)) return text;
	return text.replace(CANDIDATE, (found, at: number) => {
		if (found.length > LONGEST) return found;
		if (!found.includes('/') || isBase64(found)) {
			const isCut = isToken(found) && !isKnown(text, at, at + found.length);
			return isCut ? '[redacted:token]' : found;
		}
		return found.replace(IN_PATH, (part) => (isToken(part) ? '[redacted:token]' : part));
	});
}

/** Whether what stands around it says that it is none: a word, or the lines of a block. */
function isKnown(text: string, from: number, to: number): boolean {
	const before = text.slice(Math.max(0, from - LINE), from);
	// What is joined like this would be among the ids if it were one.
	if (/^[a-z][a-z\d]+_|^sk-/.test(text.slice(from, to))) return false;
	const words = before.replace(/[a-z](?=[A-Z])/g, '$&_').toLowerCase();
	return CALLED.test(words) || BEFORE.test(before) || BEHIND.test(text.slice(to, to + LINE));
}

function isToken(found: string): boolean {
	const [front = ''] = FRONT.exec(found) ?? [];
	const run = found.slice(front.length);
	// Long patterns come last: few texts get so far, and to compile them takes as long as all the rest.
	return !NAME.test(found) && isDrawnBehind(front, run) && !IDS.test(front);
}

function isDrawnBehind(front: string, run: string): boolean {
	const isTold = TOLD_BY.test(`_${front}`);
	if (UUID.test(run)) return isTold || /^[a-z]\w*_$|^[A-Z]+-$/.test(front);
	const isHex = run.split(JOINT).every((part) => HEXADECIMAL.test(part));
	if (isHex) return isNumber(front, run, isTold);
	return isLot(front, run, isTold) && !CONTENT.test(run) && !isMadeUp(run);
}

/** Hexadecimal digits: a hash has no joint and no word in front, a UUID is shorter. */
function isNumber(front: string, run: string, isTold: boolean): boolean {
	const letters = run.match(/[a-f]/gi)?.length ?? 0;
	if (letters * 10 < run.length || !/\d/.test(run)) return false;
	if (isTold) return run.length >= (front.endsWith('-') ? 24 : 16);
	if (JOINT.test(run)) return isSeveral(front, run);
	if (front === '') return run.length > 40 && !HASHES.includes(run.length);
	// Behind a hyphen they are a version, or the key of a cache.
	return run.length >= 28 && /[_.]$|^[a-z]{1,3}-$/.test(front);
}

/** One of several could be a hash, or an id. */
function isSeveral(front: string, run: string): boolean {
	const lengths = run.split(JOINT).map((part) => part.length);
	const length = lengths.reduce((sum, one) => sum + one, 0);
	const isLong = Math.max(...lengths) >= 24 && /[_.:]/.test(run);
	if (length >= 40 && (isLong || Math.min(...lengths) >= 24)) return true;
	return length >= (front === '' ? 64 : 56) && (front !== '' || Number(lengths[0]) >= 8);
}

/** Signs drawn by lot: as many as an id seldom has. */
function isLot(front: string, run: string, isTold: boolean): boolean {
	const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run);
	const isWhole = /^[A-Za-z\d]+$/.test(run);
	if (!(isMixed || isWhole)) return false;
	const isOdd = isDrawn(run);
	if (isTold && (isOdd || isWhole) && isRandom(run, true)) return true;
	if (front.endsWith('_')) {
		if (!isOdd) return isWhole && run.length >= 30 && isRandom(run);
	} else if (!isOdd || !/\d/.test(run)) return false;
	return run.replace(/=+$/, '').length >= leastOf(front, isMixed) && !isRead(run);
}

/** How long it has to be behind a word with this joint, or alone: small and big letters mixed, or of one kind. */
function leastOf(front: string, isMixed: boolean): number {
	if (front === '') return isMixed ? 24 : 30;
	if (!isMixed || front.endsWith('-')) return 20;
	return front.endsWith('_') ? 16 : 24;
}

/** Made of words, of numbers (`93.3c0-17-6.7` in a picture), or of text in base64. */
function isRead(run: string): boolean {
	const numbers = run.match(/[\d.-]/g)?.length ?? 0;
	return numbers > run.length * 0.65 || (/[A-Z]/.test(run) && (isWordy(run) || isText(run)));
}

/** Base64 with slashes in it, maybe behind a word, and no path. */
function isBase64(found: string): boolean {
	if (found.length < 32 || !/^(?:[a-z]{1,12}_)?[A-Za-z\d+/]+={0,2}$/.test(found)) return false;
	return !found.split('/').some((part) => /^[A-Za-z]?[a-z]{2,}\d?$/.test(part));
}
