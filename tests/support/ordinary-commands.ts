/** Lines that developers and models run all day, and that change no source, commit nothing and open no gate. */
export const ORDINARY: readonly string[] = `
ls|ls -la|ls -R src|ls src/*.ts|pwd|cd src && ls|tree -L 2|whoami|date|date -u +%F|uname -a|env|printenv PATH|which node|type git
command -v npm|echo hello|echo "$PATH"|echo $HOME|printf '%s\\n' a b|true|false|sleep 1|clear|history|id|hostname|uptime|df -h|du -sh .
cat README.md|cat src/a.ts|head -20 src/a.ts|tail -f log.txt|tail -n 50 app.log|less README.md|wc -l src/*.ts|nl a.txt|file a.bin|stat a.ts
grep -rn "foo" src|grep -r 'git commit' docs|rg foo|rg -l 'req satisfy' docs|rg --files|ag foo|grep -c x a.txt|grep -E 'a|b' a.txt|zgrep x a.gz
find . -name '*.ts'|find src -type f -newer a.ts|find . -maxdepth 2 -type d|find . -name '*.ts' | wc -l|find . -name x -print0 | xargs -0 grep foo
find . -name '*.ts' -exec grep -l foo {} +|fd foo|locate foo|awk '{print $1}' a.txt|awk -F: '{print $2}' a.txt|sed -n 1,20p a.ts|sed 's/a/b/' a.txt
sort a.txt|sort -u a.txt|sort -k2 -n a.txt | uniq -c|cut -d, -f1 a.csv|tr a-z A-Z < a.txt|diff a b|diff -u a b|cmp a b|comm a b|paste a b|column -t a.txt
jq . a.json|jq -r '.scripts | keys[]' package.json|yq .a a.yaml|xxd a.bin | head|base64 a.txt|md5sum a|sha256sum a.txt|strings a.bin
git status|git status -sb|git log|git log --oneline -10|git log -p src/a.ts|git log --grep 'commit'|git diff|git diff --stat|git diff HEAD~1|git diff --cached
git diff main...HEAD --name-only|git show|git show HEAD:src/a.ts|git branch|git branch -a|git branch --show-current|git blame src/a.ts|git remote -v
git fetch|git fetch origin|git stash|git stash list|git stash show -p|git add -A|git add src/a.ts|git reset|git reset HEAD a.ts|git tag|git describe --tags
git rev-parse HEAD|git rev-parse --show-toplevel|git ls-files|git ls-files src | head|git shortlog -sn|git config --get user.name|git config -l|git reflog
git merge-base main HEAD|git cat-file -p HEAD|git grep foo|git check-ignore a|git worktree list|git submodule status|git bisect log|git commit --dry-run
git commit --dry-run -m x|git push --dry-run|git apply --check p.diff|git apply --stat p.diff|git am --abort|git cherry -v|git range-diff a b c
git --no-pager log -5|git -C . status|git -c color.ui=never diff|git switch main|git checkout main|git checkout -b feature/y|git switch -c feature/z|git pull
npm install|npm ci|npm i|npm ls|npm ls --depth=0|npm outdated|npm audit|npm run|npm run build|npm run lint|npm run dev|npm test|npm t|npm test -- a.test.ts
npm run test:unit|npm exec tsc -- --noEmit|npm view react version|npm --version|npm config get registry|npm pkg get name|npm why react|npm explain react
npx tsc --noEmit|npx tsc -p .|npx vitest run|npx vitest run src/a.test.ts|npx jest|npx eslint .|npx eslint src --max-warnings 0|npx prettier --check .
npx biome check .|npx biome ci|npx knip|npx playwright test|npx tsx scripts/a.ts|npx -y cowsay hi|npx depcheck|npx madge --circular src
yarn|yarn install|yarn test|yarn build|yarn lint|yarn why react|yarn workspaces info|pnpm install|pnpm test|pnpm -r build|pnpm --filter web test|pnpm why x
pnpm dlx tsx a.ts|pnpm exec tsc|bun install|bun test|bun run build|bunx tsc --noEmit|deno test|deno check a.ts|deno task build|deno fmt --check|deno lint
node a.js|node -v|node -e 'console.log(1)'|node -p 'process.version'|node --test|node --check a.js|node scripts/build.mjs|node --version && npm --version
python a.py|python3 -V|python -m pytest|python -m pytest -k login|python -c 'print(1)'|python3 -c "import sys; print(sys.path)"|python -m json.tool a.json
pytest|pytest -q|pytest tests/test_a.py::test_b|pip install -r requirements.txt|pip list|pip show x|pip freeze|uv sync|uv run pytest|uv pip list|poetry install
poetry run pytest|ruff check .|ruff format --check .|mypy src|black --check .|flake8|pylint src|tox|nox|coverage report|python manage.py test|python manage.py migrate
go build ./...|go test ./...|go vet ./...|go test -run TestA ./pkg|go mod tidy|go mod download|go list ./...|go run .|go version|go env GOPATH|gofmt -l .|golangci-lint run
cargo build|cargo test|cargo check|cargo clippy|cargo clippy -- -D warnings|cargo fmt --check|cargo run|cargo tree|cargo doc|cargo nextest run|cargo bench|rustc --version
make|make test|make -n test|make -j4|make lint build|just test|just --list|cmake -B build|cmake --build build|ctest --test-dir build|ninja -C build|meson test -C build
mvn test|mvn -q verify|./mvnw test|mvn dependency:tree|./gradlew test|./gradlew build|gradle tasks|sbt test|bazel test //...|bazel query //...|dotnet build|dotnet test
dotnet run|bundle install|bundle exec rspec|rspec|rake test|rails test|rubocop|composer install|composer test|phpunit|vendor/bin/phpstan analyse|mix test|mix compile|swift build
swift test|flutter test|flutter analyze|dart test|zig build test|ghc --version|stack test|terraform plan|terraform validate|terraform fmt -check|helm lint .|helm template .
docker ps|docker build .|docker compose up -d|docker compose logs -f web|docker exec -it web ls|docker images|docker run --rm -it node:20 node -v|kubectl get pods
kubectl describe pod a|kubectl logs a|kubectl apply -f k.yaml --dry-run=client|gh pr view|gh pr list|gh pr checks|gh issue view 1|gh run list|gh api repos/a/b|gh auth status
curl -s https://example.com|curl -I https://example.com|curl -sS localhost:3000/health | jq .|wget -qO- https://example.com|ping -c 1 localhost|dig example.com|nc -z localhost 80
ps aux|ps aux | grep node|top -b -n 1|lsof -i :3000|pgrep -f node|netstat -an|ss -ltn|time npm test|timeout 60 npm test|watch -n 1 date|xargs --version|nice npm run build
npm test 2>&1 | tail -20|npm test > /dev/null 2>&1|npm run build 2>&1 | grep -i error|npm test || echo failed|npm run lint && npm test|cd src; npm test; cd ..|(cd src && ls)
for f in src/*.ts; do wc -l $f; done|while read l; do echo $l; done < a.txt|if [ -f a.ts ]; then echo yes; fi|test -f a.ts && echo yes|[[ -d src ]] && ls src|X=1 npm test
export NODE_ENV=test|NODE_ENV=test npm test|A=$(git rev-parse HEAD); echo $A|git diff $(git merge-base main HEAD)|source .venv/bin/activate|. ~/.nvm/nvm.sh|nvm use 20|set -euo pipefail
"$PYTHON" -m pytest|$NODE a.js|\${CC:-cc} --version|$(npm root)/.bin/tsc --noEmit|"$(which node)" -v|$SHELL --version|$BASH -c 'ls'|psql -c 'select 1'|sqlite3 a.db '.tables'|redis-cli ping
taskset 1 npm test|chrt -o 0 npm test|unshare -r id|tmux ls|tmux new -d "npm run dev"|screen -ls|git bisect run npm test|git submodule foreach git status|make -f - <<< "all:; ls"
npx -c 'tsc --noEmit'|npm exec -c 'eslint .'|sh -c 'npm test'|bash -lc 'node -v'|bash scripts/check.sh|./scripts/check.sh --fast|sh -s <<< 'ls'|echo ls | sh|xargs ls <<< src
man git|git help commit|git commit --help|tldr tar|code .|open .|xdg-open .|tar tf a.tgz|unzip -l a.zip|zip --help|gzip -l a.gz|openssl version|ssh -V|rsync --version|chmod +x a.sh
IFS=, read -r a b <<< "1,2"|echo "$IFS"|echo '>' | cat|echo "a -> b"|node -e "if (1 > 0) console.log('=>')"|jq '.a > 1' a.json|awk '$1 > 5' a.txt|[ 2 -gt 1 ] && echo y|ls | tee /dev/null
`
	.replaceAll('\n', '|')
	.split('|')
	.reduce<string[]>(joinPipes, []);

/** A bar with a space on each side is the shell's. */
function joinPipes(lines: string[], piece: string): string[] {
	const before = lines.at(-1);
	const isPipe = before !== undefined && / $/.test(before) && /^ /.test(piece);
	if (isPipe) lines[lines.length - 1] = `${before}|${piece}`;
	else if (piece !== '') lines.push(piece);
	return lines;
}
