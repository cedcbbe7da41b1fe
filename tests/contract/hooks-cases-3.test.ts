import { playCases } from '../support/contract-cases.ts';

playCases({ part: 3, of: 3 });
