/** A process as the system tells of it. */
export interface ProcessFacts {
	readonly pid: number;
	/** Its parent; 0 where that is outside what can be seen, as for `docker exec`. */
	readonly parent: number;
	/** The leader of its session; 0 where that is outside what can be seen, negative where nobody can tell. */
	readonly session: number;
	/** Opaque, comparable to what the registry keeps of a client. */
	readonly started: string;
	/** The program, as far as it may be told. */
	readonly name: string;
}

/** What tells a process from every other one of this machine, also from a later one with its id. */
export function processMark({ pid, started }: ProcessFacts): string {
	return `${pid} ${started}`;
}

/** A live client of this machine. */
export interface LiveClient {
	readonly pid: number;
	readonly started: string | undefined;
	/** The leader of its session of processes; negative where nobody can tell. */
	readonly session: number;
	/** Whether a session of its works in the repository in question. */
	readonly isHere: boolean;
	/** When its session was first heard of, milliseconds. */
	readonly since: number;
}

/** What can be told of the program that a process runs. */
export interface RunProgram {
	/** Path of the file it runs from; `undefined` where that is not ours to see. */
	readonly path: string | undefined;
	/** When that file last changed, milliseconds. */
	readonly changed: number | undefined;
	/** What it interprets, where it is an interpreter. */
	readonly script: string | undefined;
	/** It runs as another user. */
	readonly isForeign: boolean;
}

/** Whether two processes run the same program, and where it interprets something the same script. */
export function isSameProgram(one: RunProgram, other: RunProgram): boolean {
	return one.path !== undefined && one.path === other.path && one.script === other.script;
}

/** Who stands behind a process; `unknown`: it was cut off from whoever started it. */
export type Asker = 'user' | 'model' | 'unknown';

export interface Lookups {
	readonly isLater: (started: string, than: string) => boolean;
	readonly programOf: (top: ProcessFacts) => RunProgram;
	/** The leader of the session of process 1. */
	readonly firstSession: number;
}

/** What only ever starts other programs at a set time, for whoever asked it to. */
const TIMERS = /^(?:cron|crond|atd|anacron|fcron|systemd-run)$/;
/** They run anything as another user, and come from no terminal of that user. */
const SWITCHES = /^(?:sudo|su|doas|pkexec|runuser)$/;
const TERMINALS =
	/^(?:sshd(?:-session)?|login|mosh-server|gnome-terminal(?:-server|-)?|kgx|gnome-console|ptyxis(?:-agent)?|konsole|yakuake|kitty|alacritty|wezterm(?:-gui|-mux-server)?|u?xterm|u?rxvt.*|st|foot(?:client)?|ghostty|tilix|terminology|xfce4-terminal|mate-terminal|lxterminal|qterminal|deepin-terminal|sakura|blackbox|warp(?:-terminal)?|hyper|tabby|rio|contour|cool-retro-term|terminal|iterm2?|itermserver.*|code(?:-insiders|-oss)?|codium|cursor|windsurf|zed(?:-editor)?|idea(?:64)?|pycharm(?:64)?|webstorm(?:64)?|phpstorm(?:64)?|rubymine(?:64)?|goland(?:64)?|clion(?:64)?|rider(?:64)?|rustrover(?:64)?|studio(?:64)?|emacs.*|gvim|xrdp-sesman|windowsterminal)$/i;

/**
 * Who asks, told by the ancestors of a process and not by its environment: whatever descends from a client
 * is the model's, however it was started. What was cut off from its ancestors after a session had begun
 * in the repository is nobody's, unless a terminal stands at its top.
 *
 * @param chain the process, its parent and so on, up to the one below the first process
 */
export function whoAsks(
	chain: readonly ProcessFacts[],
	clients: readonly LiveClient[],
	lookups: Lookups,
): Asker {
	if (clientAbove(chain, clients) !== undefined) return 'model';
	const top = chain.at(-1);
	if (top === undefined || top.parent === 0 || top.session === 0) return 'user';
	const isCut = clients.some((client) => client.isHere && isCutOff(top, client, lookups));
	return isCut ? 'unknown' : 'user';
}

/** The namespaces of a machine's first process: from there all processes can be seen, and nothing leads back there. */
const FIRST = { pid: 'pid:[4026531836]', user: 'user:[4026531837]' };

/**
 * Whether a process that sees no client was put where it cannot see this one: into a namespace of users, or on the
 * same host of processes, that the client is not in. A container that was built anew has another host name.
 *
 * @param own its namespaces; `undefined` where they are hidden, too
 */
export function isShutAway(
	own: string | undefined,
	client: { readonly spaces: string; readonly isOfHost: boolean },
): boolean {
	if (own === undefined) return true;
	const [pid, user] = own.split(' ');
	const [itsPid, itsUser] = client.spaces.split(' ');
	if (user !== itsUser && user !== FIRST.user) return true;
	return client.isOfHost && pid !== itsPid && pid !== FIRST.pid;
}

/** The nearest client that a process descends from. */
export function clientAbove(
	chain: readonly ProcessFacts[],
	clients: readonly LiveClient[],
): ProcessFacts | undefined {
	return chain.find((one) => clients.some((client) => isSame(client, one)));
}

function isSame({ pid, started }: LiveClient, other: ProcessFacts): boolean {
	return pid === other.pid && (started === undefined || started === other.started);
}

/**
 * A client starts every command in a session of its own, so what shares the client's session, or that of
 * the first process, was not started by a command.
 */
function isCutOff(top: ProcessFacts, client: LiveClient, lookups: Lookups): boolean {
	if (TIMERS.test(top.name)) return true;
	const isNewer = client.started !== undefined && lookups.isLater(top.started, client.started);
	if (!isNewer) return false;
	if (top.session > 0 && [client.session, lookups.firstSession].includes(top.session)) return false;
	return !isPersons(top, client, lookups);
}

/** A program of another user, or a terminal whose file is older than the client's session: no copy under its name. */
function isPersons(top: ProcessFacts, { since }: LiveClient, { programOf }: Lookups): boolean {
	const { path, changed, isForeign } = programOf(top);
	if (isForeign) return !SWITCHES.test(top.name);
	const name = path?.slice(path.lastIndexOf('/') + 1) ?? '';
	return TERMINALS.test(name) && changed !== undefined && changed < since;
}
