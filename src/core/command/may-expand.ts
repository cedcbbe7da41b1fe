/** `comm$()it`, `gi[t]`, `$0`. */
const spelling = /\$\(\s*\)|`\s*`|\[[^\]]\]|\$\{?[@*\d]/;

/** Whether a source may spell a word that stands nowhere in it as such: `c{ommit,}`. */
export function mayExpand(source: string): boolean {
	const brace = source.indexOf('{');
	return spelling.test(source) || (brace >= 0 && /,|\.\./.test(source.slice(brace)));
}
