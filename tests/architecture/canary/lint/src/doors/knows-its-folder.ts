export const here = () => process.cwd();
