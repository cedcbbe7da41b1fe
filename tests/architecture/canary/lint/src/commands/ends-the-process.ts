export const end = () => process.exit(1);
