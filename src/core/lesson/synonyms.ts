import { lessonTerms, stemOf } from './lesson-terms.ts';

/** Words of the field that mean much the same, a row for each meaning. A word may stand in several rows. */
export const SYNONYMS: readonly string[] = [
	'auth authentication authenticate login logon signin credential',
	'logout signout',
	'authorization authorize permission access role privilege grant',
	'password passphrase secret credential',
	'token jwt bearer session',
	'user account member profile',
	'database db postgres postgresql mysql sqlite sql',
	'table relation schema',
	'column field attribute',
	'query select lookup sql',
	'migration migrate schema upgrade',
	'transaction commit rollback atomic',
	'config configuration settings setting options preferences',
	'environment env variable',
	'delete remove erase drop purge destroy unlink wipe',
	'create add insert new generate',
	'update change modify edit alter patch',
	'rename move',
	'start boot launch bootstrap startup begin init initialize',
	'stop halt shutdown terminate kill quit exit',
	'restart reboot reload',
	'deploy deployment release ship rollout publish',
	'rollback revert undo',
	'build compile bundle bundler compilation',
	'test spec unit suite',
	'flaky unstable intermittent random sporadic nondeterministic',
	'mock stub fake double',
	'error failure exception crash fault fail',
	'bug defect issue',
	'slow latency performance sluggish lag speed fast',
	'timeout deadline hang stall expire',
	'retry backoff repeat again',
	'cache memoize cached caching memo',
	'queue job worker background async',
	'cron schedule scheduler nightly periodic',
	'lock mutex semaphore race concurrency concurrent parallel simultaneous',
	'deadlock lock contention',
	'leak memory heap oom ram',
	'log logging logger trace',
	'metric metrics monitoring dashboard telemetry',
	'alert alarm pager notification',
	'email mail smtp newsletter',
	'notification push notify message',
	'upload attachment file',
	'download export',
	'import ingest load',
	'picture image photo thumbnail avatar',
	'pdf document printout',
	'invoice bill billing receipt charge',
	'payment pay checkout stripe charge card',
	'refund chargeback reimbursement',
	'price amount cost money currency cents',
	'tax vat duty',
	'cart basket',
	'order purchase',
	'customer client buyer tenant',
	'stock inventory warehouse',
	'date time timezone clock timestamp calendar',
	'utc timezone dst offset',
	'locale language translation i18n internationalization translate localization',
	'text string copy wording label',
	'charset encoding utf unicode',
	'url link route path uri',
	'redirect forward',
	'endpoint route api handler',
	'request call fetch http',
	'response answer reply',
	'header headers',
	'cookie samesite session',
	'cors origin',
	'csrf xsrf forgery',
	'proxy gateway nginx',
	'ratelimit throttle limit quota 429',
	'webhook callback hook',
	'websocket socket realtime live',
	'page pagination paging cursor offset',
	'sort order ordering',
	'search find lookup index elasticsearch',
	'filter where',
	'form input field',
	'validate validation validator check schema',
	'escape sanitize sanitise injection xss',
	'encrypt encryption cipher crypto',
	'hash digest checksum bcrypt argon',
	'certificate tls ssl https',
	'docker container image',
	'kubernetes k8s pod cluster',
	'ci pipeline workflow actions',
	'server backend service',
	'client frontend browser',
	'component widget view',
	'style css theme styling',
	'dark theme mode',
	'color colour palette',
	'modal dialog popup overlay',
	'button cta',
	'menu navigation nav sidebar',
	'mobile phone ios android responsive',
	'accessibility a11y aria screenreader contrast',
	'dependency package library module',
	'version release semver',
	'lint linter eslint biome formatter prettier',
	'type typing types typescript',
	'nullable null undefined missing',
	'function method procedure',
	'directory folder dir',
	'backup snapshot dump restore',
	'staging preview sandbox',
	'production prod live',
	'feature toggle flag',
	'seed fixture sample demo',
	'event message topic kafka',
	'subscribe subscription listener consumer',
	'publish emit send producer',
	'duplicate twice double dedupe idempotent idempotency',
	'unique constraint duplicate',
	'parse parser decode deserialize',
	'serialize encode stringify',
	'round rounding decimal float precision',
	'permission rights acl rbac',
	'admin administrator root',
	'tenant organisation organization workspace team',
	'signup register registration onboarding',
	'sso saml oidc oauth',
	'search ranking relevance',
	'disk storage volume space',
	's3 bucket storage blob',
	'cdn edge cloudfront',
	'hydrate hydration ssr',
	'render repaint draw display',
	'scroll virtualize',
	'state store redux',
	'spinner loading skeleton',
	'branch trunk',
	'key index id identifier',
	'big large huge oversized',
	'freeze block stuck hang',
	'broken wrong corrupt garbled',
];

/** The table as one text: a prompt has few words, and the stem of every word in it would take 3 ms. */
const TABLE = SYNONYMS.map((row) => ` ${row} \n`).join('');

/** Stems of other words for a stem; none for most. */
export function synonymsOf(stem: string): readonly string[] {
	const found = new Set<string>();
	// `polici` is the stem of `policy`.
	const begun = ` ${stem.endsWith('i') ? stem.slice(0, -1) : stem}`;
	for (let at = TABLE.indexOf(begun); at >= 0; at = TABLE.indexOf(begun, at + 1)) {
		if (stemOf(TABLE.slice(at + 1, TABLE.indexOf(' ', at + 1))) !== stem) continue;
		const row = TABLE.slice(TABLE.lastIndexOf('\n', at) + 1, TABLE.indexOf('\n', at));
		for (const word of row.trim().split(' ')) found.add(stemOf(word));
	}
	found.delete(stem);
	return [...found];
}

/** Groups of words that mean the same in one project, as its config has them. */
export type SynonymGroups = readonly (readonly string[])[];

/** `synonymsOf` in a project that has words of its own. */
export function synonymsIn(groups: SynonymGroups): (stem: string) => readonly string[] {
	if (groups.length === 0) return synonymsOf;
	const own = new Map<string, Set<string>>();
	for (const group of groups) {
		const terms = group.flatMap(termOf);
		for (const term of terms) own.set(term, new Set([...(own.get(term) ?? []), ...terms]));
	}
	return (stem) => {
		const found = new Set([...synonymsOf(stem), ...(own.get(stem) ?? [])]);
		found.delete(stem);
		return [...found];
	};
}

/** What stands between the parts of a word. */
const BETWEEN = /[^\p{L}\p{N}\p{M}_$./:@'\u2019]+/gu;

/** The term of a word; of several parts the whole, as a text has it that joins them: `sign in`, `purchase-order`. */
function termOf(word: string): readonly string[] {
	const [whole] = lessonTerms(word.replace(BETWEEN, '-')).keys();
	return whole === undefined ? [] : [whole];
}
