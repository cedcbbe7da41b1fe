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
token sk-or- sk-lf- CFPAT- nvapi- p8e- mlsn. fc-:32 HRKU- BSA:24 EZAK EZTK cnvca EAA:80 cio:32 oy2:43 4b1d:38 EXO:24 K00:28 signkey- ak_:20 snyk_uat.:8 access- st.:20 waka_:36 secret-live- secret-test- pa-:40
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
