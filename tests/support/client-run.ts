import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startModelServer } from './model-server.ts';
import type { ModelRequest, Script } from './model-turns.ts';

/** A line of the client's `stream-json` output, as far as tests look at it. */
interface ClientMessage {
	readonly type: string;
	readonly subtype?: string;
	readonly session_id?: string;
	readonly result?: string;
	/** What a notice says to the user. */
	readonly content?: string;
	/** Who started the turn, where it was not the user. */
	readonly origin?: unknown;
	/** A question to the user, such as a permission. */
	readonly request_id?: string;
	readonly request?: { readonly input?: object };
}

/** A finished run of the client. */
export interface Run {
	/** `null` when it was killed. */
	readonly exit: number | null;
	/** The session's id, as the client reports it at the start. */
	readonly session: string;
	readonly messages: readonly ClientMessage[];
	readonly requests: readonly ModelRequest[];
}

export interface Running {
	readonly done: Promise<Run>;
	/** SIGKILL, as a closed terminal or the kernel would. */
	readonly kill: () => void;
}

export interface Launch {
	readonly program: string;
	readonly args: readonly string[];
	/** One prompt goes on the command line; several go one by one through stdin into the same session. */
	readonly prompts: readonly string[];
	/** The user answers yes to every question of the client: permissions, plans. */
	readonly approves: boolean;
	readonly cwd: string;
	/** The whole environment, but for the address of the model. */
	readonly env: Readonly<Record<string, string>>;
	readonly script: Script;
}

const patience = 180_000;

/** Starts the client in print mode against a scripted model. */
export async function startClient(launch: Launch): Promise<Running> {
	const model = await startModelServer(launch.script);
	const { prompts, approves } = launch;
	const typed = prompts.length === 1 && !approves;
	const talk = typed ? ['-p', ...prompts] : ['-p', '--input-format', 'stream-json'];
	const questions = approves ? ['--permission-prompt-tool', 'stdio'] : [];
	const output = ['--output-format', 'stream-json', '--verbose'];
	const args = [...talk, ...questions, ...output, ...launch.args];
	const child = spawn(launch.program, args, {
		cwd: launch.cwd,
		env: { ...launch.env, ANTHROPIC_BASE_URL: model.url },
		stdio: [typed ? 'ignore' : 'pipe', 'pipe', 'ignore'],
	});
	const timer = setTimeout(() => child.kill('SIGKILL'), patience);
	const finished = async (): Promise<Run> => {
		const messages = await converse(child, prompts);
		const exit = await exitOf(child);
		clearTimeout(timer);
		await model[Symbol.asyncDispose]();
		if (model.failures.length > 0) throw model.failures[0];
		const session = messages.find(({ subtype }) => subtype === 'init')?.session_id ?? '';
		return { exit, session, messages, requests: model.requests };
	};
	return { done: finished(), kill: () => child.kill('SIGKILL') };
}

/**
 * Collects the output, says yes to every question, and sends the next prompt each time the answer to
 * the one before has ended. A turn that the client starts by itself (`origin`) answers no prompt.
 */
async function converse(child: ChildProcess, prompts: readonly string[]): Promise<ClientMessage[]> {
	const { stdin, stdout } = child;
	if (stdout === null) return [];
	const say = (message: object) => stdin?.write(`${JSON.stringify(message)}\n`);
	const waiting = [...prompts];
	const next = () => {
		const content = waiting.shift();
		if (content === undefined) stdin?.end();
		else say({ type: 'user', message: { role: 'user', content } });
	};
	next();
	const messages: ClientMessage[] = [];
	for await (const line of createInterface({ input: stdout })) {
		const message = JSON.parse(line) as ClientMessage;
		messages.push(message);
		if (message.type === 'control_request') say(approvalOf(message));
		if (message.type === 'result' && message.origin === undefined) next();
	}
	return messages;
}

function approvalOf({ request_id, request }: ClientMessage): object {
	const response = { behavior: 'allow', updatedInput: request?.input ?? {} };
	return { type: 'control_response', response: { subtype: 'success', request_id, response } };
}

async function exitOf(child: ChildProcess): Promise<number | null> {
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
	return child.exitCode;
}
