import { type Format, from } from './format.ts';

/** Formats by which the rules were tuned. */
export const FORMATS: readonly Format[] = [
	{ provider: 'aws', variable: 'AWS_ACCESS_KEY_ID', make: (d) => from('AK', 'IA') + d.upper(16) },
	{ provider: 'aws', variable: 'AWS_SECRET_ACCESS_KEY', make: (d) => d.base64(40), bare: true },
	{ provider: 'aws', variable: 'AWS_SESSION_TOKEN', make: (d) => `${d.base64(180)}==`, bare: true },
	{ provider: 'google', variable: 'GOOGLE_API_KEY', make: (d) => from('AI', 'za') + d.url(35) },
	{ provider: 'google', variable: 'GCP_ACCESS_TOKEN', make: (d) => from('ya', '29.') + d.url(120) },
	{
		provider: 'google',
		variable: 'OAUTH_CLIENT_SECRET',
		make: (d) => from('GOC', 'SPX-') + d.url(28),
	},
	{
		provider: 'azure',
		variable: 'AZURE_CLIENT_SECRET',
		make: (d) => `${d.word(3)}8${from('Q', '~')}${d.word(31)}`,
	},
	{
		provider: 'azure',
		variable: 'AZURE_STORAGE_KEY',
		make: (d) => `${d.base64(86)}==`,
		bare: true,
	},
	{
		provider: 'digitalocean',
		variable: 'DIGITALOCEAN_TOKEN',
		make: (d) => from('dop', '_v1_') + d.hex(64),
	},
	{ provider: 'cloudflare', variable: 'CLOUDFLARE_API_TOKEN', make: (d) => d.url(40), bare: true },
	{ provider: 'heroku', variable: 'HEROKU_API_KEY', make: (d) => d.uuid(), bare: true },
	{ provider: 'github', variable: 'GITHUB_TOKEN', make: (d) => from('gh', 'p_') + d.word(36) },
	{
		provider: 'github',
		variable: 'GH_TOKEN',
		make: (d) => `${from('github', '_pat_')}${d.word(22)}_${d.word(59)}`,
	},
	{ provider: 'github', variable: 'GH_APP_TOKEN', make: (d) => from('gh', 's_') + d.word(36) },
	{ provider: 'gitlab', variable: 'GITLAB_TOKEN', make: (d) => from('gl', 'pat-') + d.url(20) },
	{ provider: 'gitlab', variable: 'CI_DEPLOY_TOKEN', make: (d) => from('gl', 'dt-') + d.url(20) },
	{
		provider: 'bitbucket',
		variable: 'BITBUCKET_APP_PASSWORD',
		make: (d) => from('AT', 'BB') + d.word(32),
	},
	{
		provider: 'slack',
		variable: 'SLACK_BOT_TOKEN',
		make: (d) => `${from('xo', 'xb-')}${d.digits(12)}-${d.digits(13)}-${d.word(24)}`,
	},
	{
		provider: 'slack',
		variable: 'SLACK_APP_TOKEN',
		make: (d) => `${from('xa', 'pp-1-A')}${d.upper(10)}-${d.digits(13)}-${d.hex(64)}`,
	},
	{
		provider: 'slack',
		variable: 'SLACK_WEBHOOK_URL',
		make: (d) =>
			`${from('https://hooks.', 'slack.com/services/')}T${d.upper(8)}/B${d.upper(10)}/${d.word(24)}`,
		front: 'https://hooks.slack.com/',
	},
	{
		provider: 'discord',
		variable: 'DISCORD_TOKEN',
		make: (d) => `M${d.word(25)}.${d.word(6)}.${d.url(38)}`,
	},
	{
		provider: 'discord',
		variable: 'DISCORD_WEBHOOK',
		make: (d) => `${from('https://discord', '.com/api/webhooks/')}${d.digits(18)}/${d.url(68)}`,
		front: 'https://discord.com/api/webhooks/',
	},
	{
		provider: 'telegram',
		variable: 'TELEGRAM_BOT_TOKEN',
		make: (d) => `${d.digits(10).replace(/^0/, '5')}:${from('A', 'A')}${d.url(33)}`,
	},
	{
		provider: 'stripe',
		variable: 'STRIPE_SECRET_KEY',
		make: (d) => from('sk', '_live_') + d.word(24),
	},
	{
		provider: 'stripe',
		variable: 'STRIPE_RESTRICTED_KEY',
		make: (d) => from('rk', '_test_') + d.word(99),
	},
	{
		provider: 'stripe',
		variable: 'STRIPE_WEBHOOK_SECRET',
		make: (d) => from('wh', 'sec_') + d.word(32),
	},
	{
		provider: 'square',
		variable: 'SQUARE_ACCESS_TOKEN',
		make: (d) => from('sq0', 'atp-') + d.url(22),
	},
	{
		provider: 'paypal',
		variable: 'PAYPAL_CLIENT_SECRET',
		make: (d) => from('E') + d.url(79),
		bare: true,
	},
	{ provider: 'twilio', variable: 'TWILIO_AUTH_TOKEN', make: (d) => d.hex(32), bare: true },
	{ provider: 'twilio', variable: 'TWILIO_API_KEY', make: (d) => from('S', 'K') + d.hex(32) },
	{
		provider: 'sendgrid',
		variable: 'SENDGRID_API_KEY',
		make: (d) => `${from('S', 'G.')}${d.url(22)}.${d.url(43)}`,
	},
	{ provider: 'mailgun', variable: 'MAILGUN_API_KEY', make: (d) => from('ke', 'y-') + d.hex(32) },
	{
		provider: 'mailchimp',
		variable: 'MAILCHIMP_API_KEY',
		make: (d) => `${d.hex(32)}${from('-u', 's14')}`,
	},
	{
		provider: 'shopify',
		variable: 'SHOPIFY_ADMIN_TOKEN',
		make: (d) => from('shp', 'at_') + d.hex(32),
	},
	{
		provider: 'openai',
		variable: 'OPENAI_API_KEY',
		make: (d) => `${from('s', 'k-')}${d.word(20)}${from('T3Blbk', 'FJ')}${d.word(20)}`,
	},
	{ provider: 'openai', variable: 'OPENAI_KEY', make: (d) => from('sk-', 'proj-') + d.url(124) },
	{
		provider: 'anthropic',
		variable: 'ANTHROPIC_API_KEY',
		make: (d) => `${from('sk-', 'ant-', 'api03-')}${d.url(93)}AA`,
	},
	{ provider: 'huggingface', variable: 'HF_TOKEN', make: (d) => from('h', 'f_') + d.word(34) },
	{ provider: 'cohere', variable: 'COHERE_API_KEY', make: (d) => d.word(40), bare: true },
	{ provider: 'groq', variable: 'GROQ_API_KEY', make: (d) => from('gs', 'k_') + d.word(52) },
	{
		provider: 'replicate',
		variable: 'REPLICATE_API_TOKEN',
		make: (d) => from('r', '8_') + d.word(37),
	},
	{ provider: 'npm', variable: 'NPM_TOKEN', make: (d) => from('np', 'm_') + d.word(36) },
	{
		provider: 'pypi',
		variable: 'PYPI_TOKEN',
		make: (d) => from('pypi-', 'AgEIcHlwaS5vcmc') + d.url(120),
	},
	{
		provider: 'rubygems',
		variable: 'GEM_HOST_API_KEY',
		make: (d) => from('ruby', 'gems_') + d.hex(48),
		front: 'rubygems_',
	},
	{
		provider: 'crates',
		variable: 'CARGO_REGISTRY_TOKEN',
		make: (d) => from('c', 'io') + d.word(32),
	},
	{
		provider: 'docker',
		variable: 'DOCKERHUB_TOKEN',
		make: (d) => from('dckr', '_pat_') + d.url(27),
	},
	{
		provider: 'databricks',
		variable: 'DATABRICKS_TOKEN',
		make: (d) => from('da', 'pi') + d.hex(32),
	},
	{ provider: 'datadog', variable: 'DD_API_KEY', make: (d) => d.hex(32), bare: true },
	{
		provider: 'newrelic',
		variable: 'NEW_RELIC_USER_KEY',
		make: (d) => from('NR', 'AK-') + d.upper(27),
	},
	{
		provider: 'sentry',
		variable: 'SENTRY_AUTH_TOKEN',
		make: (d) => from('sn', 'tryu_') + d.hex(64),
	},
	{
		provider: 'linear',
		variable: 'LINEAR_API_KEY',
		make: (d) => from('lin', '_api_') + d.word(40),
	},
	{ provider: 'notion', variable: 'NOTION_TOKEN', make: (d) => from('nt', 'n_') + d.word(46) },
	{ provider: 'figma', variable: 'FIGMA_TOKEN', make: (d) => from('fi', 'gd_') + d.url(40) },
	{
		provider: 'atlassian',
		variable: 'JIRA_API_TOKEN',
		make: (d) => `${from('AT', 'ATT3', 'xFfGF0')}${d.url(170)}=${d.upper(8)}`,
	},
	{ provider: 'vault', variable: 'VAULT_TOKEN', make: (d) => from('hv', 's.') + d.word(24) },
	{
		provider: 'terraform',
		variable: 'TF_TOKEN',
		make: (d) => `${d.word(14)}${from('.atlas', 'v1.')}${d.word(67)}`,
	},
	{
		provider: 'pulumi',
		variable: 'PULUMI_ACCESS_TOKEN',
		make: (d) => from('pu', 'l-') + d.hex(40),
	},
	{
		provider: 'doppler',
		variable: 'DOPPLER_TOKEN',
		make: (d) => from('dp', '.st.', 'prd.') + d.word(43),
	},
	{
		provider: '1password',
		variable: 'OP_SERVICE_ACCOUNT_TOKEN',
		make: (d) => from('ops_', 'eyJ') + d.word(250),
	},
	{
		provider: 'age',
		variable: 'SOPS_AGE_KEY',
		make: (d) => from('AGE-SECRET', '-KEY-1') + d.upper(58),
	},
	{
		provider: 'jwt',
		variable: 'SESSION_JWT',
		make: (d) => `${from('e', 'yJ')}${d.url(33)}.${from('e', 'yJ')}${d.url(80)}.${d.url(43)}`,
	},
];
