import { stemmer } from 'stemmer';

/** Words that hold a sentence together: nothing is found by them. */
const FUNCTION_WORDS = wordSet(`
	a about after again all also am an and any are as at be because been before being between both
	but by can cannot could did do does doing done down during each either else even ever every few
	for from get gets got had has have having he her here him his how however i if in into is isn it
	its itself just let lets like ll made make makes making may maybe me might more most much must
	my need needs no nor not now of off ok on once one only onto or other our out over own please
	quite rather re really s same shall she should since so some still such t than thank thanks that
	the their them then there these they thing things this those though through to too under until
	up upon us use used uses using very via want was way we well were what when where whether which
	while who whose why will with within without would yes yet you your
`);

/** Words of English, of requests, of code and of tools that say little of a subject. */
const GENERAL_WORDS = wordSet(`
	able above across actual against agent ago ahead almost alone along already although always
	among amount another anybody anyone anything anyway anywhere area aren around array aside aspect
	assistant available away awk back bad base bash became began begun behavior behaviour behind
	below beneath beside best better beyond big bit bool boolean brief broke broken brought came
	case cat certain chance chmod chore chose chosen cjs class claude clear code com common console
	const constructor content couldn couple course cpp css csv curl current cut data day def detail
	didn diff difference different dir directory dist docs doesn don doubt early easily easy echo
	effect effort elif elsewhere empty enough entire enum env error etc everybody everyone
	everything everywhere exact example except exception exit export extra fact fairly false far
	fast fault feat feature fell felt fewer file filename fine first fn folder forgot forgotten
	former forward found full fully func function further gave general git given glob goal gone good
	gotten great grep grew grown guy hadn half happy hard hardly hasn haven head heard held hello
	hence hers herself hey highly himself hmm home hour hpp html http huge huh idea impl import
	important indeed index inside install instance instead int integer interface io issue item java
	job js json jsx kept kill kind knew known large last late lately later latter lay least led left
	less lest lib likely likewise line list little localhost log long lost lot ls lua main mainly
	major many master matter mcp md meant meanwhile merely mess met method mine minor minus minute
	mjs mkdir module moment month moreover mostly multiple mustn mv myself name namely near nearly
	necessary neither net never nevertheless new newly next nice nobody node none nope normal
	nothing nowhere npm npx null number object obvious often okay old ones oops opposite order org
	others otherwise ours ourselves outside overall package pair param part particular past path per
	perhaps php piece pip plain plus pnpm possible previous private problem proper property ps
	public purely purpose pwd py question quick ran rarely rb readme real reason recent relevant
	rest result right rm round rs said sat saw scss second section sed seen self sense sent separate
	several sh short shouldn shown side similar simple simply single situation skill sleep slowly
	small somebody somehow someone something sometimes somewhere soon sort spec special specific sql
	src static step stood str strange string struct stuck stuff sudo suitable sure surely svc tail
	taken task tee term terrible test text theirs themselves therefore third thought three threw
	throughout thrown thus till time tmp today todo together told toml tomorrow tonight took tool
	top toward trouble true truly trunk ts tsx two txt unable undefined underneath understood uniq
	unless unlike unnecessary upside user usr usual util value var variable various version versus
	void wasn ways week weird went weren wget whatever whenever whereas wherever whichever whoever
	whole whom woke won word world worn wouldn written wrong wrote www xargs xml yaml yarn yeah year
	yesterday yml yours yourself zero
`);

/** Verbs of requests and reports, as general in each of their forms: `plan`, `plans`, `planned`. */
const VERBS = wordSet(`
	add adjust allow answer appear apply ask assume attempt avoid be become begin behave believe
	block break bring call care carry cause change check choose clarify clean close come commit
	compare complete confirm consider contain continue correct cover create deal decide define
	delete depend describe disable discuss do drop edit enable end ensure exist expect explain
	extend fail feel figure fill find finish fix follow forget get give go goes grow guess handle
	happen have hear help hide hold hope ignore implement improve include insert introduce
	investigate involve keep know leave let like look loop lose love make manage mark mean mention
	mind miss modify move need notice occur offer open pass pick place play point prefer prevent
	proceed produce propose provide pull push put read realise realize refactor refer relate remain
	remember remove rename reopen repeat replace require reset resolve return revert rewrite run
	save say see seem send set share show simplify solve sound speak specify spend split stand start
	state stay stick stop store suggest support suppose switch take talk tell tend thank think throw
	tidy touch treat tries try turn type understand update use verify wait walk want watch wish
	wonder work worry wrap write
`);
const VERB_STEMS = new Set([...VERBS].map(stemmer));

function wordSet(list: string): ReadonlySet<string> {
	return new Set(list.trim().split(/\s+/));
}

/** What replaced a secret says nothing of a subject. */
const REDACTED = /\[redacted:[\w-]{1,60}\]/g;
/** `don't`, `user's`. */
const CONTRACTION = /['\u2019](?:s|t|d|m|re|ve|ll)\b/gi;
/** No part can match in two ways, so the time is linear. */
const CHUNK = /[\p{L}\p{N}\p{M}_$]+(?:[./:@-]{1,2}[\p{L}\p{N}\p{M}_$]+)*/gu;
/** Where an identifier goes on with its next word: `readFile`, `HTTPServer`, `utf8Decoder`. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{N})(?=\p{Lu}\p{Ll})/u;

/** A word, an identifier, a hyphenated name or a path as it is written. */
interface Chunk {
	readonly written: string;
	/** What is between it and the chunk before it. */
	readonly gap: string;
}

/** The chunks of a text in their order. */
export function chunksOf(text: string): Chunk[] {
	const source = text.replace(REDACTED, ' . ').replace(CONTRACTION, '').replaceAll('\\', '/');
	let end = 0;
	return [...source.matchAll(CHUNK)].map(({ 0: written, index }) => {
		const gap = source.slice(end, index);
		end = index + written.length;
		return { written, gap };
	});
}

/** The words of a chunk in lower case: `src/readFile_sync.ts` has five. */
export function splitChunk(written: string): string[] {
	if (/^[A-Z]?[a-z]+$/.test(written)) return [written.toLowerCase()];
	const parts = written.split(/[./:@$_-]+/).flatMap((part) => part.split(HUMP));
	return parts.filter((part) => part !== '').map((part) => part.toLowerCase());
}

/** The words of a text in their order, in lower case: identifiers and paths are split. */
export function wordsOf(text: string): string[] {
	return chunksOf(text).flatMap(({ written }) => splitChunk(written));
}

/** The form in which words are compared: `Cookies` and `cookie` are one. English only. */
export function stemOf(word: string): string {
	const lower = word.toLowerCase();
	return /^[a-z]{3,}$/.test(lower) ? stemmer(lower) : lower;
}

/** How much a term says of what a text is about. `named`: an identifier, a path or a code. */
export type TermKind = 'named' | 'word' | 'general';

export interface Term {
	readonly kind: TermKind;
	/** Names that it is a part of, empty if it is also written by itself. */
	readonly wholes: readonly string[];
}

/** `429`, `5432`: a status, a port. A smaller number counts something. */
const TELLING_NUMBER = /^\d{3,5}$/;
const ADVERB = /^(?!anomaly|(?:dis)?assembly|monthly)[a-z]{5,}ly$/;
const NUMBER_OR_LETTER = /^(?:\d+|[a-z])$/;

/**
 * How much a word says of a subject; `undefined` if nothing is found by it.
 *
 * @param word in lower case
 */
export function weighWord(word: string): 'word' | 'general' | undefined {
	if (FUNCTION_WORDS.has(word)) return undefined;
	if (NUMBER_OR_LETTER.test(word)) return TELLING_NUMBER.test(word) ? 'word' : undefined;
	const isVerb = /(?:s|ed|ing)$/.test(word) ? VERB_STEMS.has(stemmer(word)) : VERBS.has(word);
	const isOther = GENERAL_WORDS.has(word.replace(/s$/, '')) || GENERAL_WORDS.has(word);
	return isVerb || isOther || ADVERB.test(word) ? 'general' : 'word';
}

/** A prompt may hold a log: its beginning says what it is about, if anything does. */
const MAX_TEXT = 6_000;
const MAX_TERMS = 80;
const MAX_LENGTH = 80;
/** `readFile`, `src/a.ts`, `SQLITE_BUSY`, `TS2345`; `re-run` and `sign-in` are words. */
const NAME = /[./_$:]|[a-z][A-Z]|[A-Za-z]\d|^[A-Z]{4,}$/;

/**
 * What a text is about, as terms that two texts can share: stems of words, parts of identifiers
 * and paths, and names as they are written. At most 80, in the order of the text.
 *
 * @param text redacted already (D30)
 */
export function termsOf(text: string): ReadonlyMap<string, Term> {
	const terms = new Map<string, Term>();
	const add = (term: string, kind: TermKind, parents: readonly string[]) => {
		const known = terms.get(term);
		if (term.length > MAX_LENGTH || (known === undefined && terms.size >= MAX_TERMS)) return;
		const wholes = parents.filter((whole) => whole !== term && terms.has(whole));
		const isAlone = wholes.length === 0 || known?.wholes.length === 0;
		terms.set(term, {
			kind: known?.kind === 'named' ? 'named' : kind,
			wholes: isAlone ? [] : [...(known?.wholes ?? []), ...wholes],
		});
	};
	for (const { written } of chunksOf(text.slice(0, MAX_TEXT))) {
		const words = splitChunk(written);
		const wholes = wholesOf(written, words);
		const [name = ''] = wholes;
		for (const whole of wholes) add(whole, NAME.test(written) ? 'named' : 'word', [name]);
		for (const word of words) {
			const kind = weighWord(word);
			if (kind !== undefined) add(stemOf(word), kind, wholes);
		}
	}
	return terms;
}

/** A chunk of several words as one term: a name and the file it ends with, or words in one. */
function wholesOf(written: string, words: readonly string[]): string[] {
	if (NAME.test(written)) {
		const name = written.toLowerCase();
		return [...new Set([name, name.slice(name.lastIndexOf('/') + 1)])];
	}
	return words.length > 1 ? [words.join('')] : [];
}
