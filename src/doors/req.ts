#!/usr/bin/env node
import nodeModule from 'node:module';
import { oldNode } from './old-node.ts';

/** Since Node 22.8. */
const { enableCompileCache }: { enableCompileCache?: () => void } = Object(nodeModule);

const tooOld = oldNode();
if (tooOld === undefined) {
	enableCompileCache?.();
	void import('./start.ts');
} else {
	process.stderr.write(`req: ${tooOld}\n`);
	process.exitCode = 1;
}
