import { gitHook } from '../src/app/hooks/git-hook.ts';
import { runGitHook } from '../src/runtime/run-git-hook.ts';

void runGitHook(gitHook);
