import { playCases } from '../support/contract-cases.ts';

playCases({ part: 1, of: 3 });
