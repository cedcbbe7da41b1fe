const UUID = /[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}/gi;

/** What passes by itself or is the user's to mend: the session may be there all the same (ST-2). */
const OTHER_TROUBLE: readonly RegExp[] = [
	/\brate.?limit|\btoo many requests\b|\b429\b|\boverloaded\b|\b529\b|\b50[0-4]\b/i,
	/\bnetwork\b|\bECONN\w*|\bE(?:TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH)\b|\btimed? ?out\b|\bfetch failed\b|\bsocket\b/i,
	/\bauth\w*|\bunauthori[sz]ed\b|\bforbidden\b|\b40[13]\b|\bapi.?key\b|\bcredit\b|\blog ?in\b|\/login\b/i,
	/\bmodel\b/i,
];

/** How a client says that there is no such session any more (host fact 6, ST-1). */
const GONE: readonly RegExp[] = [
	/\bno (?:conversation|session) found\b/i,
	/\b(?:no such|unknown|invalid|expired) (?:session|conversation)\b/i,
	/\b(?:session|conversation)\b[^.\n]{0,80}\b(?:not found|does not exist|is invalid|has expired|expired|is gone)\b/i,
	/\b(?:Session|Conversation)NotFound(?:Error)?\b|\bInvalidSession(?:Error)?\b/,
	/(?:^|\b(?:status|code|error|http)\b[^\n]{0,12}?)\b(?:404|410)\b|\b(?:404|410) (?:not found|gone)\b/i,
];

/**
 * Whether an error says that the session to be resumed is gone, so that only a fresh one can go on (ST-1, ST-2).
 * Digits of an id say nothing.
 */
export function saysStale(error: string): boolean {
	const said = error.replaceAll(UUID, '<id>');
	return !OTHER_TROUBLE.some((one) => one.test(said)) && GONE.some((one) => one.test(said));
}
