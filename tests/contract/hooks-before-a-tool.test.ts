import { playCases } from '../support/contract-cases.ts';

playCases((event) => event === 'pre-tool-use');
