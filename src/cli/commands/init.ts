import { init as writePreset } from '../../app/commands/init.ts';
import { Fault } from '../../core/fault/fault.ts';
import { type Answer, answer, type Desk } from '../desk.ts';
import { initText } from '../text/init.ts';

interface InitOptions {
	readonly preset: string;
	readonly local?: true;
	readonly global?: true;
	readonly dryRun?: true;
}

/** `req init` (S4-012) */
export async function init(options: InitOptions, { ports, caller }: Desk): Promise<Answer> {
	const { preset, local, global, dryRun } = options;
	if (local === true && global === true) {
		throw new Fault('usage', '--local and --global are two different files');
	}
	const layer = local === true ? 'local' : global === true ? 'global' : 'project';
	const request = { caller: caller(undefined), preset, layer, dryRun: dryRun === true } as const;
	return answer(initText(await writePreset(request, ports)));
}
