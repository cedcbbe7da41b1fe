import { describe, expect, it } from 'vitest';
import { parseCommand } from '../command/parse-command.ts';
import { mentionsPath } from './mentions.ts';

const endings = ['.claude/requirements.yaml', '.git/requirements', ".claude'"];

describe('mentionsPath', () => {
	it.each([
		`python -c "open('.claude/requirements.yaml','w')"`,
		`python3.12 -c "import os; os.remove('.claude/requirements.yaml')"`,
		`python -c "import sys; open(sys.argv[1], 'w')" .claude/requirements.yaml`,
		`python - <<'EOF'\nopen('.claude/requirements.yaml', 'w')\nEOF`,
		`python <<< "open('.claude/requirements.yaml', 'w')"`,
		`node -e "require('fs').rmSync('.git/requirements', {recursive: true})"`,
		`node --eval "fs.writeFileSync('.CLAUDE/requirements.yaml', '')"`,
		`sudo -u x node -p "fs.unlinkSync('.git/requirements/a')"`,
		`sh -c "node -e 'fs.unlinkSync(\\".git/requirements/a\\")'"`,
		`deno eval "Deno.remove('.git/requirements')"`,
		`bun -e "Bun.write('.claude/requirements.yaml', '')"`,
		`ruby -e "File.write('.claude/requirements.yaml', '')"`,
		`perl -e 'unlink ".claude/requirements.yaml"'`,
		`php -r "unlink('.claude/requirements.yaml');"`,
		`awk 'BEGIN { print "x" > ".claude/requirements.yaml" }'`,
		`sed -n 'w .claude/requirements.yaml' a`,
		`python -c "open('.claude/requirements.yaml','w')" ((`,
		`sed '1e rm -rf .claude' a`,
	])('%s', (source) => {
		expect(mentionsPath(parseCommand(source), endings)).toBe(true);
	});

	it.each([
		`python -c "open('a', 'w')"`,
		`python a.py .claude/requirements.yaml`,
		`echo ".claude/requirements.yaml"`,
		`grep -r open .claude/requirements.yaml`,
		`awk '{ print $1 }' .claude/requirements.yaml`,
		`awk '$2 > 3' .claude/requirements.yaml`,
		`awk '{ print > "/dev/stderr" }' .claude/requirements.yaml`,
		`node -e "console.log(read('.claude/requirements.yaml').map(a => a))"`,
		`python -c "subprocess.check_output(['git','show','HEAD:.claude/requirements.yaml'])"`,
		`sed -n 1,5p .claude/requirements.yaml`,
		`python -c "print(open('.claude/requirements.yaml').read())"`,
		`python -c "print(1)" && cat .claude/requirements.yaml`,
		`cat <<'EOF'\nopen('.claude/requirements.yaml', 'w')\nEOF`,
	])('not %s', (source) => {
		expect(mentionsPath(parseCommand(source), endings)).toBe(false);
	});
});
