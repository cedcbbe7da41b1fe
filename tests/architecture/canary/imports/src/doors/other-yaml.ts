export const parse = async () => (await import('yaml')).parse('a: 1');
