import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Those no user meets, those whose usage line says where to read on, and what nobody foresaw. */
const WITHOUT_HINT = ['bad_input', 'bad_session_id', 'usage', 'unexpected'];

interface Made {
	readonly code: string;
	readonly hasHint: boolean;
}

/** Every `new Fault(code, message, { hint })` of a source. */
function faultsIn(text: string): Made[] {
	const found: Made[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isNewExpression(node) && node.expression.getText() === 'Fault') {
			const [code, , more] = node.arguments ?? [];
			found.push({
				code: code !== undefined && ts.isStringLiteral(code) ? code.text : '',
				hasHint: /\bhint\b/.test(more?.getText() ?? ''),
			});
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true));
	return found;
}

it('a fault a user can meet names the command that helps', () => {
	expect(faultsIn("throw new Fault('refused', 'no')")).toEqual([{ code: 'refused', hasHint: false }]);
	expect(faultsIn("new Fault('refused', 'no', { hint: 'yes' })")).toEqual([{ code: 'refused', hasHint: true }]);
	const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
		.map((path) => ({ path, text: readFileSync(`src/${path}`, 'utf8') }))
		.filter(({ text }) => text.includes('new Fault('))
		.map(({ path, text }) => ({ path, faults: faultsIn(text) }));
	expect(sources.flatMap(({ faults }) => faults).length).toBeGreaterThan(25);
	const mute = sources.flatMap(({ path, faults }) =>
		faults
			.filter(({ code, hasHint }) => !hasHint && !WITHOUT_HINT.includes(code))
			.map(({ code }) => `${path}: ${code}`),
	);
	expect(mute).toEqual([]);
});
