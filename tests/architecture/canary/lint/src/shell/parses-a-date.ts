export const day = (at: string) => new Date(at);
