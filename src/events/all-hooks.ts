// Generated from the files in this folder that export `hook` by `npm run schema`.
import { hook as postCompact } from './post-compact.ts';
import { hook as postToolUse } from './post-tool-use.ts';
import { hook as postToolUseFailure } from './post-tool-use-failure.ts';
import { hook as preSkillShellCommand } from './pre-skill-shell-command.ts';
import { hook as preToolUse } from './pre-tool-use.ts';
import { hook as sessionEnd } from './session-end.ts';
import { hook as sessionStart } from './session-start.ts';
import { hook as stop } from './stop.ts';
import { hook as subagentStop } from './subagent-stop.ts';
import { hook as taskCompleted } from './task-completed.ts';
import { hook as userPromptExpansion } from './user-prompt-expansion.ts';
import { hook as userPromptSubmit } from './user-prompt-submit.ts';

/** Every event that req answers, by the name of its file, of which the build makes `dist/hooks/<name>.cjs`. */
export const HOOKS = {
	'post-compact': postCompact,
	'post-tool-use': postToolUse,
	'post-tool-use-failure': postToolUseFailure,
	'pre-skill-shell-command': preSkillShellCommand,
	'pre-tool-use': preToolUse,
	'session-end': sessionEnd,
	'session-start': sessionStart,
	stop: stop,
	'subagent-stop': subagentStop,
	'task-completed': taskCompleted,
	'user-prompt-expansion': userPromptExpansion,
	'user-prompt-submit': userPromptSubmit,
} as const;
