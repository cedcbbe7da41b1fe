/** What `req session export` can print a session as. */
export const EXPORT_FORMATS = ['codes', 'codes-json', 'seed'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
