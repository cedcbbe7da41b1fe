import { confirm } from '@clack/prompts';

export const sure = () => confirm({ message: 'sure' });
