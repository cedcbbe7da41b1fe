import { playCases } from '../support/contract-cases.ts';

playCases({ part: 2, of: 3 });
