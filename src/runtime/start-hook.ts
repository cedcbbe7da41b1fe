import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BundleFunction, bytecodeFile, copyOf, scriptOf } from './bytecode.ts';
import { oldNode } from './old-node.ts';

/**
 * What Claude Code starts, once per hook, and `req.mjs` for a command: runs the bundle from its bytecode. Compiling the source
 * anew in every process costs as much as Node's own start.
 */
const code = join(__dirname, '..', 'code');
const loaded = new Map<string, { exports: unknown }>();

/** Set by the build: `./<hook>-<hash>.cjs`, and whether its bytecode lies there twice. */
declare const BUNDLE: string;
declare const IS_COMPARED: boolean;

const tooOld = oldNode();
if (tooOld === undefined) load(BUNDLE);
else if (BUNDLE.includes('session-start')) tell(tooOld);

/** Only a session start says it, and not again after a compaction: every other hook lets its call through. */
function tell(why: string): void {
	if (sourceOfStart() === 'compact') return;
	const text = `req: the gates are off: ${why}. Put a newer Node first on the PATH that claude is started with.`;
	const hookSpecificOutput = { hookEventName: 'SessionStart', additionalContext: text };
	process.stdout.write(JSON.stringify({ hookSpecificOutput, systemMessage: text }));
}

function sourceOfStart(): unknown {
	try {
		return JSON.parse(readFileSync(0, 'utf8')).source;
	} catch {
		return undefined;
	}
}

function load(id: string): unknown {
	const known = loaded.get(id);
	if (known !== undefined) return known.exports;
	const module = { exports: {} };
	loaded.set(id, module);
	const path = join(code, id);
	const run: BundleFunction = scriptOf(path, bytecodeOf(path)).runInThisContext();
	run(module, requireFrom, path);
	return module.exports;
}

/** Packages that only some calls need are bundles of their own, beside this one. */
function requireFrom(id: string): unknown {
	return id.startsWith('./') ? load(id) : require(id);
}

/** Without it the hook is slower and nothing else. */
function bytecodeOf(path: string): Buffer | undefined {
	try {
		const file = bytecodeFile(path);
		const bytes = readFileSync(file);
		if (!IS_COMPARED || path !== join(code, BUNDLE)) return bytes;
		return bytes.equals(readFileSync(copyOf(file))) ? bytes : undefined;
	} catch {
		return undefined;
	}
}
