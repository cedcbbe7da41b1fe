export const print = () => console.log('x');
