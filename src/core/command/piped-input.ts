import type { Command, Redirection, SyntaxNode } from 'unbash';
import { printedText, printedWords } from './printed-words.ts';
import { spellingsOf, wordSpellings, wordTexts } from './word-text.ts';

/** What a command has to read, as far as the line tells. */
export interface Input {
	/** The text of here-documents, here-strings and what `echo` says; `undefined` where there is none. */
	readonly stdin: string | undefined;
	/** Spellings of words that come through a pipe or from `<(…)`. */
	readonly piped: readonly string[];
	/** Spellings of files: of `<`, or those that `cat` shows. */
	readonly files: readonly string[];
}

export const NO_INPUT: Input = { stdin: undefined, piped: [], files: [] };

/** What each command of a pipeline gets from the one before it, where that is one plain call. */
export function pipedInputs(node: SyntaxNode, around: Input): ReadonlyMap<SyntaxNode, Input> {
	const commands = node.type === 'Pipeline' ? node.commands : [];
	const inputs = new Map<SyntaxNode, Input>();
	for (const [at, command] of commands.entries()) {
		const before = commands[at - 1];
		if (before?.type === 'Command') {
			const given = inputs.get(before);
			const passed = given && passesOn(before) ? given : printed(before, around);
			inputs.set(command, { ...passed, files: [...passed.files, ...shownBy(before)] });
		} else if (before !== undefined) inputs.set(command, { ...around, files: [] });
	}
	return inputs;
}

/** `| tee log |`, `| cat |`. */
function passesOn({ name }: Command): boolean {
	return /^(?:cat|tee)$/.test(name?.text ?? '');
}

/** `cat a b`. */
function shownBy({ name, args }: Command): readonly string[] {
	return name?.text === 'cat' ? spellingsOf(args) : [];
}

/** What redirections give to read; `around` where they give nothing. */
export function redirectedInput(redirections: readonly Redirection[], around: Input): Input {
	const texts = redirections.flatMap(inlineText);
	const words = redirections.flatMap(substituted);
	const files = redirections.flatMap(openedToRead);
	return {
		stdin: texts.length === 0 ? around.stdin : texts.join('\n'),
		piped: words.length === 0 ? around.piped : words,
		files: files.length === 0 ? around.files : files,
	};
}

function printed(command: Command, around: Input): Input {
	const words = command.name === undefined ? [] : [command.name, ...command.args];
	return {
		stdin: printedText(words.flatMap(wordTexts)) ?? around.stdin,
		piped: printedWords(spellingsOf(words)),
		files: [],
	};
}

/** Here-documents and here-strings, whichever descriptor a shell reads. */
function inlineText(redirect: Redirection): readonly string[] {
	if (redirect.type === 'HereDoc') return [redirect.body.text];
	const isString = redirect.type === 'HereString' && redirect.target !== undefined;
	return isString ? [wordTexts(redirect.target).join(' ')] : [];
}

/** `< a`. */
function openedToRead(redirect: Redirection): readonly string[] {
	const isRead = redirect.type === 'Redirect' && redirect.operator === '<';
	return isRead && redirect.target !== undefined ? wordSpellings(redirect.target) : [];
}

/** `< <(find a)`. */
function substituted(redirect: Redirection): readonly string[] {
	if (redirect.type !== 'Redirect' || redirect.operator !== '<') return [];
	return (redirect.target?.parts ?? []).flatMap((part) => {
		const command =
			part.type === 'ProcessSubstitution' ? part.script?.commands[0]?.command : undefined;
		return command?.type === 'Command' ? printed(command, NO_INPUT).piped : [];
	});
}
