import MiniSearch from 'minisearch';

export const index = new MiniSearch({ fields: ['text'] });
