import { bash } from './model-turns.ts';

/** Every edit waits for a review of the plan. */
export const plan = `version: 1
requirements:
  commit_plan: { skills: [arch-review] }
`;

/** One review pays for one commit. */
export const review = `version: 1
requirements:
  pre_commit_review:
    scope: single_use
    blocks: [{ command: git commit }]
    skills: [pre-commit]
`;

/** A commit that needs no edit before it. */
export const commit = bash('git commit -q --allow-empty -m "feat: one"');
