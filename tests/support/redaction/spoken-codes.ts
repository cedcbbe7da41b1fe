import type { Sightings } from './unseen.ts';

/**
 * Codes, pairs of user and password, and numbers of accounts as people say them: written before the rules that find
 * them, which are not tuned by them. Numbers of accounts and cards are those that banks publish as examples.
 */
export const SPOKEN_CODES: Sightings = {
	'codes that a person types': [
		'my card pin is {{7391}}, for the terminal test',
		'the SIM asks for a PIN, it is {{4406}}',
		'PUK: {{55120987}}',
		'use OTP {{718 204}} before it expires',
		'the one-time code they sent me: {{302941}}',
		'SMS code {{664120}} was rejected twice',
		'2FA code is {{019 553}} for the deploy bot',
		'the verification code from the mail was {{83KD-20QX}}',
		'recovery codes: {{4821-9930}} and so on',
		'TAN {{552901}} bestätigt die Überweisung',
		'CVV {{831}} for the sandbox purchase',
	],
	'a user and a password': [
		'sign in as qa-lead / {{blue-kettle-77}} on the preview',
		'Login für Grafana: monitor / {{Nordlicht-2031}}',
		'the admin panel wants ops / {{harbor-lamp-9}}',
		'credentials for the NAS are backup / {{tin-drum-1984}}',
	],
	'a name, what it is for, a value': [
		'API key for the weather service is {{%h32%}}',
		'token for the CI runner: {{%h32%}}',
		"the license server's access key was {{%h32%}} until May",
		'Das Passwort für den Drucker heißt {{Zimtstern88}}',
		'das Kennwort vom Router war {{Apfelbaum-3}}',
		'mon mot de passe est {{Lavande2029}}',
		'la contraseña del servidor es {{Girasol#55}}',
	],
	'accounts and cards': [
		'refund goes to IBAN {{GB29 NWBK 6016 1331 9268 19}}',
		'Konto {{AT611904300234573201}} ist gesperrt',
		'she paid with {{5425 2334 3010 9903}}, it fails at checkout',
		'amex {{374245455400126}} is declined',
	],
};

/** Their neighbors that are no secret. */
export const SPOKEN_INNOCENT: readonly string[] = [
	'pin the version to 20.11.1 in the Dockerfile',
	'PIN entry screen: 4 digits, 3 attempts',
	'pin port: 8080',
	'GPIO pin 13 blinks every 1000 ms',
	'Erlang OTP 26.2.1 is required',
	'the OTP expires after 300 seconds',
	'exit code 1001 means that the port is taken',
	'error code 493021 of the payment API: retry later',
	'the security code review of 2026 found 12 issues',
	'unlock code paths 1000 and 2000 in the state machine',
	'log in as admin / editor',
	'login as admin / owner works since v2.3.1',
	'the login is broken / see ticket SHOP-4412',
	'the user is on staging / prod-eu-1',
	'the key for the cache is node-modules-20',
	'the API key of the shop is read from the environment',
	'the secret in the chart is api-secret-v2',
	'the password of the user is hashed with bcrypt',
	'das Passwort ist geändert',
	'das Kennwort heißt im Formular anders',
	'the IBAN validator rejects DE00370400440532013000',
	'order 1234567890123456 was shipped',
	'timestamp 1795430400000000 in microseconds',
	'card 4242 4242 4242 4242 works on Stripe',
];
