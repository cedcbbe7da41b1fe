import { playCases } from '../support/contract-cases.ts';

playCases((_, isLong) => isLong);
