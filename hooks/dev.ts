import { runHook } from '../src/doors/run-hook.ts';
import type { Hook } from '../src/events/hook.ts';

/** Answers an event from the sources, for `.claude/settings.dev.json`. The argument: the name of the event's file. */
const file: { hook: Hook<unknown> } = await import(`../src/events/${process.argv[2]}.ts`);
void runHook(file.hook);
