export const age = (changedMs: number) => Date.now() - changedMs;
export const temporary = (path: string) => `${path}.${process.pid}.tmp`;
