import { preToolUse } from '../src/app/hooks/pre-tool-use.ts';
import { PreToolUseInput } from '../src/core/protocol/hook-input.ts';
import { runHook, USUAL } from '../src/runtime/run-hook.ts';

const answerToFailure = async () => (await import('../src/app/guarding.ts')).answerToFailure;
void runHook(PreToolUseInput, preToolUse, { ...USUAL, answerToFailure });
