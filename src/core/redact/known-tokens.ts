import { type Rule, token } from './rule.ts';

const { raw } = String;

/**
 * Tokens that are known by how they begin, by service: behind each prefix stands a run of characters that a machine
 * drew, sixteen or as many as the number behind the colon says. docs/notes/token-formats.md says where they
 * are described. What `unknown-tokens.ts` finds without knowing it is not here.
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
		return prefixes.map((prefix) => {
			const [front = '', length = '16'] = prefix.split(':');
			const words = [front.toLowerCase()];
			return {
				...{ kind, words },
				// Made when it is asked for: nearly none is.
				get pattern() {
					return token(kind, words, front.replace(/[.+$]/g, '\\$&') + run(Number(length))).pattern;
				},
			};
		});
	});

/**
 * Tokens that a prefix alone does not describe, and addresses that are tokens: the service, the words without which a
 * text is not searched, the pattern. What is of no service is of any whose prefix is well known: put together of two
 * pieces, or of no known length.
 */
const SHAPES = String.raw`
aws akia,asia,abia,acca (?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?!\w)
aws akia,asia,redacted:aws ((?:A[KS]IA[A-Z0-9]{16}|\[redacted:aws\])["']?[\s,:;|]{1,4}["']?)[A-Za-z\d/+]{40}(?![\w/+])
google aiza AIza[\w-]{35}
azure accountkey=,accesskey= ((?:Account|SharedAccess)Key=)[\w+/%]{40,}={0,2}
azure q~ [\w~.]{3}\dQ~[\w~.-]{31,34}
alibaba ltai LTAI[A-Za-z\d]{12,26}(?!\w)
tencent akid AKID[A-Za-z\d]{13,40}(?!\w)
databricks dapi,dose (?:dapi|dose)[\da-f]{32}(?:-\d)?
vault s. (?<!\w-|_)s\.(?=[A-Za-z]{0,23}\d)(?=[a-z0-9]{0,23}[A-Z])[A-Za-z\d]{24}(?!\w)
terraform .atlasv1. \w{14}\.atlasv1\.[\w=-]{40,}
sentry .sentry.io (https://)[\da-f]{32}(?=@)
token ghp_,github_pat_,glpat-,npm_,sk-,sk_live_,xox,hf_ (?:gh[pousr]_|github_pat_|glpat-|npm_|sk-|[sr]k_live_|xox[bp]-|hf_)[\w-]{4,80}(?:["'\x60]\s{0,20}\+\s{0,20}["'\x60]|\\\r?\n[ \t]{0,20})(?=\w{0,60}\d)[\w-]{8,}
atlassian atatt3,atctt3,atbb,atoa3 AT(?:ATT3|CTT3|BB|OA3)[\w=.-]{20,}(?:%3D[\dA-F]{8})?
npm _auth,_password ((?::|^|\s)_(?:authToken|auth|password)\s?=\s?"?)(?!\$|\[)[^\s"]{8,}
airtable pat pat[A-Za-z\d]{14}\.[\da-f]{64}
asana : (?<!\w-|_)\d/\d{10,20}(?:/\d{10,20})?:[\da-f]{32}
clickup pk_ pk_\d{6,12}_[A-Z0-9]{32}
slack xox xox[abcdeoprs](?:\.xox[bp])?-[\w-]{10,}
slack hooks.slack.com (hooks\.slack\.com/)[\w/+-]{20,}
token ::server:,::node: K10[\da-f]{64}::(?:server|node):[\da-f]{16,}
token mullvad ((?:mullvad account login|Mullvad account:)[ \t]+)\d{16}(?!\w)
token .fury.io/ (\b(?:repo|push|pull)\.fury\.io/)(?=\w{0,40}\d)\w{16,}
token duckdns.org/ (duckdns\.org/update/[\w-]{1,64}/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}
token license,licence,serial,activat (?<![\w-])(?=(?:[A-Z-]{0,30}\d){3})(?=(?:[\d-]{0,30}[A-Z]){3})[A-Z\d]{4,6}(?:-[A-Z\d]{4,6}){3,7}(?![\w-])
token [redacted:value], (\[redacted:value\],)(?=[\w+/-]{0,60}\d)[\w+/-]{16,}={0,2}
discord discord (discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/)\d{10,}/[\w-]{40,}
telegram :aa \d{8,10}:AA[\w-]{32,33}(?!\w)
telegram api.telegram.org/bot (api\.telegram\.org/bot)\d{6,12}:[\w-]{30,}
teams .webhook.office.com ([\w-]+\.webhook\.office\.com/)[\w/@-]{40,}
stripe k_live_,k_test_,k_prod_ [sr]k_(?:live|test|prod)_[A-Za-z\d][\w-]{15,}(?:\.\w{16,})?
paypal access_token$ access_token\$(?:production|sandbox)\$\w{10,}\$[\da-f]{32}
twilio sk SK[\da-f]{32}(?!\w)
sendgrid sg. SG\.[\w-]{16,32}\.[\w-]{16,64}
mailgun key- (?<!\w-|_)key-[\da-f]{32}(?!\w)
mailchimp -us [\da-f]{32}-us\d{1,2}(?!\w)
twitter aaaaaaaaaaaaaaaaaaaa A{20,22}[\w%]{40,}
dropbox sl. sl\.(?:u\.)?[\w-]{100,}
zapier hooks.zapier.com (hooks\.zapier\.com/hooks/catch/)[\w/]{10,}
deepl :fx (?<!\w-|_)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:fx(?!\w)
astra astracs: AstraCS:[\w-]{20,}:[\da-f]{60,}
convex prod:,dev:,preview:,project: (?:prod|dev|preview|project):[\w:-]{2,60}\|[\w+/=]{40,}
transifex 1/ (?<![\w./-])1/[\da-f]{40}(?!\w)
woocommerce cs_,ck_ c[ks]_[\da-f]{40}(?!\w)
scaleway scw SCW[A-Z\d]{17}(?!\w)
hugging-face hf_,api_org_ (?:hf|api_org)_[A-Za-z\d]{30,}
bitwarden 0. 0\.[\da-f]{8}-[\da-f-]{27}\.\w{30}:[\w+/]{20,}={0,2}
launchdarkly sdk-,mob-,api- (?:sdk|mob|api)-[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}
unleash : (?:\*|[\w-]{1,60}):[\w-]{1,60}\.[\da-f]{50,}
telnyx key KEY[\dA-F]{32}_\w{20,}
rapidapi msh [\da-f]{10}msh[\da-f]{15}p[\da-f]{6}jsn[\da-f]{12}
dynatrace dt0 dt0[a-z]\d\d\.[A-Z\d]{20,}\.[A-Z\d]{40,}
salesforce 00d 00D[A-Za-z\d]{12}![\w.]{60,}
firebase :apa91b [\w-]{11}:APA91b[\w-]{100,}
adyen aqe AQE[\w+/]{40,}={0,2}(?:-[\w+/]{10,}=?){0,2}
svix sk_ (?:test)?sk_[\w-]{32}\.(?:us|eu|in|ca|au)(?!\w)
oculus oc| OC\|\d{10,20}\|[\w-]{20,}
baidu altak- bce-v3/ALTAK-\w{10,}/[\da-f]{40}
azure +ast,+asb,+aeh,acdb,aiot [\w+/]{76}(?:\+ASt|\+ASb|\+AEh|ACDb|AIoT)[\w+/]{5,7}==
token sk-,pk-,ghp_,gho_ (?:[sp]k-|gh[po]_)(?=[A-Za-z]{0,60}\d)[A-Za-z\d]{16,}[\w-]*
`;

export const SHAPED_TOKENS: readonly Rule[] = SHAPES.trim()
	.split('\n')
	.map((line) => {
		const [kind = '', words = '', ...pattern] = line.split(' ');
		return token(kind, words.split(','), pattern.join(' '));
	});
