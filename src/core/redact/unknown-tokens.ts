import { isText } from './encoded.ts';
import { isDrawn, isMadeUp, isRandom, isWordy } from './value.ts';

/** What a text has that can hold one. */
const MAYBE = /[\w.:+/~-]{16}/;
/** No part of a longer word or address stands in front of it, but maybe the sign of a line that was added or removed. */
const BEGINS = String.raw`(?<![\w./+@#$%:~-](?<!\\[nrt]|^[+-])|W/")`;
/** A run of signs that tokens are made of, without those that end a sentence. */
const CANDIDATE = new RegExp(String.raw`${BEGINS}[\w/][\w.:+/~-]{14,}[\w~+/-]={0,2}`, 'gm');
const LONGEST = 700;
/** A part of a path, its first word all in one case: the rest of them are names of files and of pages. */
const IN_PATH = /(?<=[\w/-]\/)(?:[a-z][a-z\d]{0,11}_|[A-Z][A-Z\d]{0,11}_)[\w-]{20,}(?![\w+.-])/g;

/** The words that stand in front of what was drawn: `acme_live_`, `ACME-`, `v2.`, `acme.` */
const FRONT =
	/^(?:(?:[a-z]{1,12}\d{0,8}[a-z]?|[A-Z]{1,12}\d{0,3}|[A-Z][a-z]{1,11}\d{0,2}|\d{1,4}(?=[.:]))[_.:-]){0,4}/;
/** Words that say what a token is for, or that it is one. */
const TOLD_BY =
	/[_.:-](?:live|test|prod|production|dev|sandbox|sbox|secret|token|key|apikey|api|pat|oauth|access|auth|sk)[_-](?:[a-z\d]{1,6}_)?$|^_sk[_-]/;
/** Such a form have ids that clients and services print, too, hashes, and what caches keep. */
const IDS =
	/(?:^|[.:-])(?:toolu|msg|resp|rs|call|run|thread|file|session|req|evt|item|batch|cs|sha\d*|md\d|h1|hash|commit|tree|blob|rev|ref|id|cache|build|digest|trace|span|uuid|urn|node|chatcmpl|cmpl|asst|vs|org|user|usr|team|prj|project|dpl|acct|cus|prod|txn|order|cart|client|chunk|index|main|vendors?|pk_live|pk_test|public|nonce|cid|https?|did|enr|gen|ctag)[_.:-]/i;
/** A word just before it says that it is an id, a hash, or for everybody; names in humps have joints by then. */
const CALLED =
	/(?:(?:^|[^a-z]|[-_?&][a-z]+)(?<!token_|key_)(?:uu|[ueg])?ids?(?:-2)?|request|-debug|hash|sum|digest|etag|version|rev(?:ision)?|commit|sha-?\d*|md5|(?:finger|thumb)print|nonce|cursor|boundary|address|owner|account|signature|program|integrity|peer|clid|[?&](?:ved|ei|_hsenc|list)|verification|txt|dnskey[ \d]{0,12}|[ ;]bh?|"[xyn]"|x5t(?:#s256)?|jti|pub(?:lic)?[_ ]?key)["'`]?\]?(?: (?:is|was))?[ \t]{0,3}[:=(]{0,2}[ \t]{0,3}["'`<({[=-]{0,8}$|base64,$/;
/**
 * What else is long and mixed: ids with a time in them or of payments, addresses of contents and of wallets, keys for
 * everybody, files and digests in base64, names of code.
 */
const CONTENT =
	/^(?:Qm|0x|_(?:Z[\dNS]|R[IMNX]|INBOX)|RW|12D3|16Uiu|z6Mk|k51|M[A-I][A-Za-z](?=.{50})|k[gw][A-Z]|[13][A-Z]\w{22}$|[A-Z]{2}[\da-f]{32}$|[a-z\d]{2,20}1[ac-hj-np-z02-9]{38,}$|ba[fg][a-z][a-z2-7]{50,}$|(?:[13](?=.{25,33}$)|(?=.{43,44}$|.{87,88}$))[1-9A-HJ-NP-Za-km-z]+$|[12][A-Za-z\d]{26}$|[\w+/-]{22}(?:==|.{5}=)$|[0-7][\da-hjkmnp-tv-zA-HJKMNP-TV-Z]{25}$)|AAAA|::|\d{12}|(?:[\da-f]{1,4}:){4}|[\dA-F]{8}-[\dA-Z]{10,13}$/;
/** The lines beside one of a certificate or a file in base64. */
const BEFORE = /(?:-----|[\w+/-]{20,})\r?\n[ \t]{0,12}[+-]?$/;
const BEHIND = /^={0,2}\r?\n[ \t]{0,12}(?:-----|[\w+/]{20,})|^@/;
const LINE = 80;
/** The last part of a name of a file or of a host. */
const NAME = /\.[a-z]\w{0,5}$/;
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const JOINT = /[_.:-]/;
const HEXADECIMAL = /^(?:[\da-f]+|[\dA-F]+)$/;
/** As many hexadecimal digits as hashes and public keys have. */
const HASHES = [40, 56, 64, 66, 96, 128, 130];

/** Cuts tokens of services that no rule knows, by how they were drawn: no word, no name and no number looks so. */
export function cutUnknownTokens(text: string): string {
	if (!MAYBE.test(text)) return text;
	return text.replace(CANDIDATE, (found, at: number) => {
		if (found.length > LONGEST) return found;
		if (!found.includes('/') || isBase64(found)) {
			const isCut = isToken(found) && !isKnown(text, at, at + found.length);
			return isCut ? '[redacted:token]' : found;
		}
		return found.replace(IN_PATH, (part) => (isToken(part) ? '[redacted:token]' : part));
	});
}

/** Whether what stands around it says that it is none: a word, or the lines of a block. */
function isKnown(text: string, from: number, to: number): boolean {
	const before = text.slice(Math.max(0, from - LINE), from);
	// What is joined like this would be among the ids if it were one.
	if (/^[a-z][a-z\d]+_|^sk-/.test(text.slice(from, to))) return false;
	const words = before.replace(/[a-z](?=[A-Z])/g, '$&_').toLowerCase();
	return CALLED.test(words) || BEFORE.test(before) || BEHIND.test(text.slice(to, to + LINE));
}

function isToken(found: string): boolean {
	const [front = ''] = FRONT.exec(found) ?? [];
	const run = found.slice(front.length);
	// Long patterns come last: few texts get so far, and to compile them takes as long as all the rest.
	return !NAME.test(found) && isDrawnBehind(front, run) && !IDS.test(front);
}

function isDrawnBehind(front: string, run: string): boolean {
	const isTold = TOLD_BY.test(`_${front}`);
	if (UUID.test(run)) return isTold || /^[a-z]\w*_$|^[A-Z]+-$/.test(front);
	const isHex = run.split(JOINT).every((part) => HEXADECIMAL.test(part));
	if (isHex) return isNumber(front, run, isTold);
	return isLot(front, run, isTold) && !CONTENT.test(run) && !isMadeUp(run);
}

/** Hexadecimal digits: a hash has no joint and no word in front, a UUID is shorter. */
function isNumber(front: string, run: string, isTold: boolean): boolean {
	const letters = run.match(/[a-f]/gi)?.length ?? 0;
	if (letters * 10 < run.length || !/\d/.test(run)) return false;
	if (isTold) return run.length >= (front.endsWith('-') ? 24 : 16);
	if (JOINT.test(run)) return isSeveral(front, run);
	if (front === '') return run.length > 40 && !HASHES.includes(run.length);
	// Behind a hyphen they are a version, or the key of a cache.
	return run.length >= 28 && /[_.]$|^[a-z]{1,3}-$/.test(front);
}

/** One of several could be a hash, or an id. */
function isSeveral(front: string, run: string): boolean {
	const lengths = run.split(JOINT).map((part) => part.length);
	const length = lengths.reduce((sum, one) => sum + one, 0);
	const isLong = Math.max(...lengths) >= 24 && /[_.:]/.test(run);
	if (length >= 40 && (isLong || Math.min(...lengths) >= 24)) return true;
	return length >= (front === '' ? 64 : 56) && (front !== '' || Number(lengths[0]) >= 8);
}

/** Signs drawn by lot: as many as an id seldom has. */
function isLot(front: string, run: string, isTold: boolean): boolean {
	const isMixed = /[a-z]/.test(run) && /[A-Z]/.test(run);
	const isWhole = /^[A-Za-z\d]+$/.test(run);
	if (!(isMixed || isWhole)) return false;
	const isOdd = isDrawn(run);
	if (isTold && (isOdd || isWhole) && isRandom(run, true)) return true;
	if (front.endsWith('_')) {
		if (!isOdd) return isWhole && run.length >= 30 && isRandom(run);
	} else if (!isOdd || !/\d/.test(run)) return false;
	return run.replace(/=+$/, '').length >= leastOf(front, isMixed) && !isRead(run);
}

/** How long it has to be behind a word with this joint, or alone: small and big letters mixed, or of one kind. */
function leastOf(front: string, isMixed: boolean): number {
	if (front === '') return isMixed ? 24 : 30;
	if (!isMixed || front.endsWith('-')) return 20;
	return front.endsWith('_') ? 16 : 24;
}

/** Made of words, of numbers (`93.3c0-17-6.7` in a picture), or of text in base64. */
function isRead(run: string): boolean {
	const numbers = run.match(/[\d.-]/g)?.length ?? 0;
	return numbers > run.length * 0.65 || (/[A-Z]/.test(run) && (isWordy(run) || isText(run)));
}

/** Base64 with slashes in it, maybe behind a word, and no path. */
function isBase64(found: string): boolean {
	if (found.length < 32 || !/^(?:[a-z]{1,12}_)?[A-Za-z\d+/]+={0,2}$/.test(found)) return false;
	return !found.split('/').some((part) => /^[A-Za-z]?[a-z]{2,}\d?$/.test(part));
}
