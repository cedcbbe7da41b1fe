import './adapters/other-yaml.ts';
