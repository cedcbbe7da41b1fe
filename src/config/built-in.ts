// Generated from config/defaults.yaml and config/presets by `npm run schema`: change those.

/** Skills of a requirement that declares none itself. */
export const BUILT_IN_SKILLS: ReadonlyMap<string, readonly string[]> = new Map([
	['commit_plan', ['arch-review', 'plan-review']],
	['adr_reviewed', ['arch-review', 'plan-review']],
	['tdd_planned', ['arch-review', 'plan-review']],
	['solid_reviewed', ['arch-review', 'plan-review']],
	['pre_commit_review', ['pre-commit']],
]);

/** What `req init --preset` writes, by name. */
export const PRESETS = {
	starter: {
		about: 'A plan before the first edit.',
		text: `# yaml-language-server: $schema=requirements.schema.json
version: 1
requirements:
  # Claude plans before its first edit of a session. Calling /arch-review or /plan-review satisfies
  # this, and so does an approved plan. Not checked: whether the review was finished, what it found
  # (the preset review asks for that), commits, and tests.
  commit_plan:
    plan: true
    message: Decide what the commits will be before editing.
`,
	},
	review: {
		about: 'A plan before the first edit, a review before each commit, tests before done.',
		text: `# yaml-language-server: $schema=requirements.schema.json
version: 1
requirements:
  # Claude plans before its first edit of a session. The last step of /arch-review or /plan-review
  # satisfies this: req done arch-review --evidence "…". So does an approved plan.
  commit_plan:
    plan: true
    satisfy_on: evidence
    message: Decide what the commits will be before editing.

  # Each commit gets its own review. The last step of /pre-commit satisfies it for one commit:
  # req done pre-commit --evidence "…". Edits after it, such as fixes, do not undo it.
  # It holds git commit; a turn may end without it.
  pre_commit_review:
    scope: single_use
    triggers: [edit]
    hold_stop: false
    blocks: [{ command: git commit }]
    satisfy_on: evidence
    message: Review the changes before committing them.

  # Work ends with the tests passing after the last edit.
  # Off until a command of yours stands here: name it, and delete "enabled: false".
  tested:
    enabled: false
    triggers: [edit]
    enforce: stop
    commands: [npm test]
    stale_after: [edit]
    message: Run the tests, and see them pass.
`,
	},
	strict: {
		about: 'Four planning steps, a review before each commit, tests before done, no work on main.',
		text: `# yaml-language-server: $schema=requirements.schema.json
version: 1
requirements:
  # Before the first edit of a session: four questions, answered by one review. The last step of
  # /arch-review or /plan-review satisfies all four: req done arch-review --evidence "…".
  commit_plan:
    satisfy_on: evidence
    message: Decide what the commits will be before editing.
  adr_reviewed:
    satisfy_on: evidence
    message: Check the plan against the decision records.
  tdd_planned:
    satisfy_on: evidence
    message: Say which tests come first.
  solid_reviewed:
    satisfy_on: evidence
    message: Check the design before building on it.

  # Each commit gets its own review. The last step of /pre-commit satisfies it for one commit:
  # req done pre-commit --evidence "…". An edit after it asks for a new one.
  # It holds git commit; a turn may end without it.
  pre_commit_review:
    scope: single_use
    triggers: [edit]
    hold_stop: false
    blocks: [{ command: git commit }]
    satisfy_on: evidence
    stale_after: [edit]
    message: Review the changes before committing them.

  # Work ends with the tests passing after the last edit.
  # Off until a command of yours stands here: name it, and delete "enabled: false".
  tested:
    enabled: false
    triggers: [edit]
    enforce: stop
    commands: [npm test]
    stale_after: [edit]
    message: Run the tests, and see them pass.

  # Work happens on a branch. For an exception: req approve on_main --ttl 1h
  on_main:
    type: guard
    guard: protected_branch
    branches: [main, master, "release/*"]
    message: This branch is protected.
`,
	},
	shadow: {
		about: 'All of strict, said but never enforced.',
		text: `# yaml-language-server: $schema=requirements.schema.json
# The strict rules, said but never enforced: see what they would ask before you turn them on.
version: 1
requirements:
  # Before the first edit of a session: four questions, answered by one review. The last step of
  # /arch-review or /plan-review satisfies all four: req done arch-review --evidence "…".
  commit_plan:
    satisfy_on: evidence
    enforce: warn
    message: Decide what the commits will be before editing.
  adr_reviewed:
    satisfy_on: evidence
    enforce: warn
    message: Check the plan against the decision records.
  tdd_planned:
    satisfy_on: evidence
    enforce: warn
    message: Say which tests come first.
  solid_reviewed:
    satisfy_on: evidence
    enforce: warn
    message: Check the design before building on it.

  # Each commit gets its own review. The last step of /pre-commit satisfies it for one commit:
  # req done pre-commit --evidence "…". An edit after it asks for a new one.
  pre_commit_review:
    scope: single_use
    triggers: [edit]
    blocks: [{ command: git commit }]
    satisfy_on: evidence
    stale_after: [edit]
    enforce: warn
    message: Review the changes before committing them.

  # Work ends with the tests passing after the last edit: said at the commit.
  # Off until a command of yours stands here: name it, and delete "enabled: false".
  tested:
    enabled: false
    triggers: [edit]
    blocks: [{ command: git commit }]
    enforce: warn
    commands: [npm test]
    stale_after: [edit]
    message: Run the tests, and see them pass.

  # Work happens on a branch. For an exception: req approve on_main --ttl 1h
  on_main:
    type: guard
    guard: protected_branch
    branches: [main, master, "release/*"]
    enforce: warn
    message: This branch is protected.
`,
	},
} as const;
