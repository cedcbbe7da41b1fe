import { isAscii } from '../text/strings.ts';

/** Words that say nothing of a topic: of English, of requests, of code, of tools and of shells. */
const WORDS = [
	'a about above across after again against ago ahead all almost alone along already also although always am among an',
	'and another any anybody anyone anything anyway anywhere are aren around as aside at away back be because been before',
	'behind being below beneath beside best better between beyond both but by can cannot could couldn did didn do does',
	'doesn doing don done down during each early either else elsewhere enough etc even ever every everybody everyone',
	'everything everywhere example except far fast few fewer first following for former forward from full further good',
	'great had hadn half hard has hasn have haven having he hello hence her here hers herself hey him himself his how',
	'however huge if in indeed inside instead into is isn it its itself just last late later latter least less lest',
	'likewise little long lot lots many may maybe me meanwhile might mine minus more moreover most much must mustn my',
	'myself near neither never nevertheless new next nice no nobody none nope nor not nothing now nowhere of off often ok',
	'okay old on once one ones only onto opposite or other others otherwise our ours ourselves out outside over overall',
	'own part past per perhaps please plus possible quick quite rather right round same second several shall she should',
	'shouldn side since small so some somebody somehow someone something sometimes somewhere soon still such sure tell',
	'than thank thanks that the their theirs them themselves then there therefore these they thing things third this',
	'those though three through throughout thus till time times to today together tomorrow tonight too top toward towards',
	'two under underneath unless unlike until up upon upside us various versus very via wasn way ways we well were weren',
	'what whatever when whenever where whereas wherever whether which whichever while who whoever whole whom whose why',
	'will with within without won would wouldn wrong yeah yes yesterday yet you your yours yourself zero',
	'hmm huh oops absolutely actually apparently automatically basically certainly clearly completely correctly currently definitely',
	'directly easily entirely especially essentially eventually exactly explicitly extremely fairly finally firstly',
	'frequently fully generally gracefully hardly highly honestly hopefully immediately initially lately likely literally',
	'mainly manually merely mostly namely nearly newly normally obviously occasionally originally partially',
	'particularly personally possibly potentially presumably previously primarily probably properly purely quickly quietly',
	'randomly rarely really recently reliably secondly seriously shortly silently similarly simply simultaneously slightly',
	'slowly sometimes specifically successfully suddenly supposedly surely technically temporarily totally truly typically',
	'ultimately unexpectedly unfortunately usually wrongly',
	'able actual available bad big bit brief certain clean clear close common complete correct current different easy',
	'empty entire exact existing extra false fine general given happy important key kind known large last left likely',
	'main major minor missing multiple necessary normal obvious other particular previous proper real recent related',
	'plain relevant remaining separate short similar simple single special specific strange suitable terrible true unable',
	'unnecessary usual weird whole',
	'amount area aspect attempt base behaviour behavior case cases cause chance couple course day days detail details',
	'difference doubt effect effort fact fault goal guy hour hours idea ideas instance issue issues job line lines matter',
	'mess minute minutes moment month months number numbers order pair piece place point problem problems purpose question',
	'questions reason reasons rest result results section sense situation sort state step steps stuff term terms trouble',
	'value values version week weeks word words world year years',
	'array bool boolean chore class code console const constructor content data def dir directory dist docs elif enum',
	'error errors exception export feat feature file filename files fn folder func function functions html impl',
	'import index int integer interface item items js json jsx lib list main master method module name names node_modules',
	'null object package param params path paths private property public readme self spec src static str string struct',
	'svc task tasks test tests text todo trunk tsx txt type types undefined usr home tmp util utils var variable void yaml',
	'yml cpp hpp java lua php rs rb sql toml xml css scss csv log md mjs cjs py ts',
	'agent askuserquestion bash exitplanmode glob grep mcp multiedit notebookedit skill todowrite tool tools webfetch',
	'websearch claude assistant user users',
	'awk cat chmod commit curl cut diff echo env exit find git head http https install kill localhost ls mkdir mv node npm',
	'npx pip pnpm ps pwd rm sed sh sleep sudo tail tee touch uniq wget www xargs yarn com org io net',
	'became began begun broke broken brought came chose chosen fell felt forgot forgotten found gave given gone got gotten',
	'grew grown heard held kept knew known lay led left lost made meant met ran said sat saw seen sent shown stood stuck',
	'taken thought threw thrown told took understood went woke worn wrote written',
];

/** Verbs of requests and reports, in every regular form. */
const VERBS = [
	'add adjust allow answer appear apply ask assume attempt avoid be become begin believe behave block break bring call care',
	'carry cause change check choose clarify clean close come commit compare complete confirm consider contain continue correct',
	'cover create deal decide define delete depend describe discuss do drop edit enable disable end ensure exist expect',
	'explain extend fail feel figure fill find finish fix follow forget get give go grow guess handle happen have hear help',
	'hide hold hope ignore implement improve include insert introduce investigate involve keep know leave let like look',
	'loop lose love make manage mark mean mention mind miss modify move need notice occur offer open pass pick place play',
	'point prefer prevent proceed produce propose provide pull push put read realise realize refactor refer relate remain',
	'remember remove rename reopen repeat replace require reset resolve return revert rewrite run save say see seem send',
	'set share show simplify solve sound speak specify spend split stand start state stay stick stop store suggest support',
	'suppose switch take talk tell tend thank think throw tidy touch treat try turn type understand update use verify',
	'wait walk want watch wish wonder work worry wrap write',
];

const STOP_WORDS = new Set(WORDS.join(' ').split(' '));
const VERBS_ALONE = new Set(VERBS.join(' ').split(' '));

/** @param word in lower case */
export function isStopWord(word: string): boolean {
	return STOP_WORDS.has(word) || VERBS_ALONE.has(word) || isFormOfVerb(word);
}

/**
 * Whether a word is a regular form of a verb: `tries`, `planned`, `making`. More forms than English has are taken for
 * one, none of which is another word. Looked up this way round, because a start that asks of three words should not
 * spell two thousand.
 */
function isFormOfVerb(word: string): boolean {
	if (word.endsWith('ing')) return isStem(word.slice(0, -3));
	if (word.endsWith('ed')) return isStem(word.slice(0, -2)) || isThird(word.slice(0, -2));
	if (!word.endsWith('s')) return false;
	const isPlain = VERBS_ALONE.has(word.slice(0, -1));
	return isPlain || (word.endsWith('es') && isThird(word.slice(0, -2)));
}

/** `look` of `looking`, `mak` of `making`, `plann` of `planning`. */
function isStem(stem: string): boolean {
	const last = stem.slice(-1);
	const isWhole = last !== 'e' && VERBS_ALONE.has(stem);
	return isWhole || VERBS_ALONE.has(`${stem}e`) || isDoubled(stem);
}

function isDoubled(stem: string): boolean {
	return stem.at(-1) === stem.at(-2) && VERBS_ALONE.has(stem.slice(0, -1));
}

/** `tri` of `tries`, `fix` of `fixes`. */
function isThird(stem: string): boolean {
	if (stem.endsWith('i') && VERBS_ALONE.has(`${stem.slice(0, -1)}y`)) return true;
	return !stem.endsWith('y') && VERBS_ALONE.has(stem);
}

/** How often each term occurs. */
export type TermCounts = Readonly<Record<string, number>>;

const MAX_TERMS = 200;
const MAX_TEXT = 50_000;
const MIN_LENGTH = 3;
const MAX_LENGTH = 40;

interface Reading {
	/** A word or identifier; with hyphens or underscores inside it, one compound. */
	readonly chunk: RegExp;
	readonly contraction: RegExp;
	/** Where an identifier goes on with its next word: `readFile`, `HTTPServer`, `utf8Decoder`. */
	readonly hump: RegExp;
	/** `FT-991A`, in lower case. */
	readonly modelNumber: RegExp;
}

/** For a text of any language. */
const ANY: Reading = {
	chunk: /[\p{L}\p{N}]+(?:[-_]+[\p{L}\p{N}]+)*/gu,
	contraction: /['\u2019](?:s|t|d|m|re|ve|ll)\b/giu,
	hump: /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{N})(?=\p{Lu}\p{Ll})/u,
	modelNumber: /^\p{L}+-\d[\p{L}\p{N}]*$/u,
};

/** The same for a text of ASCII. */
const ASCII: Reading = {
	chunk: /[A-Za-z0-9]+(?:[-_]+[A-Za-z0-9]+)*/g,
	contraction: /'(?:s|t|d|m|re|ve|ll)\b/gi,
	hump: /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[0-9])(?=[A-Z][a-z])/,
	modelNumber: /^[a-z]+-\d[a-z0-9]*$/,
};
/** A word as it stands in a sentence. */
const PLAIN = /^[A-Za-z]?[a-z]+$/;
/** What stands where a secret was (D30) tells of no topic. */
const REDACTED = /\[redacted:[\w-]{1,60}\]/g;
/** A number that counts: `go2`, `step3`. What is left has to tell something by itself. */
const COUNTED = /\d{1,2}$/;
/** Numbers, what begins with one, and hashes. */
const NUMERIC = /^\d|^(?=.*\d)[0-9a-f]{6,}$/;

/**
 * The terms of a text: words in lower case, hyphenated compounds as a whole, and neighbours in pairs.
 * Identifiers and paths come apart into their words; `FT-991A` also counts as `ft991a`. What tells nothing of a topic is
 * left out: stop words, tool names, numbers, hashes. At most 200 terms, the most frequent ones.
 *
 * @param text redacted already (D30)
 */
export function termsOf(text: string): TermCounts {
	const counts = [...countTerms(text.slice(0, MAX_TEXT))];
	const byCount = counts.sort(([, one], [, other]) => other - one);
	return Object.fromEntries(byCount.slice(0, MAX_TERMS));
}

/** What a chunk says: its terms, and the word it is where that is one which may pair with a neighbour. */
interface Chunk {
	readonly terms: readonly string[];
	readonly word: string;
}

/** A prompt waits for this: a chunk is read once, however often it comes. */
function countTerms(text: string): Map<string, number> {
	const reading = isAscii(text) ? ASCII : ANY;
	const source = text.replace(REDACTED, '.').replace(reading.contraction, '');
	const counts = new Map<string, number>();
	const count = (term: string): void => {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	};
	const known = new Map<string, Chunk>();
	let before = { word: '', end: 0 };
	for (const { 0: written, index } of source.matchAll(reading.chunk)) {
		const chunk = known.get(written) ?? readChunk(written, reading);
		known.set(written, chunk);
		chunk.terms.forEach(count);
		const pair = `${before.word} ${chunk.word}`;
		const isPair = before.word !== '' && chunk.word !== '' && fits(pair);
		if (isPair && isBlank(source.slice(before.end, index))) count(pair);
		before = { word: chunk.word, end: index + written.length };
	}
	return counts;
}

function isBlank(between: string): boolean {
	return between === ' ' || /^[ \t]+$/.test(between);
}

function readChunk(written: string, reading: Reading): Chunk {
	const words = wordsOf(written, reading);
	const [word = ''] = words;
	if (words.length === 1) return isTerm(word) ? { terms: [word], word } : { terms: [], word: '' };
	return {
		terms: [...compounds(written, reading), ...words.filter(isTerm), ...pairs(words)],
		word: '',
	};
}

/** The words of a chunk: `readFile_sync-now` has four. */
function wordsOf(chunk: string, { hump }: Reading): string[] {
	if (PLAIN.test(chunk)) return [chunk.toLowerCase()];
	return chunk.split(/[-_]+/).flatMap((part) => part.split(hump).map((word) => word.toLowerCase()));
}

/** `ham-radio` as a whole, and the model number `FT-991A` in one word. */
function compounds(chunk: string, { modelNumber }: Reading): string[] {
	if (!chunk.includes('-') || chunk.includes('_')) return [];
	const whole = chunk.toLowerCase();
	const joined = modelNumber.test(whole) ? [whole.replace('-', '')].filter(isTerm) : [];
	const hasWord = whole.split('-').some(isTerm) || joined.length > 0;
	return [...(hasWord && fits(whole) ? [whole] : []), ...joined];
}

/** Neighbours that both tell something. */
function pairs(words: readonly string[]): string[] {
	return words.slice(1).flatMap((word, index) => {
		const pair = `${words[index]} ${word}`;
		return isTerm(word) && isTerm(words[index] ?? '') && fits(pair) ? [pair] : [];
	});
}

function isTerm(word: string): boolean {
	return fits(word) && !NUMERIC.test(word) && !isStopWord(word.replace(COUNTED, ''));
}

function fits({ length }: string): boolean {
	return length >= MIN_LENGTH && length <= MAX_LENGTH;
}

/** What is given a value, and what is as long as a key and not of small letters alone. */
const SECRETIVE = /\S*[=:]\S*|(?=[a-z_-]*[A-Z\d+~])[^\s/."',[\]{}]{16,}/g;

/**
 * The terms of a name that nobody looked through for secrets, such as a branch's (D30): what could be one makes none.
 */
export function termsOfName(name: string): TermCounts {
	return termsOf(name.replace(SECRETIVE, ' '));
}

/** Names are many, and say less than a sentence does: so many of their terms count, each so often at most. */
const MOST_TERMS = 10;
const MOST_EACH = 2;
/** From so many on, terms that differ in their numbers are a series: `handle0`, `handle1`, `handle2`. */
const SERIES = 3;

/** The terms of files and functions: what most of them have in common; series of numbers tell nothing. */
export function termsOfNames(names: readonly string[]): TermCounts {
	const counts = new Map<string, number>();
	for (const term of names.flatMap((name) => Object.keys(termsOf(name)))) {
		counts.set(term, (counts.get(term) ?? 0) + 1);
	}
	const lengths = new Map<string, number>();
	for (const term of counts.keys()) lengths.set(stem(term), (lengths.get(stem(term)) ?? 0) + 1);
	const isAlone = (term: string) => stem(term) === term || (lengths.get(stem(term)) ?? 0) < SERIES;
	const telling = [...counts]
		.filter(([term]) => isAlone(term))
		.sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
		.slice(0, MOST_TERMS);
	return Object.fromEntries(telling.map(([term, count]) => [term, Math.min(count, MOST_EACH)]));
}

function stem(term: string): string {
	return term.replace(/\d+/g, '#');
}
