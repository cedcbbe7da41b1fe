import type { Explained } from './explained.ts';

/** Every finding that is about the project: its config, its state, its sessions. */
export const PROJECT = {
	not_configured: {
		area: 'config',
		severity: 'warning',
		means: 'There is no requirements.yaml here, so nothing is gated.',
		fix: '`req init`',
	},
	config_problem: {
		area: 'config',
		severity: 'broken',
		means: 'A part of the config cannot be read and gates nothing. The rest still does.',
		fix: 'correct it and run `req config check`',
	},
	config_off: {
		area: 'config',
		severity: 'warning',
		means: 'The config says `enabled: false`, so nothing is gated.',
		fix: 'remove `enabled: false`',
	},
	branch_paused: {
		area: 'config',
		severity: 'warning',
		means: 'The gates are off on this branch until you end the pause.',
		fix: '`req unpause`',
	},
	ground_differs: {
		area: 'config',
		severity: 'warning',
		means:
			'The place or the requirements differ from those a live session began with. The session is judged where it began, and by the stricter of both.',
		fix: '`req trust` if you made the change; otherwise undo it',
	},
	extension_stands: {
		area: 'plugin',
		severity: 'warning',
		means:
			'An extension ("mod") of somebody else runs inside Claude Code and could do something to the gates. The guard of req holds against one that takes hooks away, and not against one that was written to deceive it.',
		fix: 'remove it, or add `<trust>` to `trust_extensions` in your own requirements.yaml',
	},
	unguarded: {
		area: 'plugin',
		severity: 'warning',
		means:
			'`on_failure: block` asks that no call runs unchecked. The guard inside Claude Code, which 2.1.287 and later load, was not seen in a live session, so a call whose hook is killed still runs there.',
		fix: 'update Claude Code and start it again',
	},
	skill_unknown: {
		area: 'config',
		severity: 'warning',
		means:
			'A requirement names a skill that does not exist in the project, for the user or in an enabled plugin.',
		fix: 'add the skill, or correct its name in requirements.yaml',
	},
	program_missing: {
		area: 'config',
		severity: 'warning',
		means: 'A command that satisfies a requirement uses a program that cannot be found.',
		fix: 'install the program, or correct the command in requirements.yaml',
	},
	test_script_missing: {
		area: 'config',
		severity: 'warning',
		means:
			'The only command that satisfies a requirement runs the `test` script, but package.json has no such script, so the command always fails.',
		fix: 'add the script to package.json, or correct the command in requirements.yaml',
	},
	state_unwritable: {
		area: 'state',
		severity: 'broken',
		means: 'req cannot write its state, so nothing can be satisfied and gates only warn.',
		fix: 'make <file> a folder that you can write to',
	},
	state_corrupt: {
		area: 'state',
		severity: 'broken',
		means:
			'A stored document cannot be read. The next read moves it to quarantine, and the requirements it satisfied become unmet.',
		fix: 'restore the file, or satisfy the requirements again',
	},
	state_foreign: {
		area: 'state',
		severity: 'broken',
		means:
			'Something other than this req wrote the state of a branch: another program, another user or machine with a key of its own, or an older req. Nothing in it counts, and nothing is deleted.',
		fix: '`req trust --dry-run` shows what it holds, `req trust` accepts it',
	},
	state_linked: {
		area: 'state',
		severity: 'broken',
		means: 'The folder of the state is a link, which req does not follow. Nothing in it counts.',
		fix: 'remove the link <file>',
	},
	state_newer: {
		area: 'state',
		severity: 'broken',
		means: 'A newer req wrote a stored document. The document stays as it is, and gates only warn.',
		fix: 'update req',
	},
	state_unreadable: {
		area: 'state',
		severity: 'broken',
		means: 'You have no permission to read a stored document.',
		fix: 'correct the owner or the permissions of <file>',
	},
	init_record_unreadable: {
		area: 'state',
		severity: 'warning',
		means:
			'The record of `req init` cannot be read, so `req init --undo` cannot use it and `req init` cannot add to it.',
		fix: 'restore <file>, or move it away and remove by hand what `req init` wrote',
	},
	pending_left: {
		area: 'state',
		severity: 'warning',
		means:
			'A document could not be written, so changes wait beside it. They already count, and the next write adds them to the document.',
		fix: 'none needed; if they stay, find the process that holds the lock, or remove the link that replaces the folder of the state',
	},
	lock_abandoned: {
		area: 'state',
		severity: 'warning',
		means: 'The process that owned a lock has ended.',
		fix: 'none needed; the next write breaks the lock',
	},
	lock_held: {
		area: 'state',
		severity: 'warning',
		means:
			'A process has held a lock for more than ten seconds. Changes to the document wait beside it.',
		fix: 'let the process finish, or end it',
	},
	lock_foreign: {
		area: 'state',
		severity: 'warning',
		means:
			'The owner of a lock runs on another host, where req cannot check on it. After a day, req breaks the lock.',
		fix: 'end that process there; if the host is gone, remove <file>',
	},
	temporary_left: {
		area: 'state',
		severity: 'warning',
		means:
			'A process ended before it had finished writing a file. Nothing reads the part it left behind.',
		fix: 'none needed; `req prune` removes it after a day',
	},
	quarantined: {
		area: 'state',
		severity: 'warning',
		means: 'Documents that could not be read were moved to quarantine.',
		fix: 'look in <file> and restore what you need; `req prune` removes the rest after 30 days',
	},
	faults_unread: {
		area: 'state',
		severity: 'warning',
		means:
			'Something went wrong inside req in the last 7 days, and no session start has reported it yet.',
		fix: 'follow the hint of the fault: <hint>',
	},
	journals_large: {
		area: 'state',
		severity: 'warning',
		means: 'The session journals have grown beyond 50 MB.',
		fix: '`req prune`',
	},
	disk_full: {
		area: 'state',
		severity: 'broken',
		means: 'Less than 1 MB is free where the state is stored. Soon nothing can be satisfied.',
		fix: 'free some disk space',
	},
	disk_low: {
		area: 'state',
		severity: 'warning',
		means: 'Less than 100 MB is free where the state is stored.',
		fix: 'free some disk space',
	},
	cache_unwritable: {
		area: 'state',
		severity: 'warning',
		means: 'req cannot store the compiled config, so each hook parses YAML, which takes 15 ms.',
		fix: 'make <file> a folder that you can write to',
	},
	registry_unwritable: {
		area: 'sessions',
		severity: 'broken',
		means: 'req cannot register sessions, so it cannot tell which session calls it.',
		fix: 'make <file> a folder that you can write to',
	},
	registry_corrupt: {
		area: 'sessions',
		severity: 'broken',
		means: 'The session registry cannot be read. The next read moves it to quarantine.',
		fix: 'none needed; sessions register again at their next stop',
	},
	registry_newer: {
		area: 'sessions',
		severity: 'broken',
		means: 'A newer req wrote the session registry. It stays as it is.',
		fix: 'update req',
	},
	registry_entry_invalid: {
		area: 'sessions',
		severity: 'warning',
		means: 'An entry of the session registry was not written by req. It is ignored but kept.',
		fix: 'remove the entry <key> from <file>',
	},
	registry_entry_dead: {
		area: 'sessions',
		severity: 'warning',
		means: 'A registered session ended without reporting it, because its client was killed.',
		fix: 'none needed; the next session start removes it',
	},
	session_unseen: {
		area: 'sessions',
		severity: 'broken',
		means: "This session is running, but none of req's hooks has run in it.",
		fix: 'end the session and start claude again; if the finding stays, run `req doctor --live`',
	},
} as const satisfies Readonly<Record<string, Explained>>;
