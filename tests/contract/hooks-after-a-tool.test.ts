import { playCases } from '../support/contract-cases.ts';

playCases((event, isLong) => !isLong && event.startsWith('post-tool-use'));
