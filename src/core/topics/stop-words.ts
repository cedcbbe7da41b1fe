/** Words that say nothing of a topic: of English, of requests, of code, of tools and of shells (FR-005, S2-037). */
const WORDS = [
	'a about above after again against all almost also always am an and another any anything are around as at away',
	'back be because been before being below best better between both but by can cannot come could did do does doing',
	'don done down during each either else enough etc even ever every everything example far few first following for',
	'found from full further get gets getting give given go goes going good got great had has have having he hello help',
	'her here hers him his how however if in instead into is it its itself just keep kind know known last later least',
	'left less let like line lines little long look looks lot made main make makes many may maybe me mean might more',
	'most much must my need needs never new next no none not nothing now of off often ok okay old on once one only onto',
	'or other others our out over own part per please point possible put quite rather really right said same say says',
	'second see seem seems set sets several shall she should show shows side since so some something soon still such',
	'sure take takes tell than thank thanks that the their them then there these they thing things think this those',
	'three through time times to today together too try trying turn two under until up upon us use used uses using very',
	'via want wants was way we well went were what when where whether which while who whole whom why will with within',
	'without work works working would yes yet you your yours zero',
	'add added adding begin call called change changed changes check create created delete edit ensure explain finish',
	'fix fixed fixes handle implement implemented implementing move open remove rename replace run running runs start',
	'started stop update updated write written wrote',
	'array bool boolean boolean chore class code const constructor content data dir directory dist error export false',
	'feat feature file filename files folder func function functions html import index int interface item items js json',
	'jsx key lib line list method module name names node_modules null number object package param params path paths',
	'private public readme return returns self spec src static string test tests text todo true tsx txt type types',
	'undefined usr home tmp value values var void yaml yml',
	'agent askuserquestion bash exitplanmode glob grep mcp multiedit notebookedit read skill task todowrite tool tools',
	'webfetch websearch claude assistant user',
	'awk cat chmod commit curl cut diff echo env exit find git head http https install kill less localhost ls mkdir mv',
	'node npm npx pip pnpm ps pwd rm sed sh sleep sort sudo tail tee touch uniq wget which www xargs yarn com org',
];

const STOP_WORDS: ReadonlySet<string> = new Set(WORDS.flatMap((line) => line.split(' ')));

/** @param word in lower case */
export function isStopWord(word: string): boolean {
	return STOP_WORDS.has(word);
}
