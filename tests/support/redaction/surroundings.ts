/** What stands around a secret where people leave them. `name` is the variable, `secret` the secret. */
type Surrounding = (name: string, secret: string) => string;

/** It stands alone: only its own form says what it is. */
export const ALONE: readonly Surrounding[] = [
	(_, s) => `use this one for the deploy: ${s} and tell me when it is done`,
	(_, s) => `curl -H "Authorization: Bearer ${s}" https://api.example.org/v1/me`,
	(_, s) => `echo ${s} | docker login -u bot --password-stdin`,
	(_, s) => `git commit -m "rotate ${s}"`,
	(_, s) => `| production | \`${s}\` | 2026-01-01 |`,
	(_, s) => `fetch("https://api.example.org/items?limit=5&key=${s}")`,
	(_, s) => `expected "${s}" to equal "other"\n    at Object.<anonymous> (test/auth.test.ts:12:5)`,
	(_, s) => `first line\\n${s}\\nlast line`,
	(_, s) => `client = Client("${s}")  # do not commit`,
	(_, s) => `(${s})`,
];

/** The same in lists, in changes, in front of a sentence, in a comparison. */
export const ALONE_IN_LINES: readonly Surrounding[] = [
	(_, s) => `- ${s}\n- the next one`,
	(_, s) => `@@ -1,2 +1,2 @@\n-${s}\n+`,
	(_, s) => `they sent **${s}** to all of us`,
	(_, s) => `${s} no longer works, why?`,
	(_, s) => `if (given === "${s}") return next();`,
];
