import { isSample } from './value-shapes.ts';

const { raw } = String;

/**
 * What the tokens of a service look like, a row each: the kind, then its forms with blanks between
 * them. A form is what a token begins with (behind it a machine drew sixteen characters, or as many
 * as the number behind the colon says), or a regular expression between slashes, without groups.
 * tests/support/redaction/token-formats.md says where the services describe them. Tokens of services
 * that have no row are found by unknown-tokens.ts, unless they look like a hash or a word.
 */
const SERVICES = raw`
adyen /AQE[\w+/]{40,}={0,2}(?:-[\w+/]{10,}=?){0,2}/
alibaba LTAI:12
anthropic /sk-ant-[a-z]+\d\d-[\w-]{16,}/
asaas $aact_
asana /(?<!\w-|_)\d\/\d{10,20}(?:\/\d{10,20})?:[\da-f]{32}/
atlassian /AT(?:ATT3|CTT3|BB|OA3)[\w=.-]{20,}(?:%3D[\dA-F]{8})?/
aws ABSK:99 /(?:AKIA|ASIA|ABIA|ACCA)[A-Z\d]{16}(?!\w)/
baidu bce-v3/ALTAK-
configcat configcat-sdk-
deepl /(?<!\w-|_)[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}:fx(?!\w)/
devcycle dvc_server_:8 dvc_mobile_ dvc_client_:8
discord /(?<=discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/)\d{10,}\/[\w-]{40,}/
dropbox /sl\.(?:u\.)?[\w-]{100,}/
duckdns /(?<=duckdns\.org\/update\/[\w-]{1,64}\/)[\da-f]{8}-[\da-f-]{27}/
dynatrace /dt0[a-z]\d\d\.[A-Z\d]{20,}\.[A-Z\d]{40,}/
endor-labs endr+
firebase /[\w-]{11}:APA91b[\w-]{100,}/
flagsmith ser.
flutterwave FLWSECK- FLWSECK_TEST-
fly fm2_
fury /(?<=\b(?:repo|push|pull)\.fury\.io\/)(?=\w{0,40}\d)\w{16,}/
github ghp_ gho_ ghu_ ghs_ ghr_ github_pat_
gitlab glpat- gldt- glrt- glrtr- glcbt- glptt- glsoat- glft- glimt- glagent- gloas- glffct- glwt-
google ya29. GOCSPX- 1//0 /AIza[\w-]{35}/
helicone sk-helicone-:6
hubspot pat-na1- pat-na2- pat-eu1- pat-ap1-
hugging-face hf_:30 api_org_:30
intra-42 s-s4t2ud- s-s4t2af-
jwt /eyJ[\w-]{8,}\.{1,2}[\w-]{8,}(?:\.[\w-]*){0,3}/
launchdarkly /(?:sdk|mob|api)-[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/
linkedin WPL_AP1.:14
mailchimp /[\da-f]{32}-us\d{1,2}(?!\w)/
mailgun /(?<!\w-|_)key-[\da-f]{32}(?!\w)/
mullvad /(?<=[Mm]ullvad\saccount(?:\slogin|:)\s{1,4})\d{16}(?!\w)/
npm npm_ /(?<=\b_auth(?:Token)?\s?=\s?"?)(?!\$|\[)[^\s"]{8,}/
octopus API-:24
oculus /OC\|\d{10,20}\|[\w-]{20,}/
openai sk-proj- sk-svcacct-
paypal A21AA /access_token\$(?:production|sandbox)\$\w{10,}\$[\da-f]{32}/
postman PMAK-
pubnub sec-c- sub-c-
pulumi pul-
salesforce /00D[A-Za-z\d]{12}![\w.]{60,}/
scaleway /SCW[A-Z\d]{17}(?!\w)/
sendgrid SG.
sentry sntrys_
slack xapp- xwfp- /xox[a-z](?:\.xox[bp])?-[\w-]{10,}/ /(?<=hooks\.slack\.com\/)[\w/+-]{20,}/
stripe whsec_ /[sr]k_(?:live|test|prod)_[A-Za-z\d][\w-]{15,}(?:\.\w{16,})?/
svix /(?:test)?sk_[\w-]{32}\.(?:us|eu|in|ca|au)(?!\w)/
tailscale tskey-
teams /(?<=\.webhook\.office\.com\/)[\w/@-]{40,}/
telegram /\d{8,10}:AA[\w-]{32,33}(?!\w)/ /bot\d{6,12}:[\w-]{30,}/
trello ATTA:60
twilio /SK[\da-f]{32}(?!\w)/
twitter /A{20,22}[\w%]{40,}/
unkey unkey_
unleash /(?:\*|[\w-]{1,60}):[\w-]{1,60}\.[\da-f]{50,}/
vault hvs. hvb. hvr.
veracode vera01ei- vera01es-
woocommerce /c[ks]_[\da-f]{40}(?!\w)/
zapier /(?<=hooks\.zapier\.com\/hooks\/catch\/)[\w/]{10,}/
token SWMTKN- sk-or- sk-lf- CFPAT- nvapi- p8e- mlsn. fc-:32 HRKU- BSA:24 EZAK EZTK cnvca EAA:80
`;

/** Digits among letters, or big letters among small ones, as no words have that are joined. */
const DRAWN = /[A-Za-z]\d{1,3}[A-Za-z]|\d[A-Za-z]{1,3}\d|[A-Z][a-z]{1,2}[A-Z]|[a-z][A-Z]{1,3}[a-z]/;
const FORMS = SERVICES.trim()
	.split('\n')
	.flatMap((row) => {
		const [kind = '', ...forms] = row.split(' ');
		return forms.map((form) => ({ kind, form, isShape: form.startsWith('/') }));
	})
	.sort((one, other) => Number(one.isShape) - Number(other.isShape));
const GROUPS = FORMS.map(({ form, isShape }) => {
	const [start = ''] = form.split(':');
	return isShape ? `(${form.slice(1, -1)})` : `(${start.replace(/[.+$]/g, '\\$&')})`;
});
const FIRST_SHAPE = FORMS.findIndex(({ isShape }) => isShape);
/** Behind no letter and no digit, except those of an escape (`\n`, `%3D`); a group for each form. */
const TOKEN = new RegExp(
	raw`(?<![A-Za-z0-9](?<!\\[nrt]|%[0-9A-Fa-f]{2}))(?:(?:${GROUPS.slice(0, FIRST_SHAPE).join('|')})[\w+/-]+={0,2}(?:\.[\w+/-]{4,}={0,2}){0,3}|${GROUPS.slice(FIRST_SHAPE).join('|')})`,
	'g',
);

/** The text without tokens whose service is known by their form. */
export function cutServiceTokens(text: string): string {
	return text.replace(TOKEN, (token: string, ...groups: unknown[]) => {
		const { kind, form, isShape } = FORMS[groups.findIndex((group) => group !== undefined)] ?? {};
		const [start = '', length = '16'] = form?.split(':') ?? [];
		const isDrawn = token.length >= start.length + Number(length) && DRAWN.test(token);
		return isSample(token) || !(isShape || isDrawn) ? token : `[redacted:${kind}]`;
	});
}
