/** The four kinds most projects have, as the README shows them. */
const FOUR = `version: 1
requirements:
  commit_plan:
    plan: true
    message: Write a commit plan first.
  pre_commit_review:
    scope: single_use
    triggers: [edit]
    blocks: [{ command: git commit }]
    skills: [pre-commit]
  tested:
    enforce: stop
    commands: [npm test]
    stale_after: [edit]
  on_main:
    type: guard
    guard: protected_branch
    branches: [main, "release/*"]
`;

/** All are satisfied by what satisfies the first four, so that one story fits both worlds. */
const SIX_MORE = `  adr_reviewed: {}
  tdd_planned: {}
  architecture_reviewed:
    scope: branch
    skills: [arch-review]
  linted:
    enforce: stop
    commands: [npm test]
    stale_after: [edit]
  security_reviewed:
    enforce: stop
    skills: [pre-commit]
  migrations_reviewed:
    triggers: [{ edit: "db/migrations/**" }]
    manual: user
`;

/** A pattern that takes a backtracking engine for ever, beside an ordinary one. */
const PATTERNS = `  writes_reviewed:
    triggers: [{ tool: "mcp__fs__write.*" }, { tool: "Bash(a+)+$" }]
    skills: [arch-review]
`;

/** Which config a world has. */
export type Size = 'small' | 'patterns' | 'large' | 'week' | 'years';

/** The project's `requirements.yaml` of each world. */
export const configs: Readonly<Record<Size, string>> = {
	small: FOUR,
	patterns: `${FOUR}${PATTERNS}`,
	large: `${FOUR}${SIX_MORE}`,
	week: FOUR,
	years: FOUR,
};

/** How many sessions ended during the last week of a world. */
export const pastSessions: Readonly<Partial<Record<Size, number>>> = { week: 20, years: 2_000 };

/** What the world is called in the table. */
export const sizeNames: Readonly<Record<Size, string>> = {
	small: '4 requirements',
	patterns: '4, and tool patterns',
	large: '10 × 1,000 sessions, 500 live',
	week: '4, and 20 sessions of a week',
	years: '4, and 2,000 sessions',
};
