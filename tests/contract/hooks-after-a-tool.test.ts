import { playCases } from '../support/contract-cases.ts';

playCases((event) => event.startsWith('post-tool-use'));
