/** What stands around a secret where people leave them. `name` is the variable, `secret` the secret. */
type Surrounding = (name: string, secret: string) => string;

const small = (name: string) => name.toLowerCase();
const kebab = (name: string) => small(name).replaceAll('_', '-');
const camel = (name: string) => small(name).replace(/_(\w)/g, (_, char) => char.toUpperCase());

/** It has its name beside it. */
export const NAMED: readonly Surrounding[] = [
	(n, s) => `export ${n}=${s}`,
	(n, s) => `${n}="${s}" npm run deploy -- --stage prod`,
	(n, s) => `NODE_ENV=production\n${n}=${s}\nPORT=3000\n`,
	(n, s) => `{"region":"eu-west-1","${camel(n)}":"${s}","retries":3}`,
	(n, s) => `services:\n  api:\n    environment:\n      ${n}: ${s}\n      LOG_LEVEL: debug`,
	(n, s) => `${small(n)} = "${s}"\ntimeout = 30`,
	(n, s) => `docker run --rm -e ${n}=${s} -p 8080:8080 acme/api:1.4.2`,
	(n, s) => `./deploy.sh --env prod --${kebab(n)} ${s} --verbose`,
	(n, s) => `./deploy.sh --${kebab(n)}=${s}`,
	(n, s) => `const ${camel(n)} = '${s}';\nclient.connect(${camel(n)});`,
	(n, s) => `os.environ['${n}'] = '${s}'`,
	(n, s) => `2026-11-20T10:00:00Z DEBUG request failed ${small(n)}=${s} status=401`,
	(n, s) => `Error: Unauthorized {"${camel(n)}":"${s}"}\n    at request (/app/src/http.ts:41:11)`,
	(n, s) => `curl -d "{\\"${camel(n)}\\":\\"${s}\\"}" https://api.example.org/v1/login`,
	(n, s) => `$env:${n} = "${s}"`,
	(n, s) => `kubectl create secret generic api --from-literal=${kebab(n)}=${s}`,
	(n, s) => `The ${n} is ${s}, please put it into the pipeline`,
	(n, s) => `+${n}=${s}\n-${n}=`,
	(n, s) => `ENV ${n}=${s}`,
	(n, s) => `${camel(n)}: "${s}",`,
	(n, s) => `<add key="${n}" value="${s}" />`,
	(n, s) => `gh secret set ${n} --body "${s}"`,
];

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
