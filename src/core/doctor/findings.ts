import { INSTALLATION } from './installation-findings.ts';
import { LIVE } from './live-findings.ts';
import { MEMORY } from './memory-findings.ts';
import { PROJECT } from './project-findings.ts';

/** Every finding there is: where it belongs, what it means, what mends it. docs/troubleshooting.md is made from it. */
export const FINDINGS = { ...INSTALLATION, ...PROJECT, ...MEMORY, ...LIVE };
export type FindingCode = keyof typeof FINDINGS;
