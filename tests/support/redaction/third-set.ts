import type { Planted } from './corpus.ts';
import { frontOf, isMarked, sampleOf } from './services.ts';

/**
 * Credentials of services that are not on the page of token formats, or were not when these were written, in places
 * that no other corpus has: a service, the variable, the format (`¦` is a bar). Rules were made after a look at what was missed of
 * one half of them, and none for the other.
 */
const ROWS = String.raw`
Browserbase | BROWSERBASE_API_KEY | bb_live_[\w-]{27}
Hyperbrowser | HYPERBROWSER_API_KEY | hb_[a-f0-9]{28}
Modal id | MODAL_TOKEN_ID | ak-[A-Za-z0-9]{22}
Modal secret | MODAL_TOKEN_SECRET | as-[A-Za-z0-9]{22}
Baseten | BASETEN_API_KEY | [A-Za-z0-9]{8}.[A-Za-z0-9]{32}
Luma | LUMAAI_API_KEY | luma-uuid-uuid
Tripo | TRIPO_API_KEY | tsk_[\w-]{43}
Meshy | MESHY_API_KEY | msy_[A-Za-z0-9]{36}
Novita | NOVITA_API_KEY | sk_[\w-]{43}
Braintrust | BRAINTRUST_API_KEY | sk-[A-Za-z0-9]{48}
Xendit | XENDIT_SECRET_KEY | xnd_production_[A-Za-z0-9]{56}
Midtrans | MIDTRANS_SERVER_KEY | Mid-server-[\w-]{24}
PayMongo | PAYMONGO_SECRET_KEY | sk_live_[A-Za-z0-9]{24}
Omise | OMISE_SECRET_KEY | skey_test_[a-z0-9]{19}
Mercado Pago | MERCADOPAGO_ACCESS_TOKEN | APP_USR-[0-9]{16}-[0-9]{6}-[a-f0-9]{32}-[0-9]{9}
Cashfree | CASHFREE_SECRET_KEY | cfsk_ma_prod_[a-f0-9]{32}_[a-f0-9]{8}
Conekta | CONEKTA_PRIVATE_KEY | key_[A-Za-z0-9]{22}
RevenueCat | REVENUECAT_API_KEY | sk_[A-Za-z]{28}
Stigg | STIGG_SERVER_API_KEY | server-uuid
Gitpod | GITPOD_PAT | gitpod_pat_[\w-]{43}
CodeSandbox | CSB_API_KEY | csb_v1_[\w-]{43}
Depot | DEPOT_TOKEN | depot_project_[a-f0-9]{64}
Codefresh | CODEFRESH_API_KEY | [a-f0-9]{24}.[a-f0-9]{32}
AppVeyor | APPVEYOR_TOKEN | v2.[a-z0-9]{20}
Fastmail | FASTMAIL_API_TOKEN | fmu1-[a-f0-9]{8}-[a-f0-9]{32}-0-[a-f0-9]{32}
SMTP2GO | SMTP2GO_API_KEY | api-[A-Z0-9]{32}
Kit | KIT_API_KEY | kit_[a-f0-9]{32}
UptimeRobot | UPTIMEROBOT_API_KEY | u[0-9]{7}-[a-f0-9]{24}
incident.io | INCIDENT_API_KEY | inc_[a-f0-9]{64}
FireHydrant | FIREHYDRANT_API_KEY | fhb-[a-f0-9]{32}
Retool | RETOOL_ACCESS_TOKEN | retool_01[0-9a-hjkmnp-tv-z]{30}
Plane | PLANE_API_KEY | plane_api_[a-f0-9]{32}
Mintlify | MINTLIFY_API_KEY | mint_[A-Za-z0-9]{24}
Pylon | PYLON_API_TOKEN | pylon_api_[a-f0-9]{64}
Close | CLOSE_API_KEY | api_[A-Za-z0-9]{22}.[A-Za-z0-9]{22}
Clearbit | CLEARBIT_KEY | sk_[a-f0-9]{32}
Pushbullet | PUSHBULLET_TOKEN | o.[A-Za-z0-9]{32}
ntfy | NTFY_TOKEN | tk_[a-z0-9]{29}
Ably | ABLY_API_KEY | [A-Za-z0-9]{6}.[A-Za-z0-9]{6}:[\w-]{43}
Retell | RETELL_API_KEY | key_[a-f0-9]{28}
QuickNode | QUICKNODE_API_KEY | QN_[a-f0-9]{32}
Tatum | TATUM_API_KEY | t-[a-f0-9]{24}-[a-f0-9]{24}
Blockfrost | BLOCKFROST_PROJECT_KEY | mainnet[A-Za-z0-9]{32}
CoinGecko | COINGECKO_API_KEY | CG-[A-Za-z0-9]{24}
Covalent | COVALENT_API_KEY | cqt_[A-Za-z0-9]{28}
Dynamic | DYNAMIC_AUTH_TOKEN | dyn_[A-Za-z0-9]{56}
Magic | MAGIC_SECRET_KEY | sk_live_[A-Z0-9]{16}
SpectralOps | SPECTRAL_DSN_KEY | spu-[a-f0-9]{32}
Vanta | VANTA_TOKEN | vat_[a-f0-9]{40}
Tailscale client | TS_CLIENT_SECRET | tskey-client-[A-Za-z0-9]{11}CNTRL-[A-Za-z0-9]{32}
Zeabur | ZEABUR_TOKEN | sk-[a-z0-9]{32}
Appwrite | APPWRITE_API_KEY | standard_[a-f0-9]{256}
Convex | CONVEX_DEPLOY_KEY | prod:happy-otter-123¦[A-Za-z0-9+/]{60}
Aiven password | AIVEN_PASSWORD | AVNS_[\w-]{19}
Tinybird | TINYBIRD_TOKEN | p.eyJ[A-Za-z0-9]{70}.[\w-]{43}
Turbopuffer | TURBOPUFFER_API_KEY | tpuf_[A-Za-z0-9]{32}
Vectara | VECTARA_API_KEY | zut_[\w-]{39}
Astra | ASTRA_DB_APPLICATION_TOKEN | AstraCS:[A-Za-z0-9]{24}:[a-f0-9]{64}
Cosmo | COSMO_API_KEY | cosmo_[a-f0-9]{32}
Stellate | STELLATE_TOKEN | stl8_[a-f0-9]{64}
Lambda | LAMBDA_API_KEY | secret_[a-z0-9]{10}_[a-f0-9]{32}.[A-Za-z0-9]{32}
Steel | STEEL_API_KEY | ste-[A-Za-z0-9]{80}
Murf | MURF_API_KEY | ap2_uuid
GrowthBook | GROWTHBOOK_SECRET_KEY | secret_admin_[A-Za-z0-9]{40}
Schematic | SCHEMATIC_API_KEY | sch_prod_[A-Za-z0-9]{32}
AfterShip | AFTERSHIP_API_KEY | asat_[a-f0-9]{32}
Lightdash | LIGHTDASH_API_KEY | ldpat_[a-f0-9]{32}
Metabase | METABASE_API_KEY | mb_[A-Za-z0-9+/]{43}=
Tableau | TABLEAU_PAT_SECRET | [A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}
Infobip | INFOBIP_API_KEY | [a-f0-9]{32}-uuid
Thunderforest | THUNDERFOREST_API_KEY | [a-f0-9]{32}
Lovable | LOVABLE_API_KEY | lov_[A-Za-z0-9]{40}
Langdock | LANGDOCK_API_KEY | sk-[\w-]{86}
Zilliz | ZILLIZ_API_KEY | [a-f0-9]{68}[a-f0-9]{28}
Kinde | KINDE_CLIENT_SECRET | [A-Za-z0-9]{50}
Bland | BLAND_API_KEY | org_[a-f0-9]{64}
LaunchList | LAUNCHLIST_TOKEN | [A-Za-z0-9]{32}
Serper | SERPER_API_KEY | [a-f0-9]{40}
SerpApi | SERPAPI_API_KEY | [a-f0-9]{64}
DeepInfra | DEEPINFRA_TOKEN | [A-Za-z0-9]{32}
Vast | VAST_API_KEY | [a-f0-9]{64}
Speechmatics | SPEECHMATICS_API_KEY | [A-Za-z0-9]{32}
Hume | HUME_API_KEY | [A-Za-z0-9]{48}
Clarifai | CLARIFAI_PAT | [a-f0-9]{32}
ScraperAPI | SCRAPERAPI_KEY | [a-f0-9]{32}
ZenRows | ZENROWS_APIKEY | [a-f0-9]{40}
Cronitor | CRONITOR_API_KEY | [a-f0-9]{32}
Attio | ATTIO_API_KEY | [a-f0-9]{64}
Hunter | HUNTER_API_KEY | [a-f0-9]{40}
Pushover | PUSHOVER_TOKEN | [a-z0-9]{30}
Infura | INFURA_API_KEY_SECRET | [A-Za-z0-9+/]{38}
Dune | DUNE_API_KEY | [A-Za-z0-9]{32}
AbuseIPDB | ABUSEIPDB_API_KEY | [a-f0-9]{80}
GitGuardian | GITGUARDIAN_API_KEY | [A-Za-z0-9]{72}
Tenable | TENABLE_SECRET_KEY | [a-f0-9]{64}
Typesense | TYPESENSE_API_KEY | [A-Za-z0-9]{32}
InfluxDB | INFLUX_TOKEN | [\w-]{86}==
Windmill | WM_TOKEN | [A-Za-z0-9]{32}
Baserow | BASEROW_TOKEN | [A-Za-z0-9]{32}
Smartsheet | SMARTSHEET_ACCESS_TOKEN | [A-Za-z0-9]{37}
Codemagic | CM_API_TOKEN | [\w-]{43}
Particle | PARTICLE_ACCESS_TOKEN | [a-f0-9]{40}
Pwned | HIBP_API_KEY | [a-f0-9]{32}
Exa | EXA_API_KEY | uuid
CoinMarketCap | CMC_PRO_API_KEY | uuid
StatusCake | STATUSCAKE_API_TOKEN | [A-Za-z0-9]{27}
Postmark | POSTMARK_SERVER_TOKEN | uuid
Railway | RAILWAY_TOKEN | uuid
Daily | DAILY_API_KEY | [a-f0-9]{64}
Zyte | ZYTE_API_KEY | [a-f0-9]{32}
Roboflow | ROBOFLOW_API_KEY | [A-Za-z0-9]{20}
OpenCage | OPENCAGE_API_KEY | [a-f0-9]{32}
Abstract | ABSTRACT_API_KEY | [a-f0-9]{32}
Calendarific | CALENDARIFIC_KEY | [A-Za-z0-9]{32}
Pexels | PEXELS_API_KEY | [A-Za-z0-9]{56}
TMDB | TMDB_API_KEY | [a-f0-9]{32}
Guardian | GUARDIAN_API_KEY | uuid
NASA | NASA_API_KEY | [A-Za-z0-9]{40}
Wolfram | WOLFRAM_APP_SECRET | [A-Z0-9]{17}
`;

type Write = (name: string, value: string) => string;

const snake = (name: string) => name.toLowerCase();
const kebab = (name: string) => snake(name).replaceAll('_', '-');
const dotted = (name: string) => snake(name).replace('_', '.').replaceAll('_', '-');
const camel = (name: string) => snake(name).replace(/_(\w)/g, (_, char) => char.toUpperCase());
const pascal = (name: string) => camel(name).replace(/^\w/, (char) => char.toUpperCase());

const NAMED: Readonly<Record<string, Write>> = {
	systemd: (n, v) => `[Service]\nEnvironment="${n}=${v}"\nExecStart=/usr/bin/web`,
	'compose list': (n, v) => `    environment:\n      - ${n}=${v}\n      - PORT=80`,
	'compose map': (n, v) => `    environment:\n      ${n}: '${v}'\n      PORT: 80`,
	gh: (n, v) => `gh secret set ${n} --body "${v}" --repo acme/web`,
	kubectl: (n, v) => `kubectl create secret generic web --from-literal=${kebab(n)}=${v}`,
	ssm: (n, v) => `aws ssm put-parameter --name /web/${snake(n)} --value ${v} --type SecureString`,
	'vault kv': (n, v) => `vault kv put secret/web ${snake(n)}=${v} ttl=1h`,
	'terraform var': (n, v) => `terraform apply -var '${snake(n)}=${v}' -auto-approve`,
	make: (n, v) => `${n} := ${v}\n\nall: build`,
	nginx: (n, v) => `    proxy_set_header X-${kebab(n)} "${v}";`,
	apache: (n, v) => `SetEnv ${n} ${v}`,
	'name and value': (n, v) => `{ "name": "${n}", "value": "${v}" },`,
	'python dict': (n, v) => `headers = {'${kebab(n)}': '${v}', 'accept': '*/*'}`,
	'ts field': (n, v) => `  private readonly ${camel(n)}: string = '${v}';`,
	objc: (n, v) => `static NSString *const k${pascal(n)} = @"${v}";`,
	ocaml: (n, v) => `let ${snake(n)} = "${v}" in`,
	erlang: (n, v) => `{acme, [{${snake(n)}, "${v}"}]}.`,
	bicep: (n, v) => `param ${camel(n)} string = '${v}'`,
	cdk: (n, v) => `environment: { ${n}: '${v}', STAGE: 'prod' },`,
	'gradle properties': (n, v) => `org.gradle.jvmargs=-Xmx2g\n${camel(n)}=${v}`,
	android: (n, v) => `<string name="${snake(n)}">${v}</string>`,
	plist: (n, v) => `<key>${pascal(n)}</key>\n\t<string>${v}</string>`,
	xcconfig: (n, v) => `${n} = ${v}\nSDKROOT = iphoneos`,
	'curl header': (n, v) => `curl -sS -H "X-${pascal(n)}: ${v}" https://api.acme.test/v1`,
	httpie: (n, v) => `http GET api.acme.test/v1 X-${kebab(n)}:${v}`,
	postman: (n, v) => `{"key":"${snake(n)}","value":"${v}","enabled":true}`,
	'json log': (n, v) => `{"level":"info","${camel(n)}":"${v}","msg":"started"}`,
	chat: (n, v) => `my ${n} is ${v}`,
	'go struct': (n, v) => `cfg := Config{\n\t${pascal(n)}: "${v}",\n}`,
	'ruby env': (n, v) => `ENV['${n}'] ||= '${v}'`,
	'aligned go': (n, v) => `const (\n\tport          = 80\n\t${camel(n)}          = "${v}"\n)`,
	'csv of names': (n, v) => `${n},${v}\nPORT,80`,
	'spring placeholder': (n, v) => `@Value("\${${dotted(n)}:${v}}")`,
	jenkins: (n, v) => `withEnv(["${n}=${v}"]) { sh 'make' }`,
	argo: (n, v) => `      parameters:\n        - name: ${kebab(n)}\n          value: ${v}`,
	'protobuf text': (n, v) => `${snake(n)}: "${v}"\nport: 80`,
};

const ALONE: Readonly<Record<string, (value: string) => string>> = {
	mention: (v) => `@me ${v} pls`,
	'smart quotes': (v) => `they sent \u201c${v}\u201d to me`,
	numbered: (v) => `1. ${v}\n2. restart`,
	'neutral assignment': (v) => `foo=${v}`,
	'yaml item': (v) => `  - "${v}"\n  - "b"`,
	print: (v) => `print('${v}')`,
	tuple: (v) => `("prod", "${v}")`,
	values: (v) => `VALUES (1, '${v}', now());`,
	'html attribute': (v) => `<div data-x="${v}"></div>`,
	'html comment': (v) => `<!-- ${v} -->`,
	tabs: (v) => `prod\t${v}\teu`,
	'before a command': (v) => `X=${v} ./run.sh`,
	stdout: (v) => `$ cat x\n${v}\n$ `,
	question: (v) => `is ${v} still good?`,
	'square brackets': (v) => `given [${v}] we stop`,
	'json array': (v) => `["${v}"]`,
	'trailing comma': (v) => `    '${v}',`,
	'no longer': (v) => `${v} no longer works, why?`,
};
const PLACES_OF_EACH = 4;

/** Samples of one half, with a name beside them or alone. */
export function thirdSamples(half: 'looked at' | 'not looked at', where: 'named' | 'alone'): Planted[] {
	return ROWS.trim()
		.split('\n')
		.map((row) => row.replaceAll('¦', '|').split(' | '))
		.filter(([service = '']) => isLookedAt(service) === (half === 'looked at'))
		.flatMap(([service = '', name = '', format = '']) =>
			where === 'alone' && !isMarked(format) ? [] : samplesOf(service, where, [name, format]),
		);
}

function samplesOf(service: string, where: 'named' | 'alone', [name, format]: readonly [string, string]) {
	const places = Object.entries<Write>(where === 'named' ? NAMED : inPlaceOf(ALONE));
	const start = hash(`${service} ${where}`);
	return Array.from({ length: PLACES_OF_EACH }, (_, turn): Planted => {
		const [place = '', write] = places[(start + turn * 7) % places.length] ?? [];
		const value = sampleOf(format, `${service} ${place}`);
		return {
			provider: `${service}, ${place}`,
			secret: value.slice(frontOf(format).length),
			text: write?.(name, value) ?? value,
		};
	});
}

function inPlaceOf(places: Readonly<Record<string, (value: string) => string>>) {
	return Object.fromEntries(
		Object.entries(places).map(([place, write]) => [place, (_: string, value: string) => write(value)]),
	);
}

function isLookedAt(service: string): boolean {
	return hash(service) % 2 === 0;
}

function hash(text: string): number {
	return [...text].reduce((sum, char) => (sum * 33 + char.charCodeAt(0)) >>> 0, 5);
}
