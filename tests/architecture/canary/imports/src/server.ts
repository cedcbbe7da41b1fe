import './adapters/other-json.ts';
