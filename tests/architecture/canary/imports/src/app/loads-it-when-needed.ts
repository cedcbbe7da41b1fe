export const load = () => import('../core/command/parse-command.ts');
