export const speak = () => process.stderr.write('x');
