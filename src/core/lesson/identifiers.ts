/** Where a name in camel case has another part: `keep|Cookie`, `HTML|Parser`. */
const HUMP = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;

/** Not what is a part of a path, an address or a name with hyphens. */
const WORD = /(?<![\w$/\\@-])[A-Za-z_]\w*(?![\w$/\\@-])/g;
/** What stands in the place of a secret. */
const REDACTED = /\[redacted:[\w-]{1,60}\]/g;
const MAX_LENGTH = 80;
/** The names of a text that have two parts at least, each once: `keepCookie`, `SESSION_TTL`, `RouteOptimizer`. */
export function identifiersIn(text: string): string[] {
	const words = text.replace(REDACTED, ' ').match(WORD) ?? [];
	return [...new Set(words)].filter(
		(word) => word.length <= MAX_LENGTH && partsOf(word).length > 1,
	);
}

/** `keep` and `Cookie`; also of the name of a file without its end, `route-optimizer`. */
export function partsOf(name: string): string[] {
	return name
		.split(/[-_.]+/)
		.flatMap((part) => part.split(HUMP))
		.filter((part) => part !== '');
}

/** Products, protocols and companies that are written like names of code, in lower case. */
const PRODUCTS = new Set(
	[
		'airbnb appsignal appveyor asyncapi bigquery bitbucket bitwarden browserstack bullmq circleci clickhouse cloudflare',
		'cloudformation cloudfront cloudwatch cockroachdb codecov codepen codeql codesandbox coffeescript couchdb datadog',
		'dbeaver dependabot devops digitalocean dockerhub documentdb dropbox duckdb duckduckgo dynamodb ebay ecmascript',
		'elasticsearch eslint eventbridge facebook fastapi fedex freebsd geojson github gitlab gitops graphql grpc hashicorp',
		'healthkit homebrew hubspot icloud imessage influxdb intellij ios ipad ipados ipads iphone javascript jetbrains',
		'jquery keycloak launchdarkly leetcode libreoffice linkedin livekit lmdb macbook macos mailchimp mailgun mariadb',
		'mastercard mcafee microsoft mlflow mongodb mssql mysql netbsd newrelic nextjs nodejs nosql numpy oauth onedrive',
		'openai openapi openbsd openid openjdk openshift openssh openssl openstack opentelemetry pagerduty paypal phpunit',
		'planetscale playstation postgis postgresql posthog powerpoint powershell pycharm pypi pytorch quickbooks rabbitmq',
		'reactjs recaptcha rubygems salesforce scipy sendgrid servicenow sharepoint singlestore soundcloud sqlalchemy sqlite',
		'stackoverflow sveltekit teamcity tensorflow testflight tiktok timescaledb travisci tsdoc typeorm typescript vscode',
		'vuejs watchos webassembly webdav webgl webgl2 webgpu webkit webpack webrtc webstorm webvtt whatsapp wordpress xcode',
		'youtube',
	]
		.join(' ')
		.split(' '),
);

/** Whether a name like `GitHub` is that of a product, which a text mostly means by it, though a file is called so as well. */
export function isProduct(name: string): boolean {
	return PRODUCTS.has(name.toLowerCase());
}
