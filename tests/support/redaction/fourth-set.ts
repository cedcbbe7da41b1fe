import type { Planted } from './corpus.ts';
import { frontOf, sampleOf } from './services.ts';

/**
 * Credentials of services that no other set has: the service, the variable, the format (`¦` is a bar). Written from memory of
 * what the services show and of public rule sets, before the rule for lone tokens was, and measured once before it and
 * once after: nobody has looked at what is missed.
 */
const ROWS = String.raw`
Adafruit IO | ADAFRUIT_IO_KEY | aio_[A-Za-z0-9]{28}
Agora | AGORA_APP_CERTIFICATE_KEY | [a-f0-9]{32}
Akeyless | AKEYLESS_ACCESS_KEY | [A-Za-z0-9+/]{43}=
Amadeus | AMADEUS_CLIENT_SECRET | [A-Za-z0-9]{16}
Anyscale | ANYSCALE_API_KEY | esecret_[a-z0-9]{32}
Aircall | AIRCALL_API_TOKEN | [a-f0-9]{32}
Apollo GraphOS | APOLLO_KEY | service:shop-graph:[\w-]{22}
Applitools | APPLITOOLS_API_KEY | [A-Za-z0-9]{48}110
Arize | ARIZE_API_KEY | ak-uuid-[\w-]{32}
Avaza | AVAZA_TOKEN | [0-9]{6}-[a-f0-9]{40}
Bannerbear | BANNERBEAR_API_KEY | bb_pr_[a-f0-9]{30}
Beamer | BEAMER_API_KEY | b_[\w/=-]{44}
Beehiiv | BEEHIIV_API_KEY | [A-Za-z0-9]{64}
Bitly | BITLY_TOKEN | [a-f0-9]{40}
Blynk | BLYNK_AUTH_TOKEN | [\w-]{32}
Brex | BREX_TOKEN | bxt_[A-Za-z0-9]{40}
BrowserStack | BROWSERSTACK_ACCESS_KEY | [A-Za-z0-9]{20}
Budibase | BUDIBASE_API_KEY | [a-f0-9]{32}-[a-f0-9]{78}
Builder.io | BUILDER_PRIVATE_KEY | bpk-[a-f0-9]{32}
ButterCMS | BUTTER_API_TOKEN | [a-f0-9]{40}
Canny | CANNY_API_KEY | uuid
Chromatic | CHROMATIC_PROJECT_TOKEN | chpt_[a-f0-9]{15}
Clockify | CLOCKIFY_API_KEY | [A-Za-z0-9]{48}
Coda | CODA_API_TOKEN | uuid
Column | COLUMN_API_KEY | test_[A-Za-z0-9]{27}
Convoy | CONVOY_API_KEY | CO.[A-Za-z0-9]{16}.[A-Za-z0-9]{64}
Copper | COPPER_API_KEY | [a-f0-9]{32}
Creem | CREEM_API_KEY | creem_[A-Za-z0-9]{22}
Cursor | CURSOR_API_KEY | crsr_[a-f0-9]{64}
Dialpad | DIALPAD_API_KEY | [A-Za-z0-9]{80}
Discourse | DISCOURSE_API_KEY | [a-f0-9]{64}
Disqus | DISQUS_API_SECRET | [A-Za-z0-9]{64}
Drone | DRONE_TOKEN | [A-Za-z0-9]{32}
Dyspatch | DYSPATCH_API_KEY | [A-Z0-9]{52}
Earthly | EARTHLY_TOKEN | e_[a-f0-9]{64}
Etsy | ETSY_API_KEY | [a-z0-9]{24}
Eventbrite | EVENTBRITE_TOKEN | [A-Z0-9]{20}
Everhour | EVERHOUR_API_KEY | [a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{6}-[a-f0-9]{6}-[a-f0-9]{8}
Fibery | FIBERY_TOKEN | [a-f0-9]{8}.[a-f0-9]{35}
Filestack | FILESTACK_API_KEY | A[A-Za-z0-9]{20}z
Finage | FINAGE_API_KEY | API_KEY[A-Z0-9]{32}
Finnhub | FINNHUB_API_KEY | c[a-z0-9]{39}
Formbricks | FORMBRICKS_API_KEY | fbk_[\w-]{43}
Frame.io | FRAMEIO_TOKEN | fio-u-[\w-]{64}
FreshBooks | FRESHBOOKS_SECRET | [a-f0-9]{64}
Friendli | FRIENDLI_TOKEN | flp_[A-Za-z0-9]{46}
Gladia | GLADIA_API_KEY | uuid
Guilded | GUILDED_TOKEN | gapi_[A-Za-z0-9+/]{86}==
Gumroad | GUMROAD_ACCESS_TOKEN | [\w-]{43}
Gyazo | GYAZO_ACCESS_TOKEN | [\w-]{43}
Help Scout | HELPSCOUT_APP_SECRET | [A-Za-z0-9]{32}
Hookdeck | HOOKDECK_API_KEY | [a-z0-9]{49}
Humanloop | HUMANLOOP_API_KEY | hl_sk_[a-f0-9]{48}
ImageKit | IMAGEKIT_PRIVATE_KEY | private_[A-Za-z0-9+/]{27}=
Increase | INCREASE_API_KEY | secret_key_[A-Za-z0-9]{32}
Intrinio | INTRINIO_API_KEY | [A-Za-z0-9]{44}
Jotform | JOTFORM_API_KEY | [a-f0-9]{32}
Kickbox | KICKBOX_API_KEY | live_[a-f0-9]{64}
Knock | KNOCK_API_KEY | sk_test_[\w-]{43}
Kong Konnect | KONNECT_TOKEN | kpat_[A-Za-z0-9]{49}
LambdaTest | LT_ACCESS_KEY | LT_[A-Za-z0-9]{47}
Letta | LETTA_API_KEY | sk-let-[A-Za-z0-9]{88}
Liveblocks | LIVEBLOCKS_SECRET_KEY | sk_dev_[\w-]{64}
LlamaCloud | LLAMA_CLOUD_API_KEY | llx-[A-Za-z0-9]{48}
LocationIQ | LOCATIONIQ_KEY | pk.[a-f0-9]{32}
Lokalise | LOKALISE_API_TOKEN | [a-f0-9]{40}
Loops | LOOPS_API_KEY | [a-f0-9]{32}
MapQuest | MAPQUEST_KEY | [A-Za-z0-9]{32}
Matrix | MATRIX_ACCESS_TOKEN | syt_[A-Za-z0-9]{12}_[A-Za-z]{20}_[A-Za-z0-9]{6}
Mem0 | MEM0_API_KEY | m0-[A-Za-z0-9]{40}
Mercury | MERCURY_API_TOKEN | secret-token:mercury_production_rma_[A-Za-z0-9]{45}_yrucrem
Meraki | MERAKI_DASHBOARD_API_KEY | [a-f0-9]{40}
Modern Treasury | MODERN_TREASURY_API_KEY | live-[A-Za-z0-9]{64}
Mux | MUX_TOKEN_SECRET | [A-Za-z0-9+/]{75}
n8n | N8N_API_KEY | n8n_api_[a-f0-9]{80}
NetBird | NB_PAT | nbp_[A-Za-z0-9]{36}
Nightfall | NIGHTFALL_API_KEY | NF-[A-Za-z0-9]{32}
NocoDB | NOCODB_TOKEN | [\w-]{40}
Novu | NOVU_SECRET_KEY | [a-f0-9]{32}
Nylas | NYLAS_API_KEY | nyk_v0_[A-Za-z0-9]{62}
Oanda | OANDA_TOKEN | [a-f0-9]{32}-[a-f0-9]{32}
Onfleet | ONFLEET_API_KEY | [a-f0-9]{32}
Open VSX | OVSX_PAT | ovsxat_uuid
Packagist | PACKAGIST_TOKEN | packagist_ack_[a-f0-9]{64}
Percy | PERCY_TOKEN | web_[a-f0-9]{64}
Phabricator | PHABRICATOR_API_TOKEN | api-[a-z0-9]{28}
PhotoRoom | PHOTOROOM_API_KEY | sk_pr_default_[a-f0-9]{40}
Pivotal Tracker | PIVOTAL_TOKEN | [a-f0-9]{32}
Plunk | PLUNK_SECRET_KEY | sk_[a-f0-9]{48}
Polar | POLAR_ACCESS_TOKEN | polar_oat_[A-Za-z0-9]{43}
Polygon.io | POLYGON_API_KEY | [A-Za-z0-9_]{32}
Portkey | PORTKEY_API_KEY | [A-Za-z0-9+/]{27}=
Predibase | PREDIBASE_API_TOKEN | pb_[\w-]{22}
Printful | PRINTFUL_TOKEN | [A-Za-z0-9]{40}
ProjectDiscovery | PDCP_API_KEY | uuid
PromptLayer | PROMPTLAYER_API_KEY | pl_[a-f0-9]{32}
Ramp | RAMP_CLIENT_SECRET | ramp_sec_[A-Za-z0-9]{48}
Readwise | READWISE_TOKEN | [A-Za-z0-9]{50}
Riot Games | RIOT_API_KEY | RGAPI-uuid
Robinhood | ROBINHOOD_API_KEY | rh-api-uuid
Runway | RUNWAYML_API_SECRET | key_[a-f0-9]{128}
SambaNova | SAMBANOVA_API_KEY | uuid
Sauce Labs | SAUCE_ACCESS_KEY | uuid
ScrapingBee | SCRAPINGBEE_API_KEY | [A-Z0-9]{80}
ShipEngine | SHIPENGINE_API_KEY | TEST_[A-Za-z0-9+/]{43}
Shortcut | SHORTCUT_API_TOKEN | uuid
Snipcart | SNIPCART_SECRET | ST_[A-Za-z0-9]{44}
StackHawk | HAWK_API_KEY | hawk.[A-Za-z0-9]{20}.[A-Za-z0-9]{20}
Steam | STEAM_WEB_API_KEY | [A-F0-9]{32}
Strava | STRAVA_CLIENT_SECRET | [a-f0-9]{40}
SurveyMonkey | SURVEYMONKEY_TOKEN | [\w.-]{86}
TaxJar | TAXJAR_API_KEY | [a-f0-9]{32}
The Things Network | TTN_API_KEY | NNSXS.[A-Z0-9]{39}.[A-Z0-9]{52}
Ticket Tailor | TICKET_TAILOR_KEY | sk_[0-9]{4}_[0-9]{6}_[a-f0-9]{32}
Tomorrow.io | TOMORROW_API_KEY | [A-Za-z0-9]{32}
Tradier | TRADIER_ACCESS_TOKEN | [A-Za-z0-9]{28}
Trigger.dev | TRIGGER_SECRET_KEY | tr_prod_[A-Za-z0-9]{20}
Twingate | TWINGATE_API_TOKEN | [\w-]{86}
UploadThing | UPLOADTHING_SECRET | sk_live_[a-f0-9]{64}
Val Town | VALTOWN_API_TOKEN | vtwn_[A-Za-z0-9]{27}
Voiceflow | VOICEFLOW_API_KEY | VF.DM.[a-f0-9]{24}.[A-Za-z0-9]{16}
v0 | V0_API_KEY | v1:[A-Za-z0-9]{24}:[A-Za-z0-9]{24}
Wit.ai | WIT_TOKEN | [A-Z0-9]{32}
Yelp | YELP_API_KEY | [\w-]{128}
YNAB | YNAB_ACCESS_TOKEN | [\w-]{43}
ZeroTier | ZEROTIER_CENTRAL_TOKEN | [A-Za-z0-9]{32}
Zoho | ZOHO_REFRESH_TOKEN | 1000.[a-f0-9]{32}.[a-f0-9]{32}
Zulip | ZULIP_API_KEY | [A-Za-z0-9]{32}
Zuplo | ZUPLO_API_KEY | zpka_[a-f0-9]{32}_[a-f0-9]{8}
`;

/** One of the five contexts in which each credential stands. */
type Context = 'named' | 'log' | 'query' | 'header' | 'json';

interface Place {
	readonly write: (name: string, value: string) => string;
	/** A word beside the value says what it is. */
	readonly isTold: boolean;
}

type Write = Place['write'];

const told = (write: Write): Place => ({ write, isTold: true });
const untold = (write: (value: string) => string): Place => ({
	write: (_, value) => write(value),
	isTold: false,
});
const snake = (name: string) => name.toLowerCase();
const camel = (name: string) => snake(name).replace(/_(\w)/g, (_, char) => char.toUpperCase());

const PLACES: Readonly<Record<Context, readonly Place[]>> = {
	named: [
		told((n, v) => `${n}=${v}`),
		told((n, v) => `export const ${camel(n)} = "${v}";`),
		told((n, v) => `fly secrets set ${n}=${v} -a web`),
		told((n, v) => `  ${snake(n)}: ${v}`),
		told((n, v) => `here is the ${n}: ${v}`),
		told((n, v) => `[env]\n${n} = '${v}'\n`),
		told((n, v) => `os.putenv("${n}", "${v}")`),
	],
	log: [
		untold((v) => `2026-11-20T08:12:44.120Z WARN upstream refused ${v}, retrying in 2 s`),
		untold((v) => `[web-1] 12:44:02 got ${v} from the form`),
		untold((v) => `Error: 401 for ${v}\n    at call (/srv/app/dist/http.js:88:13)`),
		untold((v) => `INFO  cache.ts:41 miss "${v}"`),
		untold((v) => `nov 20 08:12:44 box app[812]: sent ${v}`),
		untold((v) => `> ${v}\nok (12 ms)`),
		untold((v) => `here it is:\n${v}\nthanks`),
	],
	query: [
		untold((v) => `GET /v1/items?k=${v}&page=2 200 31ms`),
		told((_, v) => `curl "https://api.acme.test/v1/items?api_key=${v}"`),
		untold((v) => `open https://acme.test/callback?state=ok&c=${v} in a browser`),
		told((_, v) => `fetch(\`https://api.acme.test/v2/list?limit=5&access_token=${v}\`)`),
		untold((v) => `https://acme.test/embed?u=${v}`),
		told((_, v) => `https://api.acme.test/data?apikey=${v}&units=metric`),
		untold((v) => `wget 'https://dl.acme.test/get?x=${v}&n=1' -O a.zip`),
	],
	header: [
		told((_, v) => `Authorization: Bearer ${v}`),
		told((_, v) => `curl -H 'X-API-Key: ${v}' https://api.acme.test/v1/me`),
		untold((v) => `X-Acme: ${v}\nAccept: application/json`),
		told((_, v) => `headers: { 'x-auth-token': '${v}' },`),
		untold((v) => `< x-client: ${v}`),
		told((_, v) => `-H "Authorization: Token ${v}"`),
		untold((v) => `req.Header.Set("X-Acme-Client", "${v}")`),
	],
	json: [
		untold((v) => `{"id":7,"value":"${v}","ok":true}`),
		told((_, v) => `{"user":"ana","token":"${v}"}`),
		untold((v) => `{"level":"warn","data":["${v}"],"ms":12}`),
		told((_, v) => `  "apiKey": "${v}",\n  "region": "eu"`),
		untold((v) => `{\n  "acme": "${v}"\n}`),
		told((_, v) => `{"auth":{"secret":"${v}"}}`),
		untold((v) => `[{"k":"a","v":"${v}"}]`),
	],
};

/** What says whether a credential can be known: a word beside it, its form alone, or neither. */
export type Known = 'told' | 'by its form' | 'by nothing';

/** A sample and by what it can be known. */
export interface FourthSample extends Planted {
	readonly context: Context;
	readonly known: Known;
}

/** Each credential once in each of the five contexts. */
export function fourthSamples(): FourthSample[] {
	return ROWS.trim()
		.split('\n')
		.map((row) => row.replaceAll('¦', '|').split(' | '))
		.flatMap(([service = '', name = '', format = '']) =>
			CONTEXTS.flatMap((context) => sampleIn(context, { service, name, format })),
		);
}

const CONTEXTS: readonly Context[] = ['named', 'log', 'query', 'header', 'json'];

interface Row {
	readonly service: string;
	readonly name: string;
	readonly format: string;
}

function sampleIn(context: Context, { service, name, format }: Row): FourthSample[] {
	const places = PLACES[context];
	const place = places[hash(`${context} ${service}`) % places.length];
	if (place === undefined) return [];
	const value = sampleOf(format, `${service} ${context}`);
	const known = place.isTold ? 'told' : isHash(format) ? 'by nothing' : 'by its form';
	const secret = value.slice(frontOf(format).length);
	return [{ provider: service, secret, text: place.write(name, value), context, known }];
}

/** Alone it looks as a commit, a digest, a checksum or an id does: hexadecimal digits, or a UUID. */
function isHash(format: string): boolean {
	return /^(?:\[(?:a-f0-9|A-F0-9)\]\{\d+\}|uuid)$/.test(format);
}

function hash(text: string): number {
	return [...text].reduce((sum, char) => (sum * 37 + char.charCodeAt(0)) >>> 0, 11);
}
