import type { Draw } from './draw.ts';
import { from } from './format.ts';

/** One secret of each kind of which the corpus holds none, by the name of the kind. */
export const ONE_OF_EACH: Readonly<Record<string, (draw: Draw) => string>> = {
	cloudflare: (d) => `${from('v1', '.0-')}${d.hex(24)}-${d.hex(146)}`,
	heroku: (d) => from('HR', 'KU-') + d.uuid(),
	alibaba: (d) => from('LT', 'AI') + d.word(20),
	tencent: (d) => from('AK', 'ID') + d.word(32),
	planetscale: (d) => from('pscale', '_tkn_') + d.url(43),
	vercel: (d) => from('vercel', '_blob_rw_') + d.word(40),
	fly: (d) => from('fm', '2_') + d.base64(120),
	openshift: (d) => from('sha', '256~') + d.url(43),
	yandex: (d) => from('AQ', 'VN') + d.url(36),
	artifactory: (d) => from('AK', 'Cp') + d.word(69),
	asana: (d) => `1/${d.digits(16)}:${d.hex(32)}`,
	clickup: (d) => `${from('p', 'k_')}${d.digits(8)}_${d.upper(32)}`,
	contentful: (d) => from('CF', 'PAT-') + d.url(43),
	typeform: (d) => from('tf', 'p_') + d.word(59),
	teams: (d) =>
		`https://acme.${from('webhook.', 'office.com')}/webhookb2/${d.uuid()}@${d.uuid()}/IncomingWebhook/${d.hex(32)}`,
	paypal: (d) => `${from('access_', 'token$')}production$${d.lower(16)}$${d.hex(32)}`,
	resend: (d) => `${from('r', 'e_')}${d.word(8)}_${d.word(24)}`,
	facebook: (d) => from('EA', 'A') + d.word(120),
	twitter: (d) => 'A'.repeat(22) + d.word(82),
	dropbox: (d) => from('s', 'l.') + d.url(136),
	plaid: (d) => `${from('access-', 'sandbox-')}${d.uuid()}`,
	mapbox: (d) => `${from('sk', '.eyJ')}${d.url(50)}.${d.url(22)}`,
	zapier: (d) => `${from('https://hooks.', 'zapier.com/hooks/catch/')}${d.digits(7)}/${d.lower(7)}`,
	deepl: (d) => `${d.uuid()}${from(':', 'fx')}`,
	openrouter: (d) => from('sk-', 'or-v1-') + d.hex(64),
	langfuse: (d) => from('sk-', 'lf-') + d.uuid(),
	nvidia: (d) => from('nv', 'api-') + d.url(64),
	elevenlabs: (d) => from('s', 'k_') + d.hex(48),
	bearer: (d) => `Bearer ${d.word(24)}7`,
	// `ana:` and what follows.
	basic: (d) => `Basic ${from('YW5h', 'On')}${d.word(13)}7==`,
	token: (d) => `"${from('gh', 'p_')}${d.word(18)}" +\n  "${d.word(17)}7"`,
	putty: (d) =>
		`PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 2\n${d.base64(64)}\n${d.base64(64)}`,
};
