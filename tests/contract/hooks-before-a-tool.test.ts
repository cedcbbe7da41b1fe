import { playCases } from '../support/contract-cases.ts';

playCases((event, isLong) => !isLong && event === 'pre-tool-use');
