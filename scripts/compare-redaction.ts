/**
 * `npm run compare-redaction`: how many secrets of our corpora our rules find, and how many the newest recommended preset
 * of secretlint, in the same run; and how many texts that hold none each of them takes for one that does. secretlint
 * is installed into a temporary folder: nothing of ours depends on it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { redact } from '../src/secrets/redact.ts';
import {
	heldOutCorpus,
	type Planted,
	piecesLeft,
	spokenCorpus,
	tunedCorpus,
	unseenCorpus,
} from '../tests/support/redaction/corpus.ts';
import { fifthSet } from '../tests/support/redaction/fifth-set.ts';
import { fourthSamples } from '../tests/support/redaction/fourth-set.ts';
import { loneInnocent } from '../tests/support/redaction/lone-innocent.ts';
import { ORDINARY } from '../tests/support/redaction/ordinary.ts';
import { serviceSamples } from '../tests/support/redaction/service-samples.ts';
import { thirdSamples } from '../tests/support/redaction/third-set.ts';

const PACKAGES = ['@secretlint/core', '@secretlint/secretlint-rule-preset-recommend'];

/** The text without what was found in it. */
type Cut = (text: string) => string | Promise<string>;

interface Linter {
	readonly lintSource: (input: unknown) => Promise<{
		readonly messages: readonly { readonly range: readonly [number, number] }[];
	}>;
}

const corpora = [
	tunedCorpus(),
	heldOutCorpus(),
	unseenCorpus('looked at'),
	unseenCorpus('not looked at'),
	spokenCorpus(),
];
const fourth = fourthSamples();
const groups: Readonly<Record<string, readonly Planted[]>> = {
	'services, tuned by': serviceSamples('tuned'),
	'services, held out': serviceSamples('held out'),
	'third set, named': [...thirdSamples('looked at', 'named'), ...thirdSamples('not looked at', 'named')],
	'third set, alone': [...thirdSamples('looked at', 'alone'), ...thirdSamples('not looked at', 'alone')],
	'fourth set, decidable': fourth.filter(({ known }) => known !== 'by nothing'),
	'fourth set, a word says what it is': fourth.filter(({ known }) => known === 'told'),
	'fourth set, only its form does': fourth.filter(({ known }) => known === 'by its form'),
	'fourth set, not decidable alone': fourth.filter(({ known }) => known === 'by nothing'),
	'fifth set, as documents show them': fifthSet,
	'the other corpora': corpora.flatMap(({ secrets }) => secrets),
};
const innocents: Readonly<Record<string, readonly string[]>> = {
	'innocent texts': [...ORDINARY, ...corpora.flatMap((corpus) => corpus.innocent)],
	'innocent, drawn, tuned by': loneInnocent('tuned'),
	'innocent, drawn, held out': loneInnocent('held out'),
};

const folder = mkdtempSync(join(tmpdir(), 'compare-redaction-'));
try {
	const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', folder];
	execFileSync('npm', ['install', ...options, ...PACKAGES.map((name) => `${name}@latest`)], {
		stdio: 'ignore',
	});
	await compare({ ours: redact, secretlint: await secretlintIn(folder) });
} finally {
	rmSync(folder, { recursive: true });
}

async function secretlintIn(folder: string): Promise<Cut> {
	const resolve = createRequire(join(folder, 'index.js')).resolve;
	const [core, preset] = await Promise.all(PACKAGES.map(async (name) => import(pathToFileURL(resolve(name)).href)));
	const { lintSource }: Linter = core;
	const rules = [{ id: PACKAGES[1], rule: preset.creator }];
	return async (content) => {
		const source = { filePath: 'text.txt', ext: '.txt', contentType: 'text', content };
		const { messages } = await lintSource({ source, options: { config: { rules } } });
		return messages.reduceRight((text, { range: [from, to] }) => `${text.slice(0, from)}${text.slice(to)}`, content);
	};
}

async function compare(tools: Readonly<Record<string, Cut>>): Promise<void> {
	for (const [tool, cut] of Object.entries(tools)) {
		for (const [group, planted] of Object.entries(groups)) {
			const found = await count(planted, async (one) => piecesLeft(one, await cut(one.text)).length === 0);
			tell([tool, group, `${found} of ${planted.length} found`, share(found, planted.length)]);
		}
		for (const [group, texts] of Object.entries(innocents)) {
			const changed = await count(texts, async (text) => (await cut(text)) !== text);
			tell([tool, group, `${changed} of ${texts.length} changed`, share(changed, texts.length)]);
		}
	}
}

async function count<T>(all: readonly T[], is: (one: T) => Promise<boolean>): Promise<number> {
	let sum = 0;
	for (const one of all) if (await is(one)) sum++;
	return sum;
}

function share(part: number, whole: number): string {
	return `${((100 * part) / whole).toFixed(1)} %`;
}

function tell(cells: readonly string[]): void {
	process.stdout.write(`${cells.join(' | ')}\n`);
}
