import { type Format, from } from './format.ts';

/** Formats and names that the rules were not tuned by. */
export const HELD_OUT_FORMATS: readonly Format[] = [
	{ provider: 'aws', variable: 'AWS_ACCESS_KEY_ID', make: (d) => from('AS', 'IA') + d.upper(16) },
	{ provider: 'gcp', variable: 'GOOGLE_REFRESH_TOKEN', make: (d) => from('1/', '/0g') + d.url(60) },
	{ provider: 'azure', variable: 'AZURE_DEVOPS_EXT_PAT', make: (d) => d.lower(52), bare: true },
	{ provider: 'azure', variable: 'AZURE_OPENAI_API_KEY', make: (d) => d.hex(32), bare: true },
	{ provider: 'github', variable: 'RELEASE_TOKEN', make: (d) => from('gh', 'o_') + d.word(36) },
	{ provider: 'gitlab', variable: 'RUNNER_TOKEN', make: (d) => from('gl', 'rt-') + d.url(20) },
	{
		provider: 'slack',
		variable: 'SLACK_USER_TOKEN',
		make: (d) => `${from('xo', 'xp-')}${d.digits(12)}-${d.digits(12)}-${d.digits(13)}-${d.hex(32)}`,
	},
	{ provider: 'facebook', variable: 'FB_APP_SECRET', make: (d) => d.hex(32), bare: true },
	{ provider: 'spotify', variable: 'SPOTIFY_CLIENT_SECRET', make: (d) => d.hex(32), bare: true },
	{ provider: 'algolia', variable: 'ALGOLIA_ADMIN_KEY', make: (d) => d.hex(32), bare: true },
	{ provider: 'auth0', variable: 'AUTH0_CLIENT_SECRET', make: (d) => d.url(64), bare: true },
	{ provider: 'okta', variable: 'OKTA_API_TOKEN', make: (d) => `00${d.url(40)}`, bare: true },
	{ provider: 'mistral', variable: 'MISTRAL_API_KEY', make: (d) => d.word(32), bare: true },
	{ provider: 'deepseek', variable: 'DEEPSEEK_API_KEY', make: (d) => from('s', 'k-') + d.hex(32) },
	{
		provider: 'grafana',
		variable: 'GRAFANA_TOKEN',
		make: (d) => `${from('gl', 'sa_')}${d.word(32)}_${d.hex(8)}`,
	},
	{
		provider: 'postman',
		variable: 'POSTMAN_API_KEY',
		make: (d) => `${from('PM', 'AK-')}${d.hex(24)}-${d.hex(34)}`,
	},
	{
		provider: 'airtable',
		variable: 'AIRTABLE_TOKEN',
		make: (d) => `${from('pa', 't')}${d.word(14)}.${d.hex(64)}`,
	},
	{
		provider: 'supabase',
		variable: 'SUPABASE_ACCESS_TOKEN',
		make: (d) => from('sb', 'p_') + d.hex(40),
	},
	{
		provider: 'tailscale',
		variable: 'TS_AUTHKEY',
		make: (d) => `${from('ts', 'key-auth-')}${d.word(16)}-${d.word(32)}`,
	},
	{ provider: 'snyk', variable: 'SNYK_TOKEN', make: (d) => d.uuid(), bare: true },
	{ provider: 'sonar', variable: 'SONAR_TOKEN', make: (d) => from('sq', 'p_') + d.hex(40) },
	{ provider: 'circleci', variable: 'CIRCLE_TOKEN', make: (d) => d.hex(40), bare: true },
	{
		provider: 'confluent',
		variable: 'CONFLUENT_API_SECRET',
		make: (d) => d.base64(64),
		bare: true,
	},
	{ provider: 'rails', variable: 'SECRET_KEY_BASE', make: (d) => d.hex(128), bare: true },
	{
		provider: 'django',
		variable: 'DJANGO_SECRET_KEY',
		make: (d) => `django-insecure-${d.lower(25)}!$${d.lower(20)}`,
		bare: true,
	},
	{ provider: 'laravel', variable: 'APP_KEY', make: (d) => `base64:${d.base64(43)}=`, bare: true },
	{
		provider: 'hubspot',
		variable: 'HUBSPOT_TOKEN',
		make: (d) => `${from('pat', '-na1-')}${d.uuid()}`,
	},
	{
		provider: 'brevo',
		variable: 'BREVO_API_KEY',
		make: (d) => `${from('xkey', 'sib-')}${d.hex(64)}-${d.word(16)}`,
	},
	{ provider: 'nuget', variable: 'NUGET_API_KEY', make: (d) => from('oy', '2') + d.lower(43) },
	{
		provider: 'jwt',
		variable: 'ACCESS_TOKEN',
		make: (d) => `${from('e', 'yJ')}${d.url(17)}.${from('e', 'yJ')}${d.url(150)}.${d.url(342)}`,
	},
];
