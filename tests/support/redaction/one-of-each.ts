import { type Draw, from } from './draw.ts';

/** One secret of each kind of which the corpus holds none, by the name of the kind. */
export const ONE_OF_EACH: Readonly<Record<string, (draw: Draw) => string>> = {
	alibaba: (d) => from('LT', 'AI') + d.word(20),
	fly: (d) => from('fm', '2_') + d.base64(120),
	asana: (d) => `1/${d.digits(16)}:${d.hex(32)}`,
	teams: (d) =>
		`https://acme.${from('webhook.', 'office.com')}/webhookb2/${d.uuid()}@${d.uuid()}/IncomingWebhook/${d.hex(32)}`,
	paypal: (d) => `${from('access_', 'token$')}production$${d.lower(16)}$${d.hex(32)}`,
	twitter: (d) => 'A'.repeat(22) + d.word(82),
	dropbox: (d) => from('s', 'l.') + d.url(136),
	zapier: (d) => `${from('https://hooks.', 'zapier.com/hooks/catch/')}${d.digits(7)}/${d.lower(7)}`,
	iban: () => 'DE89 3704 0044 0532 0130 00',
	card: () => '4111-1111-1111-1111',
	code: (d) => `PIN ${d.digits(6)}`,
	login: () => 'login: ana / Tinder-Box-31',
	deepl: (d) => `${d.uuid()}${from(':', 'fx')}`,
};
