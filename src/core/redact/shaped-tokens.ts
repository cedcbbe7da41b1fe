import { type Rule, token } from './rule.ts';

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
