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
