import { clientMemory } from '../adapters/client-memory.ts';
import { clientSettings } from '../adapters/client-settings.ts';
import { steadyClock } from '../adapters/clock.ts';
import { liveFaults } from '../adapters/fault-file.ts';
import { removeLine, removeStaleLines } from '../adapters/kept-line.ts';
import { isLive, removeStaleMarkers } from '../adapters/server-marker.ts';
import type { HostFacts, Ports } from '../app/ports.ts';
import type { Context } from '../core/context.ts';
import { sha256 } from '../store/hashes.ts';

/** The real world. */
export function livePorts(given: Context): Ports {
	const { env, configDir, hostname, writing } = given;
	// The steady clock leaves a mark at each look.
	const clock = writing.isReadOnly ? given.systemNow : steadyClock(configDir, given.now);
	const context = { ...given, now: clock };
	const { now } = context;
	const host = hostFacts(context);
	return {
		context,
		now,
		sha256,
		host,
		clientMemory: ({ root }) => clientMemory(root),
		faults: liveFaults(context),
		live: {
			hasServer: () => isLive(configDir, hostname, host.clientPid),
			removeStale: () => {
				removeStaleMarkers(configDir, hostname);
				removeStaleLines(configDir);
			},
			removeLine: (session) => removeLine(configDir, session),
		},
		client: clientSettings(configDir, host.home),
		trace: env['REQ_SESSION_DEBUG'] === '1' ? context.debug : undefined,
	};
}

/** What the environment says (7, 19). */
function hostFacts({ env, home, hostname, configDir, pid, parentPid }: Context): HostFacts {
	return {
		hostname,
		home,
		configDir,
		projectDir: named(env['CLAUDE_PROJECT_DIR']),
		pid,
		clientPid: pidIn(env['CLAUDE_PID']) ?? parentPid,
		sessionId: named(env['CLAUDE_CODE_SESSION_ID']),
		calledByModel: named(env['CLAUDECODE']) !== undefined,
		pluginRoot: named(env['CLAUDE_PLUGIN_ROOT']),
		// Every child of every client has CLAUDE_CODE_CHILD_SESSION. Only Bash calls get CLAUDE_CODE_EXECPATH,
		// so a hook that sees it belongs to a client that another client's Bash call started.
		nested: named(env['CLAUDE_CODE_EXECPATH']) !== undefined,
		inheritFrom: named(env['REQ_INHERIT_FROM']),
		inheritBundle: bundleIn(env),
		user: named(env['USER']) ?? 'user',
	};
}

function named(value: string | undefined): string | undefined {
	return value === undefined || value === '' ? undefined : value;
}

function bundleIn(env: Context['env']): HostFacts['inheritBundle'] {
	const path = named(env['REQ_INHERIT_BUNDLE']);
	if (path === undefined) return undefined;
	return { path, required: env['REQ_INHERIT_COMPREHENSION'] === 'required' };
}

function pidIn(value: string | undefined): number | undefined {
	const pid = Number(value);
	return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
}
