/** Numbers whose check digits tell them from other long numbers, a row each. */
const NUMBERS: readonly {
	readonly kind: string;
	readonly form: RegExp;
	readonly hasCheckDigits: (number: string) => boolean;
}[] = [
	{
		kind: 'iban',
		form: /(?<![\w.+/=-])[A-Z]{2}\d\d ?[A-Z\d]{4}(?: ?(?=[A-Z]{0,3}\d)[A-Z\d]{4}){1,6}(?: ?[A-Z\d]{1,3})?(?![\w+/=-])/g,
		hasCheckDigits: isIban,
	},
	{
		// Visa, Mastercard, Discover, American Express. Test numbers repeat their first four digits.
		kind: 'card',
		form: /(?<![\w.+/=-])(?!(\d{4})[ -]?\1)(?:(?:4\d|5[1-5]|2[2-7]|6[05])\d\d([ -]?)\d{4}(?:\2\d{4}){2}|3[47]\d\d([ -]?)\d{6}\3\d{5})(?![\w+/=-]|\.\d)/g,
		hasCheckDigits: isCard,
	},
];

/** The text without numbers of bank accounts and cards. */
export function cutAccountNumbers(text: string): string {
	return NUMBERS.reduce(
		(rest, { kind, form, hasCheckDigits }) =>
			rest.replace(form, (found) => (hasCheckDigits(found.replace(/[ -]/g, '')) ? `[redacted:${kind}]` : found)),
		text,
	);
}

/** ISO 13616: with the first four characters last and A as 10, the remainder by 97 is 1. */
function isIban(number: string): boolean {
	const moved = number.slice(4) + number.slice(0, 4);
	const digits = moved.replace(/[A-Z]/g, (letter) => `${Number.parseInt(letter, 36)}`);
	return BigInt(digits) % 97n === 1n;
}

/** Luhn: with every second digit from the right doubled, the sum of all digits ends in 0. */
function isCard(number: string): boolean {
	const sum = [...number].reverse().reduce((rest, digit, index) => {
		const value = Number(digit) * (1 + (index % 2));
		return rest + (value > 9 ? value - 9 : value);
	}, 0);
	return sum % 10 === 0;
}
