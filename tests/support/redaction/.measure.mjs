// tests/support/redaction/draw.ts
var DIGITS = "0123456789";
var SMALL = "abcdefghijklmnopqrstuvwxyz";
var BIG = SMALL.toUpperCase();
function drawFor(name) {
  let state = [...name].reduce((sum, char) => sum * 31 + char.charCodeAt(0) >>> 0, 7);
  const next = () => {
    state = Math.imul(state ^ state >>> 15, 739982445) + 2654435769 >>> 0;
    return (state ^ state >>> 13) >>> 0;
  };
  const from2 = (alphabet) => (length) => Array.from({ length }, () => alphabet[next() % alphabet.length]).join("");
  const hex = from2(`${DIGITS}abcdef`);
  return {
    hex,
    lower: from2(SMALL + DIGITS),
    upper: from2(BIG + DIGITS),
    word: from2(SMALL + BIG + DIGITS),
    url: from2(`${SMALL}${BIG}${DIGITS}-_`),
    base64: from2(`${SMALL}${BIG}${DIGITS}+/`),
    digits: from2(DIGITS),
    base32: from2(`${BIG}234567`),
    uuid: () => [8, 4, 4, 4, 12].map(hex).join("-")
  };
}

// tests/support/redaction/unseen.ts
var ALPHABETS = {
  h: "hex",
  w: "word",
  u: "url",
  b: "base64",
  d: "digits",
  U: "upper",
  l: "lower",
  B: "base32"
};
function written(text) {
  const draw = drawFor(text);
  return text.replace(
    /%([hwubdUlB])(\d+)%/g,
    (_, kind, length) => draw[ALPHABETS[kind] ?? "word"](Number(length))
  ).replaceAll("\xA6", "").replace(/\{\{@([\s\S]+?)@\}\}/g, (_, plain) => `{{${encoded(plain, "base64")}}}`).replace(/\{\{#([\s\S]+?)#\}\}/g, (_, plain) => `{{${encoded(plain, "hex")}}}`);
}
function encoded(plain, how) {
  return Buffer.from(plain).toString(how).replace(/=+$/, "");
}

// tests/support/redaction/ordinary.ts
var TEXTS = {
  "lock files": [
    '"node_modules/ms": {\n  "version": "2.1.3",\n  "resolved": "https://registry.npmjs.org/ms/-/ms-2.1.3.tgz",\n  "integrity": "sha512-%b86%=="\n}',
    'ms@^2.1.1:\n  version "2.1.3"\n  resolved "https://registry.yarnpkg.com/ms/-/ms-2.1.3.tgz#%h40%"\n  integrity sha512-%b86%==',
    "  /ms@2.1.3:\n    resolution: {integrity: sha512-%b86%==}\n    dev: true",
    'name = "serde"\nversion = "1.0.203"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "%h64%"',
    '    {file = "requests-2.32.3-py3-none-any.whl", hash = "sha256:%h64%"},',
    "requests==2.32.3 \\\n    --hash=sha256:%h64%",
    "golang.org/x/text v0.16.0 h1:%b43%=\ngolang.org/x/text v0.16.0/go.mod h1:%b43%=",
    "    keycloak (1.2.3)\n    token-resolver (0.4.1)\n      json (~> 2.0)\n\nBUNDLED WITH\n   2.5.9",
    '"packages-hash": "%h32%", "content-hash": "%h32%"',
    '"rev": "%h40%", "narHash": "sha256-%b43%="',
    '"lastModified": 1720000000, "narHash": "sha256-%b43%=", "owner": "NixOS"',
    "token-types@4.2.1, keyv@4.5.4, js-tokens@4.0.0, css-tokenizer@2.2.4",
    '"dependencies": { "passport": "^0.7.0", "keytar": "^7.9.0", "@azure/keyvault-secrets": "^4.8.0" }',
    "Unpacking libsecret-1-0:amd64 (0.20.5-2) ..."
  ],
  "hashes and ids": [
    "tree %h40%\nparent %h40%\nauthor Ana <ana@example.org> 1720000000 +0200",
    "From %h40% Mon Sep 17 00:00:00 2001",
    "cherry picked from commit %h40%",
    "pick %h7% Read the token once",
    "fixup! %h7% rename secret to hidden",
    "refs/heads/main %h40%",
    "bisect: %h40% is the first bad commit",
    "digest: sha256:%h64% size: 1570",
    "REPOSITORY TAG IMAGE ID\nacme/api 1.4 %h12%",
    'CONTAINER ID %h12% acme/token-service:1.0 "node"',
    "trace=%h32% span=%h16% flags=01",
    "requestId: %h8%-%h4%-4%h3%-a%h3%-%h12%",
    "x-request-id: %h8%-%h4%-4%h3%-a%h3%-%h12%",
    "x-amzn-trace-id: Root=1-%h8%-%h24%",
    "cf-ray: %h16%-FRA",
    'etag: "%h32%-12"',
    'ETag: "%h64%"',
    '"_id": "%h24%", "__v": 0',
    '"id": "%U26%", "createdAt": "2026-01-01"',
    "msg_01%w22%",
    '"id":"toolu_01%w22%","name":"Read"',
    '"id": "chatcmpl-%w29%", "object": "chat.completion"',
    "resp_%h48%",
    "call_%w24% returned 3 rows",
    "run_%w24% is queued",
    "thread_%w24%",
    "file-%w24% was uploaded",
    "session_01%w22%",
    "req_%w16% took 80 ms",
    "evt_1P%w22% payment_intent.succeeded",
    '"customer": "cus_%w14%", "charge": "ch_3P%w22%"',
    "pi_3P%w22% requires_action",
    "price_1P%w22%",
    "acct_1P%w14%",
    "prod_%w14% is archived",
    "txn_1%w22%",
    "PR_kwDO%w18%",
    "gid://shop/Order/%d13%",
    "node_id: MDQ6VXNlcj%d6%",
    "urn:uuid:%h8%-%h4%-4%h3%-a%h3%-%h12%",
    "machine-id %h32%",
    "serial %h2%:%h2%:%h2%:%h2%:%h2%:%h2%:%h2%",
    "SHA256:%b43% ana@laptop (ED25519)",
    "MD5 (dist.zip) = %h32%",
    "%h64% *dist.tar.gz",
    "blake3 %h64%",
    "crc32 %h8%, size 18231",
    "arn:aws:sts::123456789012:assumed-role/deploy/%w16%",
    "i-0%h16% is stopping",
    "subnet-0%h16% sg-0%h16% vpc-0%h16%",
    "vol-0%h16% attached to i-0%h16%",
    "ami-0%h16%",
    "build-%h8%-%h4%-4%h3%-a%h3%-%h12%.log",
    "deployment/api-%h9% scaled to 3",
    "pod/api-%h9%-%l5% 1/1 Running",
    "dpl_%w24% is ready",
    "QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG",
    "bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
    "0x%h40% is the contract",
    "block %h64% height 840000"
  ],
  "public keys and pictures": [
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI%b43% ana@laptop",
    "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAB%b300% ci@example.org",
    "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIE%b44%\n%b64%\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE%b28%\n%b60%\n-----END PUBLIC KEY-----",
    'publicKey: "%b43%="',
    '"public_key": "%b86%=="',
    "PublicKey = %b43%=",
    "background: url(data:image/svg+xml;base64,PHN2ZyB4bWxu%b120%)",
    'src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUg%b200%"',
    "src: url(data:font/woff2;base64,d09GMgABAAAA%b200%)",
    "//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXX0=",
    'integrity="sha384-%b64%" crossorigin="anonymous"',
    "script-src 'nonce-%b22%==' 'sha256-%b43%='",
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="
  ],
  "code about tokens": [
    "$token .= $chunk;",
    "$token .= '';",
    "$this->token ??= $this->fetchToken();",
    "@token ||= fetch_token",
    "self.token = token or self._load_token()",
    "let token = tokens[position];",
    "tokens += response.usage.total_tokens;",
    "totalTokens += usage.outputTokens ?? 0;",
    "key += String.fromCharCode(code);",
    "out << token << std::endl;",
    'token << " " << next_token',
    'config.set("token", token);',
    "$config->set('token', $token);",
    'map.put("apiKey", apiKey);',
    "headers.append('X-Api-Key', apiKey);",
    'req.Header.Set("Authorization", "Bearer "+token)',
    'builder.setApiKey(System.getenv("API_KEY"));',
    "Client.builder().token(token).build();",
    ".withToken(this.token)",
    'token := r.Header.Get("X-Token")',
    "var apiKey string",
    "private readonly token: string;",
    "let token: string | undefined = undefined;",
    "password: Optional[str] = None",
    'api_key: str = Field(..., env="API_KEY")',
    'token: SecretStr = SecretStr("")',
    "pub token: Option<String>,",
    "token: Some(token),",
    "let secret = Secret::from(value);",
    'const char *token = strtok(line, " ");',
    "#define TOKEN_MAX_LENGTH 4096",
    "#define KEY_BACKSPACE 0x08",
    'static const char key_map[] = "qwertyuiop";',
    "NSString *token = [self tokenForUser:user];",
    "Dim Token As String = ReadToken()",
    "token = case conn do",
    "{:token, value} -> value",
    '(defn token [request] (get-in request [:headers "token"]))',
    "(setq key-bindings nil)",
    'local token = redis.call("get", KEYS[1])',
    "token <- readLines(path)",
    'if (token === "end-of-file") return;',
    'expect(token).toBe("identifier");',
    'expect(screen.getByLabelText("Password")).toBeVisible();',
    'throw new TokenError("unexpected token", "E_UNEXPECTED_TOKEN");',
    '{ type: "token", value: "identifier", start: 12, end: 22 }',
    'const KEY = "settings.theme.dark-mode";',
    'const STORAGE_KEY = "shop:cart:v2";',
    'export const QUERY_KEY = ["orders", "list"] as const;',
    'localStorage.getItem("theme-key")',
    "cacheKey: `user:${id}:orders:v3`",
    'sortKey: "createdAt", partitionKey: "tenantId"',
    'foreignKey: "orders_customer_id_fkey"',
    "CONSTRAINT users_pkey PRIMARY KEY (id)",
    "ADD CONSTRAINT tokens_user_id_key UNIQUE (user_id);",
    'i18nKey="checkout.payment.card-number.label"',
    'data-key="row-12" aria-keyshortcuts="Control+K"',
    '<input type="password" name="password" autocomplete="current-password" />',
    '<label for="token">Token</label>',
    '<property name="token" value="${app.token}"/>',
    "<password>${env.DB_PASSWORD}</password>",
    "<token>$(API_TOKEN)</token>",
    "<key>CFBundleIdentifier</key>\n<string>org.example.shop</string>",
    "<key>NSFaceIDUsageDescription</key>\n<string>Unlock with your face</string>",
    '<string name="password_hint">Enter your password</string>',
    '<string name="api_key_title">API key</string>',
    '<entry key="token.expired">Your token has expired</entry>'
  ],
  "settings with references": [
    "token: |\n  ${TOKEN}",
    "api_key: >-\n  {{ .Values.apiKey }}",
    "password: *default_password",
    'password: &pw "${PW}"',
    "token: !vault |\n  $ANSIBLE_VAULT;1.1;AES256",
    "- name: API_TOKEN\n  valueFrom:\n    secretKeyRef: {name: api, key: token}",
    "secretName: api-tls\nsecretKey: tls.key",
    "api_token = var.api_token",
    "password = random_password.db.result",
    "secret_id = aws_secretsmanager_secret.db.id",
    'default = ""\nsensitive = true',
    'token = data.vault_generic_secret.api.data["token"]',
    "helm upgrade shop . --set api.token=$TOKEN --set replicas=3",
    "helm upgrade shop . --set image.tag=1.4.2-%h7%",
    "docker run -e API_KEY -e DB_PASSWORD acme/api",
    'docker run -e TOKEN="${TOKEN}" acme/api',
    "docker build --build-arg NPM_TOKEN=$NPM_TOKEN .",
    "docker build --secret id=npm,src=$HOME/.npmrc .",
    "//registry.npmjs.org/:_authToken=${NPM_TOKEN}",
    "machine api.example.org login bot password $PASS",
    "localhost:5432:shop:app:*",
    'curl -u "$USER:" https://api.example.org',
    "curl -u :$TOKEN https://api.example.org",
    'curl -H "X-Api-Key: $API_KEY" https://api.example.org',
    'curl -H "Api-Token: <token>" https://api.example.org',
    "Authorization: Token <your token>",
    "Authorization: Api-Token ${token}",
    "?api_key=YOUR_API_KEY&limit=5",
    "?access_token={access_token}",
    "export TOKEN=$(cat /run/secrets/token)",
    'TOKEN="${TOKEN:-}"',
    ': "${API_KEY:?set it first}"',
    "API_KEY ?= $(shell cat .key)",
    "set -gx TOKEN (cat token.txt)",
    "setenv EDITOR vim",
    "set PASSWORD=%PASSWORD%",
    "API_KEY=xxxxxxxxxxxxxxxx",
    "API_KEY=xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
    "TOKEN=<paste it here>",
    '"apiKey": "<your-api-key>"',
    '"token": "REDACTED"',
    'apiKey: "test"',
    'token: "dummy-token"',
    'password: "changeme"',
    'secret: "not-a-real-secret"',
    "SECRET_KEY=insecure-development-only",
    "JWT_SECRET=please-change-me-in-production",
    "TOKEN=000000000000000000000000",
    "key=ctrl+shift+p",
    "bind-key -T copy-mode-vi v send-keys -X begin-selection",
    "KEYMAP=de-latin1-nodeadkeys",
    "KeyPath: /etc/ssl/private/api.key",
    "ssl_certificate_key /etc/nginx/tls/api.example.org.key;",
    "IdentityFile ~/.ssh/id_ed25519_work",
    "passwordFile: /run/secrets/db-password",
    "tokenEndpoint: https://auth.example.org/oauth2/v1/token",
    'token_url = "https://auth.example.org/realms/shop/protocol/openid-connect/token"',
    "secretRef: projects/shop/secrets/db-password/versions/3",
    'key_vault_uri = "https://shop-kv-prod.vault.azure.net/"',
    "auth: {type: oauth2, flow: authorizationCode}",
    '"auth": "ServiceAccount", "scope": "read:orders"'
  ],
  "names with such prefixes": [
    "test_returns_404_when_user_1_is_missing_from_the_list",
    "FAILED tests/test_auth.py::test_token_2_is_refused_after_60_seconds",
    "live_migration_20240101_adds_orders_and_customers",
    "sandbox_mode_is_enabled_for_accounts_created_before_2024",
    "model: xai-grok-2-vision-1212-extended-context",
    "sk-learn-1.5.0-cp312-manylinux-2-17-x86-64",
    "npm_config_registry_2=https://registry.example.org",
    "npm_lifecycle_event=build npm_package_version=1.4.2",
    "pat-na1-is-the-region-of-version-2-accounts",
    "figd_ and figu_ tokens of version 2 of the interface",
    "hvs.is_the_prefix_of_vault_tokens_since_1_10_0",
    "secret-santa-2024-list-of-participants-and-gifts-v2",
    "secret_manager_version_2_access_policy_document_v3",
    "dapi-server-2-deployment-with-3-replicas",
    "glsa_service_account_2_token_rotation_job_v3",
    "rnd_sample_1000_rows_from_the_orders_table_2024",
    "ico-sprite-24-outline-rounded-2x",
    "ser.deserialize_map_2_with_borrowed_keys()",
    "api-gateway-2-deployment-production-eu-west-1",
    "sdk-build-tools-34-release-candidate-2",
    "pul-down-menu-2-with-nested-items-v3",
    "r8_shrinker_rules_2_for_release_builds",
    "live_view_socket_2_handles_reconnects",
    "key_rotation_job_2_finished_in_120_seconds",
    "st.session_state_2_is_reset_on_rerun",
    "fw_iptables_chain_2_accepts_established",
    "e2b_sandbox_template_2_for_node_20_and_python",
    "EAAA is how such a token begins; AKIA too, version 2"
  ],
  "commands and logs": [
    "tool auth login --web --hostname git.example.org",
    "gh auth status --show-token=false",
    "aws secretsmanager get-secret-value --secret-id shop/prod/db",
    "vault kv get -field=token secret/shop/prod",
    "kubectl get secret api-token-7d9f8 -o yaml",
    "kubectl create token deployer --duration=10m",
    "npm token list",
    'op read "op://shop/github/token"',
    "ssh-keygen -t ed25519 -f ~/.ssh/shop -C ci@example.org",
    "gpg --list-secret-keys --keyid-format=long",
    "sec   ed25519/%U16% 2024-01-01 [SC]\n      %U40%",
    "bundle config set path vendor/bundle",
    "bundle config gems.example.org",
    "npx shop config set theme dark-blue-v2",
    'redis-cli --scan --pattern "session:*"',
    "12:01:07 INFO token refreshed for user 4821 in 12 ms",
    "WARN token expires in 3599 s",
    'level=info msg="secret rotated" name=db-password version=14',
    "tokens=18231 cost=0.0412 model=large-v2-20260101",
    'usage: {"input_tokens": 1841, "output_tokens": 210, "cache_read_input_tokens": 15022}',
    "Tokens per second: 81.24 (prompt 412.07)",
    "max_tokens=4096 temperature=0.2",
    "Compiled 1842 modules in 2.1s (chunk-%w8%.js 14 kB)",
    "dist/assets/index-%w8%.js   142.31 kB \u2502 gzip: 45.02 kB",
    "GET /static/js/main.%h8%.chunk.js 200",
    "Downloading acme-1.2.3-py3-none-any.whl.metadata (5.1 kB)",
    "Created wheel: filename=acme-1.0-py3-none-any.whl size=1841 sha256=%h64%",
    "Stored in directory: /root/.cache/pip/wheels/%h2%/%h2%/%h2%/%h56%",
    "extracting: %h64%/layer.tar",
    "Cache restored from key: linux-x64-node-20-%h64%",
    "Cache saved with key: Linux-pnpm-store-%h64%",
    "restore-keys: |\n  ${{ runner.os }}-npm-",
    'key: ${{ runner.os }}-${{ hashFiles("package-lock.json") }}',
    "HEAD is now at %h7% Say which key is missing",
    'Switched to a new branch "claude/fix-token-refresh-01%w20%"',
    "origin/renovate/js-tokens-9.x",
    "tests/fixtures/tokens/valid-token.json: 3 passed",
    "\u2713 refuses a token that is too short (12 ms)",
    'Error: ENOENT: no such file, open "/run/secrets/api_key"',
    "fatal: could not read Password for https://git.example.org",
    'error TS2339: Property "secretKey" does not exist on type "Options2024".',
    'KeyError: "user_id_v2"',
    'panic: unexpected token "}" at line 12, column 4',
    "at Object.getToken (webpack-internal:///./src/auth/token-store.ts:41:11)",
    "node_modules/.pnpm/jsonwebtoken@9.0.2/node_modules/jsonwebtoken/sign.js",
    "/nix/store/%l32%-openssl-3.0.13/bin/openssl",
    "/var/lib/docker/overlay2/%h64%/merged",
    "C:\\Users\\ana\\AppData\\Local\\Temp\\token-cache-v2.json"
  ],
  "minified code and data": [
    '!function(e,t){"object"==typeof exports?module.exports=t():e.Token=t()}(this,function(){return e=>e.key})',
    "const a=e=>e.token||(e.token=b(e.id)),c=(e,t)=>e[t.key]??d[t.key];",
    'var r="function"==typeof Symbol?Symbol("key"):"@@key";',
    ".Button_root__x7Yd2{color:#1a2b3c}.Token_label__9kQz1{margin:0}",
    '"AAAA,SAAS,KAAKA,GACV,OAAOC,MAAM,CAACD,EAAE,CAAC,CAAC"',
    '{"version":3,"file":"a.js","mappings":"AAAA;AACA,SAAS"}',
    'd="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2z"',
    "[0.1284731, -0.8471923, 0.5512847, 0.0192834]",
    '"embedding":[-0.0123847,0.0284719,0.0381742]',
    "id,email,created_at\n4821,ana@example.org,2026-01-01T10:00:00Z",
    "INSERT INTO orders VALUES (4821, '%h8%-%h4%-4%h3%-a%h3%-%h12%', 39.90);",
    "SELECT token_type, count(*) FROM tokens GROUP BY token_type;",
    "WHERE key = 'orders.export.enabled'",
    '{"type":"object","properties":{"token":{"type":"string","minLength":20}}}',
    '"required": ["apiKey", "secretKey"], "additionalProperties": false',
    "token:\n  type: string\n  description: what the login answered\n  example: abc",
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 3h18v18H3z"/></svg>',
    "aGVsbG8gd29ybGQsIHRoaXMgaXMgYSBsb25nIHRleHQ="
  ],
  prose: [
    "The token is read once and then kept in memory for 15 minutes.",
    "Our API key policy says that keys are rotated every quarter (Q3-2026).",
    "The secret is stored under projects/shop/secrets, see section 4.2.1.",
    "Each service has its own access key ID; the key itself never leaves the vault.",
    "Please rename accessToken2 to refreshedAccessToken in session-store.ts.",
    "The key is pressed twice, then released after 200ms.",
    "A key concept here is eventual consistency, as in RFC9110 and ISO8601.",
    "The password has to have 12 characters, one of them a digit.",
    "I pass the token to fetchOrders2 and it throws ERR_INVALID_ARG_TYPE.",
    "The signing key is a P-256 key in the HSM; its label is shop-signing-2026.",
    "Token bucket: 100 requests per 60s, refill 10/s.",
    "It uses the same key as in #4821, so the cache is hit 93% of the time.",
    "Write tests for the token parser: escapes, unicode, EOF, 64 kB lines.",
    "Where does the secret manager get the version projects/1/secrets/db/versions/7 from?",
    "The webhook is called with event order.created and schema v2.1.",
    "With key order.items[0].sku the lookup is O(1).",
    "Set the token header, then retry with exponential backoff (max 5).",
    "Auth is by cookie for browsers, and by mTLS for services.",
    "Signature verification fails since openssl 3.0.13 was installed.",
    "The salt is per user, 16 bytes from the system generator.",
    "Seed the database with 500 customers and 20 products.",
    "Use the seed 1720000000 to get the same numbers again.",
    "The session key is derived from both nonces with HKDF-SHA256.",
    "see https://docs.example.org/auth/tokens#personal-access-tokens-2026",
    "Add passkeys to the login page; keep the password form behind a flag.",
    "The credentials provider chain ends in EC2 metadata v2."
  ]
};
var DRAWN = ["hashes and ids", "lock files", "public keys and pictures"];
var ORDINARY = Object.entries(TEXTS).flatMap(
  ([kind, texts]) => texts.flatMap(
    (text) => DRAWN.includes(kind) ? [text, ` ${text}`].map(written) : [written(text)]
  )
);

// tests/support/redaction/assignments.ts
var small = (name) => name.toLowerCase();
var kebab = (name) => small(name).replaceAll("_", "-");
var dotted = (name) => small(name).replaceAll("_", ".");
var camel = (name) => small(name).replace(/_(\w)/g, (_, char) => char.toUpperCase());
var pascal = (name) => camel(name).replace(/^\w/, (char) => char.toUpperCase());
var header = (name) => `X-${kebab(name).replace(/\b\w/g, (char) => char.toUpperCase())}`;
var ASSIGNMENTS = {
  "php, appended": (n, s) => `$${camel(n)} .= "${s}";`,
  "php, unless set": (n, s) => `$${camel(n)} ??= "${s}";`,
  "php, array": (n, s) => `return ['${small(n)}' => '${s}', 'debug' => false];`,
  "php, setter": (n, s) => `$config->set('${small(n)}', '${s}');`,
  "php, constant": (n, s) => `define('${n}', '${s}');`,
  "php, class constant": (n, s) => `    private const ${n} = '${s}';`,
  "php, putenv": (n, s) => `putenv("${n}=${s}");`,
  "perl, appended": (n, s) => `$${small(n)} .= '${s}';`,
  "perl, declared": (n, s) => `my $${small(n)} = q{${s}};`,
  "perl, hash": (n, s) => `my %conf = (${small(n)} => "${s}", retries => 3);`,
  "ruby, unless set": (n, s) => `@${small(n)} ||= '${s}'`,
  "ruby, symbol": (n, s) => `config[:${small(n)}] = "${s}"`,
  "ruby, rocket": (n, s) => `{ :${small(n)} => "${s}", :port => 80 }`,
  "ruby, fetched": (n, s) => `${small(n)} = ENV.fetch("${n}", "${s}")`,
  "ruby, frozen": (n, s) => `${n} = "${s}".freeze`,
  "js, appended": (n, s) => `${camel(n)} += "${s}";`,
  "js, unless set": (n, s) => `options.${camel(n)} ??= '${s}';`,
  "js, otherwise": (n, s) => `const ${camel(n)} = process.env.${n} ?? '${s}';`,
  "js, environment": (n, s) => `process.env.${n} = '${s}';`,
  "js, map": (n, s) => `const conf = new Map([['${camel(n)}', '${s}']]);`,
  "js, header": (n, s) => `headers.append('${header(n)}', '${s}');`,
  "js, template": (n, s) => `const ${camel(n)} = \`${s}\`;`,
  "ts, typed": (n, s) => `private readonly ${camel(n)}: string = '${s}';`,
  "ts, union": (n, s) => `let ${camel(n)}: string | undefined = "${s}";`,
  "ts, asserted": (n, s) => `const ${camel(n)} = <string>"${s}";`,
  "python, typed": (n, s) => `${small(n)}: str = "${s}"`,
  "python, triple": (n, s) => `${small(n)} = """${s}"""`,
  "python, argument": (n, s) => `client = Client(region="eu", ${small(n)}="${s}", timeout=3)`,
  "python, default": (n, s) => `${small(n)} = os.getenv("${n}", "${s}")`,
  "python, otherwise": (n, s) => `${small(n)} = os.environ.get('${n}') or '${s}'`,
  "python, set": (n, s) => `os.environ.setdefault("${n}", "${s}")`,
  "python, bracketed": (n, s) => `${small(n)} = (
    "${s}"
)`,
  "python, bytes": (n, s) => `${small(n)} = b"${s}"`,
  "python, dict call": (n, s) => `conf = dict(${small(n)}='${s}')`,
  "python, wrapped": (n, s) => `${small(n)} = SecretStr("${s}")`,
  "go, short": (n, s) => `${camel(n)} := "${s}"`,
  "go, typed": (n, s) => `var ${camel(n)} string = "${s}"`,
  "go, raw": (n, s) => `${camel(n)} = \`${s}\``,
  "go, environment": (n, s) => `os.Setenv("${n}", "${s}")`,
  "go, header": (n, s) => `req.Header.Set("${header(n)}", "${s}")`,
  "java, constant": (n, s) => `private static final String ${n} = "${s}";`,
  "java, map": (n, s) => `headers.put("${camel(n)}", "${s}");`,
  "java, property": (n, s) => `props.setProperty("${dotted(n)}", "${s}");`,
  "java, setter": (n, s) => `builder.set${pascal(n)}("${s}");`,
  "java, builder": (n, s) => `Client.builder().${camel(n)}("${s}").build();`,
  "java, system": (n, s) => `-D${dotted(n)}=${s} -jar app.jar`,
  "java, annotation": (n, s) => `@Value("\${${dotted(n)}:${s}}")`,
  "kotlin, typed": (n, s) => `private val ${camel(n)}: String = "${s}"`,
  "scala, raw": (n, s) => `val ${camel(n)} = """${s}"""`,
  "swift, typed": (n, s) => `static let ${camel(n)}: String = "${s}"`,
  "rust, constant": (n, s) => `const ${n}: &str = "${s}";`,
  "rust, lifetime": (n, s) => `pub static ${n}: &'static str = "${s}";`,
  "rust, owned": (n, s) => `let ${small(n)} = String::from("${s}");`,
  "rust, field": (n, s) => `${small(n)}: "${s}".to_string(),`,
  "rust, raw": (n, s) => `let ${small(n)} = r#"${s}"#;`,
  "rust, some": (n, s) => `${small(n)}: Some("${s}".into()),`,
  "c, macro": (n, s) => `#define ${n} "${s}"`,
  "c, array": (n, s) => `static const char ${small(n)}[] = "${s}";`,
  "cpp, streamed": (n, s) => `${small(n)} << "${s}";`,
  "cpp, braces": (n, s) => `const std::string ${small(n)}{"${s}"};`,
  "csharp, verbatim": (n, s) => `public const string ${pascal(n)} = @"${s}";`,
  "csharp, index": (n, s) => `config["${pascal(n)}"] = "${s}";`,
  "objective-c": (n, s) => `NSString *${camel(n)} = @"${s}";`,
  "visual basic": (n, s) => `Dim ${pascal(n)} As String = "${s}"`,
  pascal: (n, s) => `${pascal(n)} := '${s}';`,
  dart: (n, s) => `static const ${camel(n)} = '${s}';`,
  "dart, default": (n, s) => `String.fromEnvironment('${n}', defaultValue: '${s}')`,
  "elixir, config": (n, s) => `config :shop, ${small(n)}: "${s}"`,
  "elixir, otherwise": (n, s) => `${small(n)}: System.get_env("${n}") || "${s}"`,
  "erlang, tuple": (n, s) => `{${small(n)}, "${s}"}.`,
  "erlang, binary": (n, s) => `{${small(n)}, <<"${s}">>},`,
  "clojure, map": (n, s) => `{:${kebab(n)} "${s}" :port 80}`,
  "clojure, def": (n, s) => `(def ${kebab(n)} "${s}")`,
  "lisp, setq": (n, s) => `(setq ${kebab(n)} "${s}")`,
  "lua, long": (n, s) => `local ${small(n)} = [[${s}]]`,
  "r, arrow": (n, s) => `${small(n)} <- "${s}"`,
  "r, environment": (n, s) => `Sys.setenv(${n} = "${s}")`,
  groovy: (n, s) => `    ${camel(n)} '${s}'`,
  haskell: (n, s) => `${camel(n)} :: String
${camel(n)} = "${s}"`,
  nix: (n, s) => `  ${camel(n)} = "${s}";`,
  "cmake, set": (n, s) => `set(${n} "${s}")`,
  "make, unless set": (n, s) => `${n} ?= ${s}`,
  "make, at once": (n, s) => `${n} := ${s}`,
  sql: (n, s) => `INSERT INTO settings (name, value) VALUES ('${small(n)}', '${s}');`,
  "sql, set": (n, s) => `ALTER SYSTEM SET ${small(n)} = '${s}';`
};
var CARRIED = {
  "xml element": (n, s) => `<settings><${camel(n)}>${s}</${camel(n)}></settings>`,
  "xml element, lines": (n, s) => `<${camel(n)}>
    ${s}
</${camel(n)}>`,
  "xml element, cdata": (n, s) => `<${kebab(n)}><![CDATA[${s}]]></${kebab(n)}>`,
  "xml attribute": (n, s) => `<server id="a" ${camel(n)}="${s}" />`,
  "xml property": (n, s) => `<property name="${dotted(n)}" value="${s}"/>`,
  "xml named element": (n, s) => `<string name="${small(n)}">${s}</string>`,
  "xml entry": (n, s) => `<entry key="${dotted(n)}">${s}</entry>`,
  plist: (n, s) => `<key>${pascal(n)}</key>
	<string>${s}</string>`,
  "yaml, literal": (n, s) => `${small(n)}: |
  ${s}
port: 80`,
  "yaml, folded": (n, s) => `  ${small(n)}: >-
    ${s}
  port: 80`,
  "yaml, next line": (n, s) => `${small(n)}:
  ${s}
`,
  "yaml, quoted": (n, s) => `${kebab(n)}: '${s}'`,
  "yaml, tagged": (n, s) => `${small(n)}: !!str ${s}`,
  "yaml, flow": (n, s) => `auth: {${small(n)}: ${s}, retries: 3}`,
  "yaml, anchor": (n, s) => `${small(n)}: &shared ${s}`,
  "yaml, environment": (n, s) => `env:
  - name: ${n}
    value: "${s}"`,
  "yaml, list of settings": (n, s) => `environment:
  - ${n}=${s}
  - PORT=80`,
  "toml, table": (n, s) => `[service]
port = 80
${small(n)} = '${s}'`,
  "toml, long": (n, s) => `${small(n)} = """
${s}"""`,
  "toml, inline": (n, s) => `service = { port = 80, ${small(n)} = "${s}" }`,
  ini: (n, s) => `[service]
${small(n)} = ${s}
; the end`,
  properties: (n, s) => `app.${dotted(n)}=${s}
app.port=80`,
  "properties, continued": (n, s) => `app.${dotted(n)}=\\
    ${s}
app.port=80`,
  "properties, colon": (n, s) => `app.${dotted(n)} : ${s}`,
  "terraform, attribute": (n, s) => `provider "shop" {
  ${small(n)} = "${s}"
}`,
  "terraform, default": (n, s) => `variable "${small(n)}" {
  type    = string
  default = "${s}"
}`,
  "terraform, document": (n, s) => `${small(n)} = <<EOF
${s}
EOF`,
  "terraform, option": (n, s) => `terraform apply -var="${small(n)}=${s}"`,
  "terraform, environment": (n, s) => `export TF_VAR_${small(n)}="${s}"`,
  "helm, set": (n, s) => `helm upgrade shop ./chart --set ${dotted(n)}=${s} --wait`,
  "helm, set string": (n, s) => `helm install shop . --set-string "api.${camel(n)}=${s}"`,
  "dotenv, quoted": (n, s) => `PORT=80
${n}='${s}'
DEBUG=1`,
  "dotenv, blanks": (n, s) => `${n} = ${s}
`,
  "json in quotes": (n, s) => `curl -d '{"user":"jo","${camel(n)}":"${s}"}' localhost:80/login`,
  "json, escaped": (n, s) => `"body": "{\\"${small(n)}\\": \\"${s}\\"}"`,
  "json, twice escaped": (n, s) => `"{\\\\\\"${small(n)}\\\\\\":\\\\\\"${s}\\\\\\"}"`,
  "json, lines": (n, s) => `{
  "${small(n)}":
    "${s}"
}`,
  "json, name beside value": (n, s) => `{ "name": "${n}", "value": "${s}" }`,
  "docker, environment": (n, s) => `docker run -d -e ${n}=${s} --name a acme/api`,
  "docker, environment quoted": (n, s) => `docker run --env "${n}=${s}" acme/api`,
  "docker, argument": (n, s) => `docker build --build-arg ${n}=${s} .`,
  dockerfile: (n, s) => `ENV ${n} ${s}`,
  "kubernetes, text": (n, s) => `kind: Secret
stringData:
  ${kebab(n)}: ${s}`,
  "kubernetes, data": (n, s) => `kind: Secret
data:
  ${small(n)}: ${Buffer.from(s).toString("base64")}`,
  "kubernetes, literal": (n, s) => `kubectl create secret generic a --from-literal=${small(n)}=${s}`,
  npmrc: (_, s) => `//registry.example.org/:_authToken=${s}
fund=false`,
  netrc: (_, s) => `machine api.example.org
  login bot
  password ${s}`,
  pgpass: (_, s) => `db.example.org:5432:shop:app:${s.replaceAll(":", "")}`,
  "connection, pairs": (n, s) => `Endpoint=https://a.example.org/;${pascal(n)}=${s.replaceAll(";", "")};Port=1`,
  "curl, no user": (_, s) => `curl -u :${s} https://api.example.org/v1/items`,
  "curl, only user": (_, s) => `curl -u ${s}: https://api.example.org/v1/items`,
  "curl, user": (_, s) => `curl --user "api:${s}" https://api.example.org/v1/items`,
  "curl, header": (n, s) => `curl -H "${header(n)}: ${s}" https://api.example.org`,
  "header, token": (_, s) => `Authorization: Token ${s}`,
  "header, api token": (_, s) => `Api-Token: ${s}`,
  "header, api token of a scheme": (_, s) => `-H 'Authorization: Api-Token ${s}'`,
  "header, key": (_, s) => `x-api-key: ${s}
accept: */*`,
  "query, key": (_, s) => `GET /v1/items?limit=5&api_key=${encodeURIComponent(s)} HTTP/1.1`,
  "query, access token": (_, s) => `https://api.example.org/me?access_token=${encodeURIComponent(s)}&v=2`,
  form: (n, s) => `grant_type=client_credentials&${small(n)}=${encodeURIComponent(s)}`,
  option: (n, s) => `deploy --region eu --${kebab(n)} ${s} --yes`,
  "option, quoted": (n, s) => `deploy --${kebab(n)}="${s}"`,
  "option, short": (_, s) => `deploy login --token ${s}`,
  "shell, local": (n, s) => `local ${small(n)}="${s}"`,
  "shell, unless set": (n, s) => `: "\${${n}:=${s}}"`,
  "shell, otherwise": (n, s) => `${n}="\${${n}:-${s}}"`,
  "shell, file": (n, s) => `cat >> .env <<EOF
${n}=${s}
EOF`,
  "shell, echo": (n, s) => `echo "${n}=${s}" >> "$GITHUB_ENV"`,
  fish: (n, s) => `set -gx ${n} ${s}`,
  csh: (n, s) => `setenv ${n} ${s}`,
  batch: (n, s) => `set ${n}=${s}\r
call run.bat`,
  powershell: (n, s) => `$Env:${n}='${s}'`,
  "powershell, call": (n, s) => `[Environment]::SetEnvironmentVariable("${n}", "${s}", "User")`,
  nginx: (n, s) => `proxy_set_header ${header(n)} "${s}";`,
  "gitlab, variables": (n, s) => `variables:
  ${n}: "${s}"
stages: [build]`,
  "github, actions": (n, s) => `with:
  ${kebab(n)}: ${s}
  node-version: 20`,
  ansible: (n, s) => `- set_fact:
    ${small(n)}: "${s}"`,
  logstash: (n, s) => `  "${small(n)}" => "${s}"`,
  log: (n, s) => `12:01:07 WARN retrying with ${small(n)}=${s} (401)`,
  "log, quoted": (n, s) => `level=warn msg="refused" ${small(n)}="${s}"`,
  "markdown table": (n, s) => `| \`${n}\` | \`${s}\` | production |`,
  csv: (n, s) => `${n},${s}
PORT,80`,
  said: (n, s) => `the ${small(n).replaceAll("_", " ")} is ${s}, put it into the vault`,
  "said with a colon": (n, s) => `our ${small(n).replaceAll("_", " ")}: ${s}`,
  "diff line": (n, s) => `-${small(n)} = "old"
+${small(n)} = "${s}"`,
  config: (n, s) => `npx shop config set ${kebab(n)} ${s}`,
  "bundle config": (_, s) => `bundle config gems.example.org ${s}`
};

// tests/support/redaction/services.ts
import { readFileSync } from "node:fs";
import { join } from "node:path";
var PAGE = join(import.meta.dirname, "../../../docs/notes/token-formats.md");
var ROW = /^\| ([^|]+) \| ([^|]+) \| (`.+`) \| <(https:[^>]+)> \| ✓? ?\|$/;
function servicesOnPage() {
  const lines = readFileSync(PAGE, "utf8").split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| Service |"));
  const services = lines.flatMap((line) => {
    const [, service = "", credential = "", formats = "", address = ""] = ROW.exec(line) ?? [];
    if (service === "") return [];
    return [{ service, credential, address, formats: formats.slice(1, -1).split("`, `") }];
  });
  return { services, odd: lines.filter((line) => !ROW.test(line)) };
}
function isHeldOut({ service }) {
  return [...service].reduce((sum, char) => sum * 31 + char.charCodeAt(0) >>> 0, 7) % 2 === 1;
}
function variableOf({ service, credential }) {
  return `${service}_${credential}`.replace(/[^A-Za-z0-9]+/g, "_").toUpperCase();
}
function isMarked(format) {
  if (/^uuid$/.test(format)) return false;
  return piecesOf(format).some(
    (piece) => typeof piece === "string" && /\w{3}|[.$]\w|\w[.$]/.test(piece)
  );
}
function sampleOf(format, name) {
  const draw = drawFor(`${format} ${name}`);
  return piecesOf(format).map((piece) => typeof piece === "string" ? piece : drawn(piece, draw)).join("");
}
function frontOf(format) {
  const [front] = piecesOf(format);
  return typeof front === "string" ? front : "";
}
function piecesOf(format) {
  return [
    ...format.matchAll(/uuid|\[((?:\\.|[^\]])+)\](?:\{(\d+)\})?|((?:\\.|(?!uuid)[^[\\])+)/g)
  ].flatMap(([whole, written2, length, literal]) => {
    if (whole === "uuid") return uuid();
    if (literal !== void 0) return [literal.replace(/\\(.)/g, "$1")];
    return [{ alphabet: alphabetOf(written2 ?? ""), length: Number(length ?? 1) }];
  });
}
function uuid() {
  return [8, 4, 4, 4, 12].flatMap((length, index) => [
    ...index === 0 ? [] : ["-"],
    { alphabet: "0123456789abcdef", length }
  ]);
}
function alphabetOf(written2) {
  return [...written2.replace("\\w", "A-Za-z0-9_").matchAll(/(.)-(.)|(.)/g)].map(([, from2, to, single]) => {
    if (from2 === void 0 || to === void 0) return single;
    const first = from2.charCodeAt(0);
    return String.fromCharCode(
      ...Array.from({ length: to.charCodeAt(0) - first + 1 }, (_, at) => first + at)
    );
  }).join("");
}
function drawn({ alphabet, length }, draw) {
  return Array.from({ length }, () => {
    const at = Number.parseInt(draw.hex(4), 16);
    return alphabet[at % alphabet.length];
  }).join("");
}

// tests/support/redaction/surroundings.ts
var small2 = (name) => name.toLowerCase();
var kebab2 = (name) => small2(name).replaceAll("_", "-");
var camel2 = (name) => small2(name).replace(/_(\w)/g, (_, char) => char.toUpperCase());
var NAMED = [
  (n, s) => `export ${n}=${s}`,
  (n, s) => `${n}="${s}" npm run deploy -- --stage prod`,
  (n, s) => `NODE_ENV=production
${n}=${s}
PORT=3000
`,
  (n, s) => `{"region":"eu-west-1","${camel2(n)}":"${s}","retries":3}`,
  (n, s) => `services:
  api:
    environment:
      ${n}: ${s}
      LOG_LEVEL: debug`,
  (n, s) => `${small2(n)} = "${s}"
timeout = 30`,
  (n, s) => `docker run --rm -e ${n}=${s} -p 8080:8080 acme/api:1.4.2`,
  (n, s) => `./deploy.sh --env prod --${kebab2(n)} ${s} --verbose`,
  (n, s) => `./deploy.sh --${kebab2(n)}=${s}`,
  (n, s) => `const ${camel2(n)} = '${s}';
client.connect(${camel2(n)});`,
  (n, s) => `os.environ['${n}'] = '${s}'`,
  (n, s) => `2026-11-20T10:00:00Z DEBUG request failed ${small2(n)}=${s} status=401`,
  (n, s) => `Error: Unauthorized {"${camel2(n)}":"${s}"}
    at request (/app/src/http.ts:41:11)`,
  (n, s) => `curl -d "{\\"${camel2(n)}\\":\\"${s}\\"}" https://api.example.org/v1/login`,
  (n, s) => `$env:${n} = "${s}"`,
  (n, s) => `kubectl create secret generic api --from-literal=${kebab2(n)}=${s}`,
  (n, s) => `The ${n} is ${s}, please put it into the pipeline`,
  (n, s) => `+${n}=${s}
-${n}=`,
  (n, s) => `ENV ${n}=${s}`,
  (n, s) => `${camel2(n)}: "${s}",`,
  (n, s) => `<add key="${n}" value="${s}" />`,
  (n, s) => `gh secret set ${n} --body "${s}"`
];
var ALONE = [
  (_, s) => `use this one for the deploy: ${s} and tell me when it is done`,
  (_, s) => `curl -H "Authorization: Bearer ${s}" https://api.example.org/v1/me`,
  (_, s) => `echo ${s} | docker login -u bot --password-stdin`,
  (_, s) => `git commit -m "rotate ${s}"`,
  (_, s) => `| production | \`${s}\` | 2026-01-01 |`,
  (_, s) => `fetch("https://api.example.org/items?limit=5&key=${s}")`,
  (_, s) => `expected "${s}" to equal "other"
    at Object.<anonymous> (test/auth.test.ts:12:5)`,
  (_, s) => `first line\\n${s}\\nlast line`,
  (_, s) => `client = Client("${s}")  # do not commit`,
  (_, s) => `(${s})`
];

// tests/support/redaction/service-samples.ts
var PLACES = [
  ...Object.entries(ASSIGNMENTS),
  ...Object.entries(CARRIED)
];
var PLACES_OF_EACH = 6;
var IDS = /\bID$/;
function serviceSamples(half) {
  return servicesOnPage().services.filter((service) => isHeldOut(service) === (half === "held out")).flatMap(
    (service, index) => service.formats.flatMap((format, turn) => samplesOf(service, format, index * 7 + turn * 3))
  );
}
function samplesOf(service, format, start) {
  const provider = `${service.service} ${service.credential}`;
  const isByName = !IDS.test(service.credential);
  const named = Array.from({ length: PLACES_OF_EACH }, (_, turn) => {
    const [place, write] = PLACES[(start * 5 + turn * 29) % PLACES.length] ?? [];
    if (place === void 0 || write === void 0) return [];
    const called = turn % 3 === 2 ? `${service.service.replace(/[^A-Za-z0-9]+/g, "")}_TOKEN` : variableOf(service);
    const secret = sampleOf(format, `${provider} ${turn}`);
    return [
      {
        provider,
        place,
        secret: hidden(secret, format),
        text: write(called.toUpperCase(), secret)
      }
    ];
  });
  const alone = [0, 1].map((turn) => {
    const at = (start + turn * 3) % ALONE.length;
    const secret = sampleOf(format, `${provider} alone ${turn}`);
    return {
      provider,
      place: `alone ${at}`,
      secret: hidden(secret, format),
      text: ALONE[at]?.("", secret) ?? secret
    };
  });
  return [...isByName ? named.flat() : [], ...isMarked(format) ? alone : []];
}
function hidden(secret, format) {
  return secret.slice(frontOf(format).length);
}

// tests/support/redaction/format.ts
var from = (...pieces) => pieces.join("");

// tests/support/redaction/formats.ts
var FORMATS = [
  { provider: "aws", variable: "AWS_ACCESS_KEY_ID", make: (d) => from("AK", "IA") + d.upper(16) },
  { provider: "aws", variable: "AWS_SECRET_ACCESS_KEY", make: (d) => d.base64(40), bare: true },
  { provider: "aws", variable: "AWS_SESSION_TOKEN", make: (d) => `${d.base64(180)}==`, bare: true },
  { provider: "google", variable: "GOOGLE_API_KEY", make: (d) => from("AI", "za") + d.url(35) },
  { provider: "google", variable: "GCP_ACCESS_TOKEN", make: (d) => from("ya", "29.") + d.url(120) },
  {
    provider: "google",
    variable: "OAUTH_CLIENT_SECRET",
    make: (d) => from("GOC", "SPX-") + d.url(28)
  },
  {
    provider: "azure",
    variable: "AZURE_CLIENT_SECRET",
    make: (d) => `${d.word(3)}8${from("Q", "~")}${d.word(31)}`
  },
  {
    provider: "azure",
    variable: "AZURE_STORAGE_KEY",
    make: (d) => `${d.base64(86)}==`,
    bare: true
  },
  {
    provider: "digitalocean",
    variable: "DIGITALOCEAN_TOKEN",
    make: (d) => from("dop", "_v1_") + d.hex(64)
  },
  { provider: "cloudflare", variable: "CLOUDFLARE_API_TOKEN", make: (d) => d.url(40), bare: true },
  { provider: "heroku", variable: "HEROKU_API_KEY", make: (d) => d.uuid(), bare: true },
  { provider: "github", variable: "GITHUB_TOKEN", make: (d) => from("gh", "p_") + d.word(36) },
  {
    provider: "github",
    variable: "GH_TOKEN",
    make: (d) => `${from("github", "_pat_")}${d.word(22)}_${d.word(59)}`
  },
  { provider: "github", variable: "GH_APP_TOKEN", make: (d) => from("gh", "s_") + d.word(36) },
  { provider: "gitlab", variable: "GITLAB_TOKEN", make: (d) => from("gl", "pat-") + d.url(20) },
  { provider: "gitlab", variable: "CI_DEPLOY_TOKEN", make: (d) => from("gl", "dt-") + d.url(20) },
  {
    provider: "bitbucket",
    variable: "BITBUCKET_APP_PASSWORD",
    make: (d) => from("AT", "BB") + d.word(32)
  },
  {
    provider: "slack",
    variable: "SLACK_BOT_TOKEN",
    make: (d) => `${from("xo", "xb-")}${d.digits(12)}-${d.digits(13)}-${d.word(24)}`
  },
  {
    provider: "slack",
    variable: "SLACK_APP_TOKEN",
    make: (d) => `${from("xa", "pp-1-A")}${d.upper(10)}-${d.digits(13)}-${d.hex(64)}`
  },
  {
    provider: "slack",
    variable: "SLACK_WEBHOOK_URL",
    make: (d) => `${from("https://hooks.", "slack.com/services/")}T${d.upper(8)}/B${d.upper(10)}/${d.word(24)}`,
    front: "https://hooks.slack.com/"
  },
  {
    provider: "discord",
    variable: "DISCORD_TOKEN",
    make: (d) => `M${d.word(25)}.${d.word(6)}.${d.url(38)}`
  },
  {
    provider: "discord",
    variable: "DISCORD_WEBHOOK",
    make: (d) => `${from("https://discord", ".com/api/webhooks/")}${d.digits(18)}/${d.url(68)}`,
    front: "https://discord.com/api/webhooks/"
  },
  {
    provider: "telegram",
    variable: "TELEGRAM_BOT_TOKEN",
    make: (d) => `${d.digits(10).replace(/^0/, "5")}:${from("A", "A")}${d.url(33)}`
  },
  {
    provider: "stripe",
    variable: "STRIPE_SECRET_KEY",
    make: (d) => from("sk", "_live_") + d.word(24)
  },
  {
    provider: "stripe",
    variable: "STRIPE_RESTRICTED_KEY",
    make: (d) => from("rk", "_test_") + d.word(99)
  },
  {
    provider: "stripe",
    variable: "STRIPE_WEBHOOK_SECRET",
    make: (d) => from("wh", "sec_") + d.word(32)
  },
  {
    provider: "square",
    variable: "SQUARE_ACCESS_TOKEN",
    make: (d) => from("sq0", "atp-") + d.url(22)
  },
  {
    provider: "paypal",
    variable: "PAYPAL_CLIENT_SECRET",
    make: (d) => from("E") + d.url(79),
    bare: true
  },
  { provider: "twilio", variable: "TWILIO_AUTH_TOKEN", make: (d) => d.hex(32), bare: true },
  { provider: "twilio", variable: "TWILIO_API_KEY", make: (d) => from("S", "K") + d.hex(32) },
  {
    provider: "sendgrid",
    variable: "SENDGRID_API_KEY",
    make: (d) => `${from("S", "G.")}${d.url(22)}.${d.url(43)}`
  },
  { provider: "mailgun", variable: "MAILGUN_API_KEY", make: (d) => from("ke", "y-") + d.hex(32) },
  {
    provider: "mailchimp",
    variable: "MAILCHIMP_API_KEY",
    make: (d) => `${d.hex(32)}${from("-u", "s14")}`
  },
  {
    provider: "shopify",
    variable: "SHOPIFY_ADMIN_TOKEN",
    make: (d) => from("shp", "at_") + d.hex(32)
  },
  {
    provider: "openai",
    variable: "OPENAI_API_KEY",
    make: (d) => `${from("s", "k-")}${d.word(20)}${from("T3Blbk", "FJ")}${d.word(20)}`
  },
  { provider: "openai", variable: "OPENAI_KEY", make: (d) => from("sk-", "proj-") + d.url(124) },
  {
    provider: "anthropic",
    variable: "ANTHROPIC_API_KEY",
    make: (d) => `${from("sk-", "ant-", "api03-")}${d.url(93)}AA`
  },
  { provider: "huggingface", variable: "HF_TOKEN", make: (d) => from("h", "f_") + d.word(34) },
  { provider: "cohere", variable: "COHERE_API_KEY", make: (d) => d.word(40), bare: true },
  { provider: "groq", variable: "GROQ_API_KEY", make: (d) => from("gs", "k_") + d.word(52) },
  {
    provider: "replicate",
    variable: "REPLICATE_API_TOKEN",
    make: (d) => from("r", "8_") + d.word(37)
  },
  { provider: "npm", variable: "NPM_TOKEN", make: (d) => from("np", "m_") + d.word(36) },
  {
    provider: "pypi",
    variable: "PYPI_TOKEN",
    make: (d) => from("pypi-", "AgEIcHlwaS5vcmc") + d.url(120)
  },
  {
    provider: "rubygems",
    variable: "GEM_HOST_API_KEY",
    make: (d) => from("ruby", "gems_") + d.hex(48),
    front: "rubygems_"
  },
  {
    provider: "crates",
    variable: "CARGO_REGISTRY_TOKEN",
    make: (d) => from("c", "io") + d.word(32)
  },
  {
    provider: "docker",
    variable: "DOCKERHUB_TOKEN",
    make: (d) => from("dckr", "_pat_") + d.url(27)
  },
  {
    provider: "databricks",
    variable: "DATABRICKS_TOKEN",
    make: (d) => from("da", "pi") + d.hex(32)
  },
  { provider: "datadog", variable: "DD_API_KEY", make: (d) => d.hex(32), bare: true },
  {
    provider: "newrelic",
    variable: "NEW_RELIC_USER_KEY",
    make: (d) => from("NR", "AK-") + d.upper(27)
  },
  {
    provider: "sentry",
    variable: "SENTRY_AUTH_TOKEN",
    make: (d) => from("sn", "tryu_") + d.hex(64)
  },
  {
    provider: "linear",
    variable: "LINEAR_API_KEY",
    make: (d) => from("lin", "_api_") + d.word(40)
  },
  { provider: "notion", variable: "NOTION_TOKEN", make: (d) => from("nt", "n_") + d.word(46) },
  { provider: "figma", variable: "FIGMA_TOKEN", make: (d) => from("fi", "gd_") + d.url(40) },
  {
    provider: "atlassian",
    variable: "JIRA_API_TOKEN",
    make: (d) => `${from("AT", "ATT3", "xFfGF0")}${d.url(170)}=${d.upper(8)}`
  },
  { provider: "vault", variable: "VAULT_TOKEN", make: (d) => from("hv", "s.") + d.word(24) },
  {
    provider: "terraform",
    variable: "TF_TOKEN",
    make: (d) => `${d.word(14)}${from(".atlas", "v1.")}${d.word(67)}`
  },
  {
    provider: "pulumi",
    variable: "PULUMI_ACCESS_TOKEN",
    make: (d) => from("pu", "l-") + d.hex(40)
  },
  {
    provider: "doppler",
    variable: "DOPPLER_TOKEN",
    make: (d) => from("dp", ".st.", "prd.") + d.word(43)
  },
  {
    provider: "1password",
    variable: "OP_SERVICE_ACCOUNT_TOKEN",
    make: (d) => from("ops_", "eyJ") + d.word(250)
  },
  {
    provider: "age",
    variable: "SOPS_AGE_KEY",
    make: (d) => from("AGE-SECRET", "-KEY-1") + d.upper(58)
  },
  {
    provider: "jwt",
    variable: "SESSION_JWT",
    make: (d) => `${from("e", "yJ")}${d.url(33)}.${from("e", "yJ")}${d.url(80)}.${d.url(43)}`
  }
];

// tests/support/redaction/formats-held-out.ts
var HELD_OUT_FORMATS = [
  { provider: "aws", variable: "AWS_ACCESS_KEY_ID", make: (d) => from("AS", "IA") + d.upper(16) },
  { provider: "gcp", variable: "GOOGLE_REFRESH_TOKEN", make: (d) => from("1/", "/0g") + d.url(60) },
  { provider: "azure", variable: "AZURE_DEVOPS_EXT_PAT", make: (d) => d.lower(52), bare: true },
  { provider: "azure", variable: "AZURE_OPENAI_API_KEY", make: (d) => d.hex(32), bare: true },
  { provider: "github", variable: "RELEASE_TOKEN", make: (d) => from("gh", "o_") + d.word(36) },
  { provider: "gitlab", variable: "RUNNER_TOKEN", make: (d) => from("gl", "rt-") + d.url(20) },
  {
    provider: "slack",
    variable: "SLACK_USER_TOKEN",
    make: (d) => `${from("xo", "xp-")}${d.digits(12)}-${d.digits(12)}-${d.digits(13)}-${d.hex(32)}`
  },
  { provider: "facebook", variable: "FB_APP_SECRET", make: (d) => d.hex(32), bare: true },
  { provider: "spotify", variable: "SPOTIFY_CLIENT_SECRET", make: (d) => d.hex(32), bare: true },
  { provider: "algolia", variable: "ALGOLIA_ADMIN_KEY", make: (d) => d.hex(32), bare: true },
  { provider: "auth0", variable: "AUTH0_CLIENT_SECRET", make: (d) => d.url(64), bare: true },
  { provider: "okta", variable: "OKTA_API_TOKEN", make: (d) => `00${d.url(40)}`, bare: true },
  { provider: "mistral", variable: "MISTRAL_API_KEY", make: (d) => d.word(32), bare: true },
  { provider: "deepseek", variable: "DEEPSEEK_API_KEY", make: (d) => from("s", "k-") + d.hex(32) },
  {
    provider: "grafana",
    variable: "GRAFANA_TOKEN",
    make: (d) => `${from("gl", "sa_")}${d.word(32)}_${d.hex(8)}`
  },
  {
    provider: "postman",
    variable: "POSTMAN_API_KEY",
    make: (d) => `${from("PM", "AK-")}${d.hex(24)}-${d.hex(34)}`
  },
  {
    provider: "airtable",
    variable: "AIRTABLE_TOKEN",
    make: (d) => `${from("pa", "t")}${d.word(14)}.${d.hex(64)}`
  },
  {
    provider: "supabase",
    variable: "SUPABASE_ACCESS_TOKEN",
    make: (d) => from("sb", "p_") + d.hex(40)
  },
  {
    provider: "tailscale",
    variable: "TS_AUTHKEY",
    make: (d) => `${from("ts", "key-auth-")}${d.word(16)}-${d.word(32)}`
  },
  { provider: "snyk", variable: "SNYK_TOKEN", make: (d) => d.uuid(), bare: true },
  { provider: "sonar", variable: "SONAR_TOKEN", make: (d) => from("sq", "p_") + d.hex(40) },
  { provider: "circleci", variable: "CIRCLE_TOKEN", make: (d) => d.hex(40), bare: true },
  {
    provider: "confluent",
    variable: "CONFLUENT_API_SECRET",
    make: (d) => d.base64(64),
    bare: true
  },
  { provider: "rails", variable: "SECRET_KEY_BASE", make: (d) => d.hex(128), bare: true },
  {
    provider: "django",
    variable: "DJANGO_SECRET_KEY",
    make: (d) => `django-insecure-${d.lower(25)}!$${d.lower(20)}`,
    bare: true
  },
  { provider: "laravel", variable: "APP_KEY", make: (d) => `base64:${d.base64(43)}=`, bare: true },
  {
    provider: "hubspot",
    variable: "HUBSPOT_TOKEN",
    make: (d) => `${from("pat", "-na1-")}${d.uuid()}`
  },
  {
    provider: "brevo",
    variable: "BREVO_API_KEY",
    make: (d) => `${from("xkey", "sib-")}${d.hex(64)}-${d.word(16)}`
  },
  { provider: "nuget", variable: "NUGET_API_KEY", make: (d) => from("oy", "2") + d.lower(43) },
  {
    provider: "jwt",
    variable: "ACCESS_TOKEN",
    make: (d) => `${from("e", "yJ")}${d.url(17)}.${from("e", "yJ")}${d.url(150)}.${d.url(342)}`
  }
];

// tests/support/redaction/innocent.ts
var INNOCENT = [
  "the password field is required",
  "Passwords must be at least 12 characters long",
  "reset your password by following the link in the mail",
  "the token is expired, please log in again",
  "Error: invalid token at position 14",
  "secret: required, at least 8 characters",
  "we rotate the secret every 90 days",
  "password: string;",
  "readonly token: string | undefined;",
  "const token = await getToken();",
  "const apiKey = process.env.API_KEY;",
  'api_key = os.environ["API_KEY"]',
  "password = config.database.password",
  "token: req.headers.authorization",
  "TOKEN=$TOKEN npm publish",
  "export API_KEY=${API_KEY:-}",
  "PASSWORD=<your-password>",
  "API_KEY=your-api-key-here",
  "GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}",
  "DB_PASSWORD={{ vault_db_password }}",
  'password: "********"',
  "token=xxxxxxxxxxxxxxxxxxxx",
  "--password <password>",
  "--token $GH_TOKEN",
  "Authorization: Bearer $TOKEN",
  "Authorization: Bearer <token>",
  "Authorization: Basic ${credentials}",
  "headers: { Authorization: `Bearer ${token}` }",
  "curl -u $USER:$PASS https://api.example.org",
  "postgres://$USER:$PASS@localhost/shop",
  "https://<user>:<password>@git.example.org/shop.git",
  "git@github.com:acme/shop.git",
  "ssh://git@github.com:22/acme/shop.git",
  "https://github.com/acme/shop/commit/9fceb02d0ae598e95dc970b74767f19372d61af8",
  "http://localhost:3000/@vite/client",
  "https://registry.npmjs.org/@types/node/-/node-20.19.43.tgz",
  "https://unpkg.com/react@18.2.0/umd/react.production.min.js",
  "mailto:ana@example.org",
  "https://example.org/search?q=token&page=2",
  "https://example.org/a?utm_source=mail&sort=asc",
  "max_tokens: 4096",
  '"max_tokens": 8192, "temperature": 0.7',
  "tokenizer: bert-base-uncased",
  "token_count=153245",
  'const tokens = line.split(" ");',
  "passwordField.focus()",
  "secretName: my-app-tls",
  "secretKeyRef:\n  name: db-credentials\n  key: password",
  "name: PASSWORD\nvalueFrom: secret",
  "the author: Ana Keller <ana@example.org>",
  'authority = "https://login.example.org"',
  "keyboard: de-latin1-nodeadkeys",
  "cache-key: node-modules-linux-20",
  'key: ${{ runner.os }}-node-${{ hashFiles("package-lock.json") }}',
  'primaryKey: "id"',
  "foreign_key: customer_id",
  'sort_key = "created_at"',
  "public_key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8mYx0Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3Gh5Jk ana@laptop",
  "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQC7Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3Gh5Jk7Lz9XqW1eR2tY3uI4oP5aS6dF7gH8jK9lZ0xC1vB2n ana@laptop",
  "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA7Zk3xV9tQ2LmPw7Rs4Ty\n-----END PUBLIC KEY-----",
  "-----BEGIN CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ\n-----END CERTIFICATE-----",
  "the file starts with -----BEGIN RSA PRIVATE KEY----- and is not ours",
  "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
  "Merge 4b825dc642cb6eb9a060e54bf8d69288fbee4904 into main",
  '"resolved": "https://registry.npmjs.org/zod/-/zod-4.6.7.tgz",',
  '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg=="',
  "zod@4.6.7: sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=",
  "github.com/spf13/cobra v1.8.0 h1:7aJaZx1B85qltLMc546zn58BxxfZdR/W22ej9CFoEf0=",
  'checksum = "a62e1a6b8d2d8c4bbac4a8e4b0f2ee5c2a8f5b6f6e6f4b7f0b1e8e1c7d9a3b5c"',
  "image: ghcr.io/acme/shop@sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
  "FROM node:20.20.0-bookworm-slim@sha256:486ea46224d1bb4fb680f34f7c9ad96a8f24ec88be73ea8e5a6c65260e9cb8a7",
  "request id 7d444840-9dc0-11d1-b245-5ffdce74fad2 failed",
  "session 550e8400-e29b-41d4-a716-446655440000 ended",
  "trace_id=4bf92f3577b34da6a3ce929d0e0e4736 span_id=00f067aa0ba902b7",
  'etag: "33a64df551425fcc55e4d42a148795d9f25f89d4"',
  "background: #ff8800; color: #1e90ffcc;",
  "transform: matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1);",
  "at Object.<anonymous> (/home/ana/code/shop/src/auth/token-store.ts:141:17)",
  "src/core/redact/named-values.test.ts",
  "/home/ana/.ssh/id_ed25519.pub",
  "/usr/lib/x86_64-linux-gnu/libssl.so.3",
  "C:\\Users\\ana\\AppData\\Local\\Programs\\nodejs\\node.exe",
  "node_modules/.pnpm/@babel+core@7.24.5_supports-color@8.1.1/node_modules/@babel/core/lib/index.js",
  "dist/assets/index-BfL3kq2X.js   143.21 kB",
  "main.8f3c1a2b.chunk.css",
  "0x7ffee4c0a8d0 in main at src/main.c:42",
  "segfault at 0 ip 00007f3b5c2d1e4a sp 00007ffd8a3c6b90 error 4",
  "0x742d35Cc6634C0532925a3b844Bc454e4438f44e",
  "v20.19.43-nightly20251120abcdef",
  "claude-sonnet-4-5-20250929",
  "us.anthropic.claude-opus-4-1-20250805-v1:0",
  "text-embedding-3-large",
  "arn:aws:iam::123456789012:role/deploy-role",
  "arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-AbCdEf",
  "i-0abcd1234efgh5678 is running in eu-central-1",
  "subnet-0bb1c79de3EXAMPLE",
  "AKIAIOSFODNN7EXAMPLE is the key of the documentation",
  "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  "sk-ant-... goes into the environment",
  "set OPENAI_API_KEY=sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
  "tokens that begin with ghp_ are personal, ghs_ are of apps",
  "the prefix is xoxb- for bots",
  "risk-assessment-2024-final-version-of-the-document",
  "task-0f1e2d3c4b5a69788796a5b4c3d2e1f0 was queued",
  "disk-usage-report-of-the-whole-team.txt",
  "npm_config_registry=https://registry.npmjs.org/",
  "npm_lifecycle_event=test npm_package_version=1.2.3",
  'hf_hub_download(repo_id="bert-base-uncased")',
  "sq0 is not a prefix by itself",
  "EAAA is where the base64 of a JPEG goes on",
  "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7",
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "Basic authentication is off by default",
  "basic configuration of the service",
  "the bearer of this letter",
  "Bearer tokens are sent in a header",
  "cookie: a small file that the browser keeps",
  'cookies.set("theme", "dark")',
  "Set-Cookie is sent once",
  "the session cookie is called sid",
  "app.use(session({ secret: process.env.SESSION_SECRET }))",
  'secret: env("SESSION_SECRET")',
  "password: z.string().min(8).max(72)",
  "password: Joi.string().required()",
  '<input type="password" name="password" autocomplete="current-password">',
  'label for="password">Password</label>',
  '"password": "Passwort"',
  '"forgotPassword": "Forgot your password?"',
  "const passwordRegex = /^(?=.*[a-z])(?=.*\\d).{8,}$/;",
  'if (password.length < 8) throw new Error("too short");',
  "user.password = await bcrypt.hash(password, 10);",
  "function checkPassword(password: string, hash: string): boolean {",
  "ALTER TABLE users ADD COLUMN password_hash text NOT NULL;",
  "SELECT token, expires_at FROM sessions WHERE token = ?",
  "INSERT INTO tokens (id, value) VALUES (:id, :value)",
  'grep -rn "password" src/',
  'git log --grep="token" --oneline',
  'git commit -m "Fix password reset for long tokens"',
  "npx vitest run tests/auth/token.test.ts",
  'npm test -- --grep "api key"',
  "docker login --username bot --password-stdin",
  "gh auth token",
  "gh secret set NPM_TOKEN",
  "vault kv get secret/data/app",
  "aws secretsmanager get-secret-value --secret-id prod/db",
  "kubectl get secret db-credentials -o yaml",
  'op read "op://vault/item/password"',
  "password: op://vault/item/password",
  "api_key: !vault prod/api#key",
  'apiKey: "{{ .Values.apiKey }}"',
  "token: ((github-token))",
  'SECRET_KEY = env("DJANGO_SECRET_KEY")',
  'password = "%(DB_PASSWORD)s"',
  "pwd: /home/ana/code/shop",
  "PWD=/home/ana/code/shop",
  "OLDPWD=/tmp",
  "echo $PWD",
  "passed: 143, failed: 0",
  "compass: north",
  "passenger: Ana Keller",
  "bypass = true",
  "pass: 12 fail: 0 skip: 3",
  "passive: false",
  "secretary: Ben",
  "tokenize(text)",
  "tokens: 1532 in, 408 out",
  "a token ring network",
  "signature: (a: string, b: number) => void",
  "signature = inspect.signature(fn)",
  "webhook: sends a message when the build fails",
  'credentials: "include"',
  "credentials: same-origin",
  "auth: true",
  "auth: required",
  '"auth": "oauth2",',
  'accessKey: "s"',
  "access key: Alt+Shift+P",
  "private key file: ~/.ssh/id_rsa",
  'privateKeyPath: "./certs/server.key"',
  'licenseKey: "MIT"',
  "api key management moved to the settings page",
  "API key: see the wiki page Deploying",
  "The secret is to keep the functions small",
  "the password is wrong",
  "password is not set",
  "the secret is stored in Vault",
  "token is undefined",
  "is the token valid?",
  'tokenEndpoint: "https://login.example.org/oauth/token"',
  "token_url=https://login.example.org/oauth/token",
  "passwordFile = /run/secrets/db_password",
  "POSTGRES_PASSWORD_FILE=/run/secrets/pg",
  "TOKEN_TTL=3600",
  "ACCESS_TOKEN_EXPIRES_IN=15m",
  "token_type: bearer",
  '"token_type":"Bearer","expires_in":3600',
  "grant_type=client_credentials",
  "csrf_token: csrfToken,",
  'next_token = response.get("NextToken")',
  'pageToken: nextPageToken ?? ""',
  "continuationToken: undefined",
  "token = null",
  'password = ""',
  "token: ''",
  "secrets: inherit",
  "permissions:\n  id-token: write\n  contents: read",
  "branch feature/PROJ-1234-token-refresh",
  "PROJ-1234: keep the token in memory",
  "fix(auth): refresh token before it expires (#1234)",
  "2026-11-20T16:19:24.123Z INFO listening on 0.0.0.0:8080",
  '10.0.0.12 - - [20/Nov/2026:16:19:24 +0000] "GET /api/token HTTP/1.1" 200 512',
  "Tests  143 passed (143)   Duration  12.34s",
  '+ expect(token).toBe("abc");',
  'const id = "c2VlIHlvdSBsYXRlcg";',
  "base64: aGVsbG8gd29ybGQ=",
  "uuid: 6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  "The quick brown fox jumps over the lazy dog.",
  "Implement the ham-radio example: transceiver, antenna, repeater",
  "We decided to use PostgreSQL because of JSONB and row-level security.",
  "Blocked by the missing VPN access of the build server.",
  "List for Friday: write tests, update docs, release 0.2.0",
  "eyJ is how a JSON object begins in base64",
  "PATH=/usr/local/bin:/usr/bin:/bin",
  "LS_COLORS=rs=0:di=01;34:ln=01;36:mh=00:pi=40;33",
  "[redacted:github] was here",
  "password=[redacted:value]",
  "Use basic authentication2 instead",
  "token is Identifier42Name",
  "auth/session.ts: token=Session2Token",
  "cookie: sameSite=strictness",
  "use prettier2.0! as the passthrough",
  "echo hello there | sudo -S tee /etc/hosts",
  "s.abcdefghijklmnopqrstuvw1",
  "password = getBase64Password(user)",
  "password = Joi2.string().min(8)",
  "credentials:\n  username: ana\n  region: eu-west-1",
  '"password":\n  "required"',
  "the password:\n- is long\n- is new",
  'password: "must have 8 characters"',
  'tests pass = "failed"',
  "- name: LOG_PASSWORD\n  valueFrom: db",
  'variable "db_password" { type = string }',
  "kubectl create configmap app --from-literal=LOG_LEVEL=verbose",
  "DB_PASSWORD=$TOKEN:$SALT",
  "session=7d444840-9dc0-11d1-b245-5ffdce74fad2",
  "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ is a certificate",
  "zip -r shop.zip dist && unzip -p shop.zip README.md"
];

// tests/support/redaction/innocent-held-out.ts
var HELD_OUT_INNOCENT = [
  "Add a show/hide toggle to the password input",
  "password confirmation does not match",
  "The API key was rotated yesterday by ops",
  "Where is the webhook secret stored?",
  "I think the secret is being read twice",
  "token refresh happens in src/auth/refresh-token.ts",
  "refreshToken: await this.tokenService.create(user)",
  "const { accessToken, refreshToken } = await login(user);",
  "setToken(response.data.token)",
  'localStorage.setItem("token", token)',
  'let password = prompt("Password: ")',
  'password := os.Getenv("DB_PASSWORD")',
  'String apiKey = System.getenv("API_KEY");',
  "val secret = BuildConfig.API_SECRET",
  'let secret = std::env::var("SECRET").unwrap();',
  '$password = $_POST["password"];',
  'password: ENV.fetch("DB_PASSWORD")',
  "token = Rails.application.credentials.api_token",
  'secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>',
  "password: !Ref DatabasePassword",
  "TF_VAR_db_password=$DB_PASSWORD",
  "sensitive = true",
  'variable "db_password" { type = string }',
  'apiKey: config.get("apiKey")',
  "- name: API_TOKEN\n  valueFrom:\n    secretKeyRef:\n      name: api\n      key: token",
  "token: ${{ steps.app.outputs.token }}",
  "with:\n  token: ${{ github.token }}",
  "AUTH_TOKEN=changeme",
  "API_SECRET=replace-me",
  "PASSWORD=password",
  "secretOrKey: jwtConstants.secret",
  "passReqToCallback: true",
  "passport.use(new LocalStrategy(verify))",
  'keyId: "2024-10-key"',
  'kid: "rsa-signing-key-1"',
  "SSH_AUTH_SOCK=/tmp/ssh-XXXXXX/agent.1234",
  "GPG_TTY=/dev/pts/0",
  "sha256sum dist/app.tar.gz",
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty.txt",
  "git cherry-pick 1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b",
  "index 83db48f..bf269f4 100644",
  "docker pull redis:7.2.4-alpine3.19",
  "pkg:npm/%40angular/core@17.3.8",
  '"@aws-sdk/client-secrets-manager": "^3.577.0"',
  "jsonwebtoken@9.0.2, passport-jwt@4.0.1",
  "mongodb://localhost:27017/shop",
  "redis://cache:6379/0",
  "postgres://localhost/shop_test",
  "https://example.org:8443/login?next=%2Faccount",
  "https://hooks.slack.com/ is blocked by the proxy",
  "Discord bot tokens have three parts",
  "X-Request-Id: 6f1c2d3e-4b5a-4978-8695-a4b3c2d1e0f9",
  "x-amz-request-id: 4442587FB7D0A2F9",
  "Content-Security-Policy: script-src 'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='",
  "sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC",
  "font/woff2;base64,d09GMgABAAAAAAbMAA4AAAAADPAAAAZ5AAEAAAAAAAAAAAAAAAAA",
  "M10 20 L30 40 Q50 60 70 80 Z",
  "rgba(255, 136, 0, 0.85)",
  "0xdeadbeefcafebabe",
  "build 20251120.4 (4f1c9a7e)",
  "Node.js v20.20.0, npm 10.9.2, linux x64",
  "score: 0.8731, threshold: 0.35, tokens: 412",
  '"prompt_tokens":812,"completion_tokens":133,"total_tokens":945',
  "context window of 200000 tokens",
  "we pass the password through stdin, never as an option",
  "Use a passphrase of at least four words",
  "basic auth over http is refused",
  "bearer auth for v2, cookie auth for v1",
  "the cookie banner hides the button",
  "Authorization header missing",
  "authorization: the user has to own the project",
  "authorized_keys was changed",
  "key=value pairs separated by commas",
  "?key=name&order=asc",
  "sig=none"
];

// tests/support/redaction/sayings.ts
var SAYINGS = [
  "the password is {{hunter2!}} for the staging box",
  "my password: {{Tr0ub4dor&3}}",
  "login with user admin password {{S3cur3P@ss}} on port 22",
  "password={{correct-horse-battery-9}}",
  "DB_PASSWORD={{swordfish}}",
  "export PGPASSWORD={{kx9vTq2Lm}} && psql -h db",
  "POSTGRES_PASSWORD: {{pg-dev-2024!}}",
  '"password": "{{letmein42}}"',
  "password: '{{iloveyou2}}'",
  '{"user":"ana","passwd":"{{q1w2e3r4t5}}"}',
  "mysql -u root -p{{Sup3rS3cret}} shop < dump.sql",
  "mysqldump --password={{dump-Me-42}} shop",
  "sshpass -p {{r00tme!now}} ssh root@10.0.0.4",
  "redis-cli -h cache -a {{r3d1s-p4ss}} ping",
  "curl -u ana:{{s3cr3tpw}} https://api.example.org",
  "curl --user 'ana:{{w0nd3rland}}' https://api.example.org",
  "wget --http-password={{gettIt99}} https://files.example.org/a.tgz",
  "docker login -u bot -p {{d0ck3rpw}} registry.example.org",
  "openssl rsa -in key.pem -passin pass:{{k3yphrase}}",
  "ansible_become_pass: {{b3come-root}}",
  "spring.datasource.password={{sprIng_77}}",
  '<property name="password" value="{{xml-Pa55}}"/>',
  "<password>{{maven-Pw-12}}</password>",
  "machine api.example.org login ana password {{netrc-Pw-9}}",
  "postgres://ana:{{p0stgr3s}}@db.internal:5432/shop",
  "postgresql+asyncpg://svc:{{aB3xY9zQ}}@10.0.0.7/shop?sslmode=require",
  "mysql://root:{{toor123}}@localhost/shop",
  "mongodb+srv://app:{{m0ng0-Pw}}@cluster0.ab1cd.mongodb.net/shop",
  "redis://:{{r3d1sPw77}}@cache:6379/0",
  "amqp://guest:{{gu3stPw}}@rabbit:5672/%2f",
  "https://ana:{{g1tPassw}}@git.example.org/shop.git",
  "smtp://mailer:{{sm7p-Pw}}@mail.example.org:587",
  "ftp://deploy:{{f7pPassw0rd}}@files.example.org/www",
  "Server=db;Database=shop;User Id=sa;Password={{Sql-S3rver!}};Encrypt=true",
  "jdbc:postgresql://db/shop?user=ana&password={{jdbcPw123}}",
  "Authorization: Basic {{YW5hOnMzY3JldHB3}}",
  "Authorization: Bearer {{mF_9.B5f-4.1JqM}}",
  "Authorization: Token {{9944b09199c62bcf9418ad846dd0e4bbdfc6ee4b}}",
  "Proxy-Authorization: Basic {{cHJveHk6cHc5OQ==}}",
  '"headers": { "authorization": "Bearer {{0a1b2c3d4e5f60718293a4b5}}" }',
  "X-Api-Key: {{3f8a9c1e5b7d2046}}",
  "-H 'x-api-key: {{f00dBabe1234Cafe5678}}'",
  "X-Auth-Token: {{gAAAAABkq3Zx9vT2LmPw7Rs}}",
  "PRIVATE-TOKEN: {{zXy9Ab3Qw8Er5Tt2Uu1}}",
  "Cookie: session={{s%3Aj3kLm9Qw2Er.5TyUiOp}}; theme=dark",
  "Set-Cookie: sid={{31d4d96e407aad42b0f1}}; Path=/; HttpOnly",
  "curl -b 'PHPSESSID={{rqt5o2m3n4b6v7c8x9}}' https://shop.example.org",
  "https://api.example.org/v1?access_token={{c7Dd9fG2hJ4kL6mN8pQ0}}",
  "https://api.example.org/v1/items?page=2&api_key={{1f2e3d4c5b6a79888796a5b4}}",
  "GET /callback?code=1&client_secret={{9sD8fG7hJ6kL5mN4}}&state=ok",
  "https://acct.blob.core.windows.net/c/f?sv=2022-11-02&sr=b&sig={{Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3Gh5Jk7Lz9X%3D}}",
  "https://b.s3.amazonaws.com/k?X-Amz-Expires=600&X-Amz-Signature={{4f1c9a7e3b5d2068a1c3e5f7092b4d6f8a0c2e4f6a8b0d2f4c6e8a0b2d4f6c8e}}",
  "DefaultEndpointsProtocol=https;AccountName=acme;AccountKey={{Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3Gh5Jk7Lz9XqW1eR2tY3uI4oP5aS6dF7gH8jK9lZ0xC1vB2nM3qW4eR==}};EndpointSuffix=core.windows.net",
  "Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={{Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3Gh5Jk7Lz9Xq=}}",
  "//registry.npmjs.org/:_authToken={{4f1c9a7e-3b5d-2068-a1c3-e5f7092b4d6f}}",
  '"auths": {"registry.example.org": {"auth": "{{Ym90OmQwY2szcnB3ODg=}}"}}',
  "client_secret: {{0oA1bC2dE3fG4hI5jK6l}}",
  "api-key {{8d7c6b5a49382716f5e4d3c2}} does not work any more",
  'signing_key = "{{kJ8sD7fG6hJ5kL4mN3bV2cX1z}}"',
  'encryptionKey: "{{b5d9f1a3c7e8402d9f6b1a3c5e7d9f0b}}"',
  "JWT_SECRET={{my-jwt-s3cr3t-for-all}}",
  'SESSION_SECRET="{{keyboard cat 42}}"',
  'passphrase: "{{correct horse battery staple}}"',
  "webhook_secret: {{gh-hook-77x}}",
  "TOKEN={{abcd1234efgh5678}}",
  "--token {{t0k3n-9f8e7d6c5b4a}} --force",
  "set ADMIN_PWD={{adm1nPwd}}",
  "root:{{$6$rounds=5000$Zk3xV9tQ$LmPw7Rs4Ty6Ui8Op0As1Df3Gh5Jk7Lz9XqW1eR2tY3uI4oP}}:19000:0:99999:7:::"
];
var REVIEWED_SAYINGS = [
  `DB_PASSWORD='{{ab"cd9Xyz!}}'`,
  "DB_PASSWORD={{ab&cd9Xyz!}}",
  "DB_PASSWORD={{ab9X;cd9Xyz!}}",
  "DB_PASSWORD={{ab9Xy)cd9Xyz!}}",
  "DB_PASSWORD={{$ummer2024!xQ}}",
  "DB_PASSWORD={{exampleHunter2Q9}}",
  "DB_PASSWORD={{Hunter2.Q9xx}}",
  "password={{/Hunter2Q9xx}}",
  "password={{Hunter2(Q9}}",
  'password="{{Hunter2(Q9)x}}"',
  "password={{Hunter2***Q9}}",
  "password={{req.Hunter2Q9!}}",
  "password={{vault:Hunter2Q9!}}",
  'password="{{[Hunter2Q9!]}}"',
  'password: "{{@dmin2024!xyz}}"',
  '"password": "{{hunter two Q9x}}"',
  'password = "{{sword fish99}}"',
  '[db]\npass = "{{swordfish99}}"',
  "password = r'{{swordfish99X!}}'",
  "SECRET_KEY = b'{{Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3}}'",
  '{\\\\\\"password\\\\\\":\\\\\\"{{hunter2xxQ9}}\\\\\\"}',
  "password:\n  {{hunter2xxQ9}}",
  '"password":\n  "{{hunter2xxQ9}}"',
  "password: |\n  {{swordfish99}}",
  "the secret is\n{{Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3}}",
  "- name: DB_PASSWORD\n  value: {{swordfish99}}",
  'variable "db_password" { default = "{{swordfish99}}" }',
  "das Passwort lautet {{Sommer2024!}}",
  "mot de passe : {{Sommer2024!}}",
  "machine git.example.org login bob password {{swordfish}}",
  "machine git.example.org\n  login bob\n  password {{swordfish}}",
  "AWS Secret Access Key [None]: {{Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3Gh5Jk7Lz}}",
  `${from("AK", "IAQX4B7MNZT2KWPL6R")},{{Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3Gh5Jk7Lz}}`,
  `TOKEN_{{${from("gh", "p_Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3Gh5J")}}}`,
  `fix-{{${from("gh", "p_Zk3xV9tQ2LmPw7Rs4Ty6Ui8Op0As1Df3Gh5J")}}}`,
  `-H "Authorization: token ${from("gh", "p_Zk3xV9tQ2LmPw7Rs4")}\\
{{Ty6Ui8Op0As1Df3Gh5J}}"`,
  `const t = "${from("gh", "p_Zk3xV9tQ2LmPw7Rs4")}" + "{{Ty6Ui8Op0As1Df3Gh5J}}"`,
  "connect.sid={{s%3AZk3xV9tQ2LmPw7Rs4Ty6.Ui8Op0As1Df3Gh5Jk7Lz}}",
  "PHPSESSID={{rqt5o2m3n4b6v7c8x9}}",
  "session={{Zk3xV9tQ2LmPw7Rs4Ty6Ui8}}; path=/",
  "SSHPASS={{swordfish}} sshpass -e ssh db",
  "kubectl create secret generic x --from-literal=user=ana --from-literal=pw={{swordfish99}}",
  "gh secret set NPM_T --body {{jghFMjQSwac32WwWuKhj}}",
  "7z a -p{{swordfish99}} a.7z dist",
  "zip -P {{swordfish99}} a.zip dist",
  "mongosh --username ana -p {{swordfish99}}",
  "ldapsearch -D cn=ana -w {{swordfish99}}",
  "htpasswd -b users ana {{swordfish99}}",
  "openssl enc -aes-256-cbc -k {{swordfish99}} -in a",
  "curl -s \\\n  -u admin:{{swordfish}} https://api.example.org",
  'echo "bob:{{swordfish99}}" | chpasswd',
  "echo {{swordfish99}} | docker login -u ana --password-stdin",
  "echo {{8ce80c299a0eac360bae50df16b86d07fdd5f68d}} | gh auth login --with-token",
  "postgres%3A%2F%2Fana%3A{{S3cr3tPassw0rd}}%40db%2Fshop",
  "Authorization: Bearer {{isqwisirxmysimdsydkwrqpdhuxegdob}}",
  "seed phrase: {{witch collapse practice feed shame open despair creek road again ice least}}"
];
var HELD_OUT_SAYINGS = [
  "use {{Summer2024!}} as password when it asks",
  "the db pwd is {{n0tSoS3cret}}",
  "Passwort: {{G3heim-77}}",
  "MYSQL_ROOT_PASSWORD={{r00t-my-Sql}}",
  '"dbPassword":"{{zU7-kk-91}}","dbUser":"app"',
  'smtp_pass = "{{mailz-Passw0rd}}"',
  "kubectl create secret docker-registry r --docker-username=bot --docker-password={{regPw-2025}}",
  "helm upgrade api . --set postgresql.auth.password={{h3lmPw99}}",
  'curl -sS -X POST -u "svc:{{j3nk1ns-Tok3n}}" https://ci.example.org/build',
  'psql "host=db user=ana password={{pg-Ana-88}} dbname=shop"',
  "sqlcmd -S db -U sa -P {{Sa-P4ssw0rd}}",
  'echo "{{s0me-S3cret}}" | sudo -S true',
  "amqps://app:{{rabb1t-Pw}}@mq.example.org/vhost",
  "clickhouse://default:{{cl1ckPw55}}@ch:9000/logs",
  "https://x-access-token:{{v1a2b3c4d5e6f708192a3b4c5}}@github.com/acme/shop.git",
  "https://oauth2:{{zZ9yY8xX7wW6vV5uU4}}@gitlab.example.org/acme/shop.git",
  "Data Source=db;Initial Catalog=shop;Uid=app;Pwd={{s3rver-Pw}};",
  "Authorization: ApiKey {{VnVhQ2ZHY0JDZGJrUW0tZTVhT3g6dWkybHAyYXhUTm1zeWFrdzl0dk5udw==}}",
  "headers={'Authorization': 'Token {{c2f1e0d9b8a79685746352413f2e1d0c}}'}",
  '"Authorization": "Basic {{c3ZjOnBhc3N3MHJk}}",',
  "Cookie: remember_token={{eW91LWZvdW5kLW1l}}; _ga=GA1.2.3",
  "api_token: {{s8d7f6g5h4j3k2l1q9w8e7}}",
  'apiSecret = "{{hJ7kL2mN9pQ4rS6tV8wX}}"',
  "https://maps.example.org/api/js?key={{9aK3mZ7qX1wE5rT8yU2iO4pL}}&v=3",
  "https://storage.googleapis.com/b/o?X-Goog-Signature={{0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9}}",
  'consumer_secret="{{Qw3Er5Ty7Ui9Op1As3Df5Gh7Jk9Lz1Xc3Vb5Nm}}"',
  "vault login {{s.Zk3xV9tQ2LmPw7Rs4Ty6Ui8O}}",
  "encryption.key={{c1f2e3d4b5a697887766554433221100}}",
  "ADMIN_PASSWORD: {{Ch4ngeMeNow}}",
  'mnemonic = "{{vivid orbit canal tumble march acid lounge spoon raven pigeon exile lamp}}"'
];
var KEY_FRONTS = [
  ...["MIIEowIBAAKCAQEA", "MIIJKQIBAAKCAgEA", "MIIEvQIBADANBgkqhkiG9w0BAQ", "MHcCAQEEI"],
  ...["MIGHAgEAMBMGByqG", "MC4CAQAwBQYDK2VwBCIEI", "b3BlbnNzaC1rZXktdjEAAAAA"]
];
var ARMOUR = [
  ["RSA ", ""],
  ["", ""],
  ["EC ", ""],
  ["OPENSSH ", ""],
  ["ENCRYPTED ", ""],
  ["DSA ", ""],
  ["PGP ", " BLOCK"]
];

// tests/support/redaction/unseen-innocent.ts
var UNSEEN_INNOCENT = {
  "hashes and ids": [
    "git show %h40% --stat",
    "Merge commit %h12% into release/4.2",
    "reverts %h40%, see #4821",
    '"resolved": "https://registry.npmjs.org/ms/-/ms-2.1.3.tgz", "integrity": "sha512-%b86%=="',
    "sha256:%h64%  dist/app.js",
    "%h32%  package-lock.json",
    'ETag: W/"%h8%-%u27%"',
    "requestId=%h8%-%h4%-%h4%-%h4%-%h12% took 30 ms",
    "session_id: %h8%-%h4%-%h4%-%h4%-%h12%",
    "traceparent: 00-%h32%-%h16%-01",
    "go.sum: github.com/pkg/errors v0.9.1 h1:%b43%=",
    'checksum = "%h64%"',
    "rev: %h40%",
    "FROM node@sha256:%h64%",
    "pod/web-7d9f8b6c5-x2k4q is running",
    "order 01HZX3K9%U18% was paid",
    '_id: ObjectId("%h24%")',
    "toolu_01%w22% finished",
    "arn:aws:iam::123456789012:role/deploy-prod",
    "index 3f2a91c..b81e0d4 100644",
    "cache key: linux-node-%h64%",
    "chunk-%U8%.js  14.2 kb",
    "the build id is %u21%",
    "tree %h40%\nparent %h40%"
  ],
  code: [
    "const tokenBucketSize = 4096;",
    "function verifyPassword(password: string, hash: string): boolean {",
    'if (password !== confirmPassword) throw new Error("passwords differ");',
    "password: z.string().min(8).max(72),",
    "type Credentials = { user: string; password: string; token?: string };",
    "const token = await getToken(request);",
    "const { password, ...rest } = user;",
    'let secretName = "db-credentials";',
    'password = os.environ["DB_PASSWORD"]',
    'token := r.Header.Get("Authorization")',
    "headers: { Authorization: `Bearer $\xA6{token}` },",
    'export PGPASSWORD="$DB_PASSWORD"',
    'apiKey: process.env.API_KEY ?? "",',
    "password=$\xA6{DB_PASSWORD:?missing}",
    '<input type="password" name="password" autocomplete="current-password">',
    "private String password; // never logged",
    "secret: $\xA6{{ secrets.DEPLOY_TOKEN }}",
    "  password: !Ref DatabasePassword",
    "password = var.db_password",
    "token: $(cat /run/secrets/token)",
    "def reset_password(self, user_id: int, new_password: str) -> None:",
    'assert response.json()["token"] is not None',
    'expect(screen.getByLabelText("Password")).toBeVisible()',
    'it("rejects a password without a digit", async () => {',
    "const PASSWORD_MIN_LENGTH = 12;",
    "maxTokens: 8192, temperature: 0.2,",
    'tokens.push({ type: "identifier", value: name });',
    "while ((token = lexer.next()) !== Token.EOF) {}",
    "this.passwordHasher = new Argon2Hasher(options);",
    'key: "user.settings.theme",',
    "<Item key={item.id} token={cancelToken} />",
    "struct Auth { token: Option<String>, expires_at: u64 }",
    "password_hash VARCHAR(255) NOT NULL,",
    "UPDATE users SET password = $1 WHERE id = $2",
    'const csrfToken = document.querySelector("meta[name=csrf-token]").content;',
    "secretKeyRef: { name: db, key: password }",
    'const keyboardShortcut = "ctrl+shift+k";',
    "pass: bool = check_all(results)",
    "client.auth.signIn(email, password)",
    "const auth = useAuth(); auth.login(user, pass);",
    'new PasswordField({ label: "Password", required: true })',
    "PASSWORD_RESET_URL=https://app.example.org/reset",
    "TOKEN_TTL=3600",
    "ACCESS_TOKEN_EXPIRE_MINUTES=30",
    "JWT_ALGORITHM=HS256",
    "KEY_PREFIX=shop:cart:",
    "login(username, password).then(redirect)",
    'Buffer.from(text, "base64").toString("utf8")',
    'atob(payload.split(".")[1])'
  ],
  commands: [
    "git log --oneline --author=ana -n 20",
    "mkdir -p src/auth/password && touch src/auth/password/reset-password.ts",
    "docker run -p 8080:80 -e NODE_ENV=production nginx:1.27",
    "ssh -p 2222 ana@10.0.0.4",
    "psql -U app -p 5433 shop",
    "mysql -u root -p shop < dump.sql",
    'curl -sS -H "Accept: application/json" https://api.example.org/v1/users?limit=20',
    'grep -rn "password" src --include=*.ts',
    'rg -i "api[_-]?key" --type yaml',
    "kubectl get secret db-credentials -o yaml",
    "gh auth token",
    "npm token list",
    "vault kv get secret/shop/db",
    "aws sts get-caller-identity --profile staging",
    "openssl rand -hex 32",
    "openssl req -x509 -newkey rsa:4096 -keyout key.pem -out cert.pem",
    "base64 -d config.b64 > config.json",
    "echo SGVsbG8sIHdvcmxkIQ | base64 -d",
    'vitest run -t "token expires after an hour"',
    "pytest tests/test_auth.py::TestLogin::test_wrong_password_is_refused -x",
    "git clone git@github.com:acme/shop.git",
    "git clone https://github.com/acme/password-store.git",
    'curl -u "$USER:$TOKEN" https://api.example.org',
    "scp -P 2222 build.tgz deploy@web-01:/srv/www",
    "tar -xzf backup-2026-11-20.tar.gz -C /tmp/restore",
    "rsync -avz --delete dist/ deploy@web-01:/srv/www/",
    "npx prisma migrate deploy --schema=prisma/schema.prisma",
    "chmod 600 ~/.ssh/id_ed25519",
    'echo "$SECRET" | docker login -u ci --password-stdin',
    "terraform apply -var-file=prod.tfvars -auto-approve",
    "cp .env.example .env && sed -i s/changeme/x/ .env",
    "printenv | grep -i token"
  ],
  "settings and files": [
    'version: "3.9"\nservices:\n  web:\n    image: shop:1.4.2\n    ports: ["8080:80"]',
    '"typescript": "^5.9.3", "vitest": "~4.0.10"',
    "DATABASE_HOST=db.internal.example.org",
    "LOG_LEVEL=debug",
    "PORT=3000",
    "REDIS_URL=redis://localhost:6379/0",
    "DATABASE_URL=postgres://localhost:5432/shop_test",
    "AWS_REGION=eu-central-1",
    "SESSION_COOKIE_NAME=shop_sid",
    '[tool.poetry.dependencies]\npython = "^3.12"',
    "color: #3fa9c2; background: rgba(12, 40, 60, 0.4);",
    ".btn--primary { box-shadow: 0 1px 2px rgb(0 0 0 / 12%); }",
    'font-family: "Inter", ui-sans-serif, system-ui;',
    'class="flex items-center justify-between px-4 py-2 text-sm font-medium"',
    "background: url(data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA%b80%)",
    "src: url(data:font/woff2;base64,d09GMgABAAAAA%b120%)",
    '<path d="M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2z"/>',
    "//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbXX0",
    '{"name":"Password field","description":"A field for a password"}',
    'password: ""',
    "password: <your password>",
    "API_KEY=your-api-key-here",
    "token: xxxxxxxxxxxxxxxx",
    "PASSWORD=********",
    "password: null",
    "secret: false",
    "passwordPolicy:\n  minLength: 12\n  requireDigit: true",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI%b43% ana@laptop",
    "-----BEGIN CERTIFICATE-----\nMIIDdzCC%b56%\n-----END CERTIFICATE-----",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkq%b52%\n-----END PUBLIC KEY-----",
    '"publicKey": "%b43%="',
    "PublicKey = %b43%=",
    "mode: 0600, owner: root, group: wheel",
    "node_modules/.pnpm/@babel+core@7.26.0/node_modules/@babel/core/lib/index.js"
  ],
  prose: [
    'add a "forgot password" link below the login form',
    "the token is expired after an hour, so refresh it",
    "password must have at least twelve characters and one digit",
    "we store passwords as argon2id hashes, never in plain text",
    "rename the secret to db-credentials-v2 in the chart",
    "the api key is read from the environment",
    "log in with GitHub instead of a password",
    "sign in with Google-OAuth2 and check the profile page",
    "log in with two-factor enabled and look at the header",
    "use Node-20 and TypeScript-5.9 for the build",
    "sign in as ana@example.org and open the orders page",
    "the login is broken since v2.14.0-rc.3",
    "authenticate with OAuth2/PKCE rather than basic auth",
    "connect to db-01.internal:5432 with sslmode=require",
    "log in with the test user from fixtures/users.json",
    "use `reset-password.test.ts` as an example",
    "the passphrase is asked for at the prompt",
    'type "yes" at the prompt to go on',
    "unlock the database with PRAGMA key before the first query",
    "the seed is 42 so that runs are the same",
    "the seed of the random generator: 1700000000123",
    "recovery codes are shown once and can be printed",
    "the pin is 4 to 6 digits long",
    "pin the version to 5.9.3",
    "a session key names the file, a session id the client",
    "the key of the row is customer_id plus order_no",
    "cookie banners are shown to visitors from the EU",
    "the basic idea: bearer tokens are checked in one place",
    "credentials are kept in 1Password, ask ops",
    "the wifi was down, so CI ran on ubuntu-22.04",
    "user ana/reviewer approved PR-1234",
    "password/token handling moved to src/auth",
    "put username/password fields in one form",
    "authors / reviewers: Ana-Maria, Jean-Luc-42",
    "I got the token bucket working, rate is 20/s with burst 100",
    "secret santa is on Friday-18th",
    "keys: up, down, ctrl+c, F5",
    "release 2026.11.20-beta.4 is out",
    "passes 214 tests in 3.2s, 0 failed",
    "the winner of last year was the wave project, useful to know"
  ],
  logs: [
    "2026-11-20T19:28:51.123Z INFO  [auth] login ok user=ana ip=10.0.0.4 ms=12",
    'WARN deprecated option "password" in config/database.yml:14',
    "Error: token expired at 2026-11-20T18:00:00Z",
    "SyntaxError: Unexpected token } in JSON at position 214",
    "JsonWebTokenError: jwt malformed\n    at verify (node_modules/jsonwebtoken/verify.js:63:17)",
    "fatal: Authentication failed for https://github.com/acme/shop.git/",
    'FATAL: password authentication failed for user "app"',
    "ERROR 1045 (28000): Access denied for user root@localhost (using password: YES)",
    "sudo: a password is required",
    "Permission denied (publickey,password).",
    "401 Unauthorized: missing bearer token",
    "GET /users/42?sort=-created_at&page=3 200 14ms",
    "GET /auth/callback?error=access_denied&state=none 302",
    " \u2713 src/auth/token.test.ts (14 tests) 212ms",
    " FAIL  src/redact/password.test.ts > hides a password in a URL",
    "npm warn deprecated inflight@1.0.6: This module leaks memory",
    "Compiled successfully in 1834ms (912 modules)",
    "prompt tokens: 1834, completion tokens: 412, total: 2246",
    "coverage: statements 94.12%, branches 88.3%",
    "[webpack] asset main.8f3a1c2b9d.js 412 KiB [emitted] [immutable]",
    "Downloaded 12 packages in 1.2s (cache key %h64%)",
    "listening on http://127.0.0.1:3000 (pid 48213)",
    "key=user:42:cart hit=true ttl=300",
    "sig: SIGTERM code: null"
  ]
};

// tests/support/redaction/unseen-places.ts
var UNSEEN_PLACES = {
  prose: [
    "log in with {{hunter2-Paris-77}} and check the orders page",
    "the wifi here is guest / {{Blue-Lamp-1987}} if the tests need network",
    "use {{Kestrel!Moor42}} when it asks for sudo",
    "staging creds: deploy / {{mV9#tulip22}}",
    "credentials are admin:{{Zebra$tripe9}} for the grafana box",
    "the door pin is {{482913}}, the alarm is off",
    "the passphrase for the key file: {{marble otter canyon velvet}}",
    "sign in as qa@example.org with {{Winter2031?}}",
    "pw for the VM = {{ubuntu4life!}}",
    "Pwd: {{Qwe-rty-0099}}",
    "unlock the vault using {{9Tp-lantern-Q}} please",
    "you can ssh as root, {{to0r-Basement}} is the pass",
    "My OpenAI key got rotated, new one is {{s\xA6k-proj-%w48%}}",
    "here's the api key you need {{%h40%}}",
    "the code for 2FA backup: {{7f3k-92md-x8qp}}",
    "I changed the admin password to {{Copper_Fern_31}} yesterday",
    "password reset to {{Tmp-8841-zz}} for user 42",
    "the db's password used to be {{oldLlama77}}; keep it out of the docs",
    "Type {{gr33n-P0stbox}} at the prompt",
    "try username ops, password {{N0rth$ea}}",
    "it wants a secret, give it {{%w32%}}",
    "connect as sa with password {{S@p-h1re!}} to the SQL server",
    "login: maria / {{tangerine55!}}",
    "authenticate with user ci and {{Pelican.Dock.8}}"
  ],
  commands: [
    "curl -u svc-build:{{Kp-92-vex}} -T out.tgz https://repo.example.org/",
    "curl -H 'X-Api-Key: {{%w32%}}' https://api.example.org/v1",
    'curl -H "PRIVATE-TOKEN: {{%u20%}}" https://git.example.org/api/v4/projects',
    'curl -d "grant_type=password&username=jo&password={{m1lk%21way}}" https://auth.example.org/token',
    `curl -d '{"user":"jo","pass":"{{b00kmark-9}}"}' localhost:3000/login`,
    "http POST :8000/login user=jo password={{Elm-Street-5}}",
    'psql "host=db user=app password={{r4inDance}} dbname=shop"',
    "PGPASSWORD={{winter!Is7}} pg_dump shop",
    "mongosh --username root --password {{M0ng0-Bongo}} mongodb://db",
    "openssl enc -aes-256-cbc -k {{foggyHarbor88}} -in a -out b",
    "openssl rsa -in key.pem -passin pass:{{Quartz-11-ab}}",
    "gpg --batch --passphrase {{silver-Kite-21}} -d a.gpg",
    "ansible-playbook site.yml -e ansible_become_pass={{beC0me!now}}",
    "kubectl create secret generic db --from-literal=password={{Gr@pe-44}}",
    "kubectl create secret generic api --from-literal=stripe={{s\xA6k_live_%w24%}}",
    "helm upgrade shop . --set postgresql.auth.password={{helmPw-771}}",
    "aws configure set aws_secret_access_key {{%b40%}}",
    "az login --service-principal -u 0000 -p {{%u34%}} --tenant x",
    "echo {{hunterGreen#3}} | sudo -S apt-get update",
    "printf '%s' {{fX-gold-91}} | docker login -u ci --password-stdin",
    "net use Z: \\\\srv\\share /user:ana {{Pa55-the-salt}}",
    "smbclient //srv/share -U ana%{{lemonTree-4}}",
    "ldapsearch -D cn=admin -w {{ld4p-Honey}} -b dc=x",
    "sqlcmd -S db -U sa -P {{Str0ng-Sql!}}",
    "sqlplus scott/{{t1ger-Woods}}@orcl",
    "htpasswd -b .htpasswd ana {{apache-Gold2}}",
    "npm config set //registry.example.org/:_authToken {{%w36%}}",
    "vault login {{hv\xA6s.%w24%}}",
    "gh secret set DEPLOY --body {{%w30%}}",
    "heroku config:set SESSION_KEY={{%h48%}}",
    "fly secrets set COOKIE_SALT={{%w24%}}",
    'echo "ana:{{chp4sswd-Red}}" | chpasswd',
    "useradd -p '{{$6$%w8%$%w86%}}' ana",
    "export TF_VAR_db_pass={{tf-Rocket-3}}",
    "setx API_SECRET {{%w28%}}",
    '$env:DB_PASS = "{{powerSh3ll!}}"',
    'ConvertTo-SecureString "{{W1nd0ws-Pane}}" -AsPlainText -Force',
    "7z x backup.7z -p{{zipped-Up-7}}",
    "keytool -list -keystore a.jks -storepass {{changeit-Now8}}",
    "wpa_passphrase HomeNet {{quiet-River-9}}",
    "mc alias set s3 https://s3.example.org minio {{minio-Pass-55}}",
    "redis-cli -u redis://:{{cacheMoney7}}@cache:6379"
  ],
  "environment files": [
    "SMTP_PASS={{mail-Duck-6}}",
    'JWT_SIGNING_KEY="{{%w43%}}"',
    "SECRET_KEY_BASE={{%h128%}}",
    "APP_KEY=base64:{{%b43%}}=",
    "ENCRYPTION_KEY={{%h32%}}",
    "DATABASE_URL=postgres://app:{{b!ue-Whale}}@db:5432/shop",
    "AMQP_URL=amqps://svc:{{rabbitHole9}}@mq.example.org/vh",
    "WEBHOOK_SIGNING={{whs\xA6ec_%w32%}}",
    "TWILIO_AUTH={{%h32%}}",
    "MAIL_PASS='{{a long one with spaces 9}}'",
    "HASHIDS_SALT={{%w22%}}",
    "export GITHUB_PAT={{git\xA6hub_pat_%w22%_%w59%}}"
  ],
  files: [
    "db:\n  user: app\n  pass: {{yaml-Pine-2}}",
    "password: !!str {{tagged-Pw-6}}",
    "stringData:\n  password: {{k8s-String-1}}",
    "kind: Secret\ndata:\n  password: {{@Ohlins-Tread-44@}}",
    "kind: Secret\ndata:\n  tls.key: {{@%w120%@}}",
    "users:\n- name: adm\n  user:\n    token: {{%w40%}}",
    "client-key-data: {{@-----BEGIN %w60%@}}",
    '{"auths":{"https://index.docker.io/v1/":{"auth":"{{@ana:dock-Crane-5@}}"}}}',
    "//registry.npmjs.org/:_password={{@npm-Heron-77@}}",
    '//npm.example.org/:_auth="{{@bot:npm-Egret-31@}}"',
    "machine api.example.org login bot password {{net-Rc-Fish}}",
    "db.example.org:5432:shop:app:{{pgpass-Oak3}}",
    '[registry]\ntoken = "{{ci\xA6o%w32%}}"',
    'resource "aws_db_instance" "a" {\n  password = "{{hcl-Maple-5}}"\n}',
    'admin_pwd = "{{tfv-Ivy-61}}"',
    '"master_password": "{{st8-File-Pw}}"',
    '[client]\nuser=root\npassword="{{my.cnf-Ash9}}"',
    "spring.datasource.password={{spr1ng-Leaf}}",
    "<password>{{xml-Birch-7}}</password>",
    "<server><username>u</username><passphrase>{{mvn-Fir-13}}</passphrase></server>",
    '<add name="Db" connectionString="Server=.;User Id=sa;Password={{dotNet-Yew4}};" />',
    '<add key="ApiSecret" value="{{%w32%}}" />',
    "Driver={ODBC Driver 18};Server=db;Uid=app;Pwd={{odbc-Elm-8}};",
    "PrivateKey = {{%b43%}}=",
    "PresharedKey = {{%b43%}}=",
    "config/master.key: {{%h32%}}",
    "ENV API_TOKEN {{%w32%}}",
    "ARG NPM_TOKEN={{np\xA6m_%w36%}}",
    '{"kty":"RSA","e":"AQAB","n":"%u86%","d":"{{%u86%}}"}',
    '{"kty":"oct","kid":"a1","k":"{{%u43%}}"}'
  ]
};

// tests/support/redaction/unseen-traces.ts
var PHRASE = "legal winner thank year wave sausage worth useful legal winner thank yellow";
var UNSEEN_TRACES = {
  "logs and traces": [
    'ERROR auth failed for user "ana" using password "{{logged-It-5}}"',
    "    at connect (postgres://svc:{{tr4ce-Me-Not}}@10.2.0.9/db:12)",
    "SQLException: Access denied; url=jdbc:mysql://db/shop?user=app&password={{jdbc-Jump1}}",
    'DEBUG headers={"authorization":"Bearer {{%u40%}}","accept":"*/*"}',
    "GET /reset?token={{%u32%}} 200 14ms",
    "GET /callback?code={{%u43%}}&state=xyz 302",
    "Set-Cookie: sid={{%u32%}}; Path=/; HttpOnly",
    "set-cookie: connect.sid=s%3A{{%u32%.%w43%}}; Path=/",
    "Cookie: PHPSESSID={{%l26%}}; lang=en",
    "Referer: https://shop.example.org/cart;jsessionid={{%U32%}}",
    "HTTPError: 401 for url: https://api.example.org/v2/items?api_key={{%h32%}}&page=2",
    "KeyError: 'x' in {'client_id': 'web', 'client_secret': '{{%u36%}}'}",
    "INFO loaded Config(db_user=app, db_password={{py-Repr-77}}, debug=False)",
    'level=info msg="new session" session_token={{%h64%}}',
    "panic: dial tcp: cfg={Host:db Password:{{goStruct-8}} Port:5432}",
    'User { id: 4, name: "ana", password: "{{rustDbg-0k}}" }',
    '#<User id: 1, api_token: "{{%h40%}}">',
    "> Authorization: Basic {{@ana:basic-Finch-8@}}",
    'proxy-authorization: Digest username="a", nonce="x", response="{{%h32%}}"',
    "redirected to /app#access_token={{%u60%}}&token_type=bearer",
    "ws://live.example.org/socket?sessionid={{%l24%}}",
    "x-csrf-token: {{%u44%}}",
    "X-Amz-Security-Token: {{%b120%}}"
  ],
  addresses: [
    "AccountName=x;AccountKey={{%b86%}}==;EndpointSuffix=core.windows.net",
    "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey={{%b43%}}=",
    "mongodb+srv://app:{{m0ngo-Larch}}@cluster0.ab1.mongodb.net/shop",
    "jdbc:oracle:thin:scott/{{or4-Cedar}}@//db:1521/x",
    "jdbc:sqlserver://db;user=sa;password={{ms-Linden1}};encrypt=true",
    "https://x.blob.core.windows.net/c/f?sv=2022-11-02&sp=r&sig={{%w40%%3D}}",
    "https://b.s3.amazonaws.com/k?X-Amz-Credential=a&X-Amz-Signature={{%h64%}}",
    "https://storage.googleapis.com/b/o?X-Goog-Date=1&X-Goog-Signature={{%h128%}}",
    "https://d1.cloudfront.net/a?Expires=1&Signature={{%u172%}}&Key-Pair-Id=K1",
    "https://hooks.sl\xA6ack.com/services/T%U8%/B%U8%/{{%w24%}}",
    "https://discord.com/api/web\xA6hooks/%d18%/{{%u68%}}",
    "https://x.webhook.office.com/web\xA6hookb2/a@b/IncomingWebhook/{{%h32%}}/%h8%",
    "https://hooks.zapier.com/hooks/catch/123456/{{%l9%}}/",
    "https://api.telegram.org/bot%d9%:{{%u35%}}/sendMessage",
    "https://maker.ifttt.com/trigger/built/with/key/{{%u22%}}",
    "otpauth://totp/Ex:ana?secret={{%B32%}}&issuer=Ex",
    "git clone https://ana:{{%w20%}}@git.example.org/a.git",
    "https://{{%h40%}}@github.com/acme/shop.git",
    "git remote set-url origin https://oauth2:{{gl\xA6pat-%u20%}}@gitlab.com/a/b",
    "ftp://ana:{{ftp-Stork-6}}@files.example.org/in",
    "https://outlook.example.org/calendar/{{%h32%}}/calendar.ics?secret=1",
    "https://chat.googleapis.com/v1/spaces/AAA/messages?key=k1&token={{%u43%}}"
  ],
  code: [
    'const password = "{{js-Hazel-12}}";',
    'client.login("ana", "{{py-Rowan-9}}")',
    "requests.get(url, auth=('ana', '{{rq-Aspen-7}}'))",
    'new NetworkCredential("ana", "{{cs-Alder-5}}")',
    'DriverManager.getConnection(url, "app", "{{jv-Poplar4}}")',
    'createConnection({ host: "db", user: "root", password: "{{nd-Walnut8}}" })',
    "sessionSecret: process.env.SESSION || '{{fallback-Pw9}}',",
    'private static final String PASSWORD = "{{jv-Cherry-1}}";',
    'cfg.Password = "{{go-Plum-22}}"',
    "$db = new mysqli('db', 'root', '{{php-Beech-2}}', 'shop');",
    "CREATE USER app IDENTIFIED BY '{{sql-Spruce1}}';",
    "ALTER ROLE app WITH LOGIN PASSWORD '{{pg-Acacia-5}}';",
    "define('DB_PASSWORD', '{{wp-Willow-3}}');",
    "define('AUTH_KEY', '{{%w64%}}');",
    'SECRET_KEY = "django-insecure-{{%w50%}}"',
    'hmac.new(b"{{%w40%}}", body, sha256)',
    'jwt.sign(claims, "{{jw-Teak-sign1}}")',
    'await page.fill("#password", "{{pw-Ebony-17}}")',
    'app.use(session({ secret: "{{keyboard-Kat-3}}" }))',
    'cipher = AES.new(b"{{%w32%}}", AES.MODE_GCM)',
    'expect(login("ana", "{{ts-Balsa-64}}")).toBe(true)',
    'os.environ["API_TOKEN"] = "{{%w32%}}"'
  ],
  "keys and seeds": [
    "the third line of the private key is {{%b64%}}",
    "key starts MII\xA6E{{vQIBADANBgkq%b48%}}",
    "the body: b3Bl\xA6bnNzaC1rZXktdjE{{%b51%}}\n{{%b70%}}",
    "oathtool --totp -b {{%B16%}}",
    "the authenticator seed is {{%B4% %B4% %B4% %B4%}}",
    "TOTP_SEED={{%B32%}}",
    `seed phrase: {{${PHRASE}}}`,
    `restore the wallet from {{${PHRASE}}}`,
    `MNEMONIC="{{${PHRASE}}}"`,
    "eyJhbGciOiJIUzI1NiJ9.\xA6eyJzdWIiOiIxIn0.{{%u43%}}",
    "AGE-SECRET-\xA6KEY-1{{%U58%}}",
    "recovery codes: {{%d4%-%d4%}}, %d4%-%d4%",
    "the signing key is 0x{{%h64%}}",
    "PRIVATE_KEY={{0x%h64%}} npx hardhat deploy"
  ],
  encoded: [
    "echo {{@s\xA6k-ant-api03-%w40%@}} | base64 -d",
    "base64 --decode <<< {{@gh\xA6p_%w36%@}}",
    'atob("{{@password=%w12%@}}")',
    'Buffer.from("{{@ana:enc-Gull-19@}}", "base64").toString()',
    `python -c "import base64;print(base64.b64decode('{{@AKI\xA6A%U16%@}}'))"`,
    "echo {{@postgres://app:tern-Nest-4@db/shop@}} | base64 -d > .env",
    "body=user%3Djo%26password%3D{{url-Wren-51}}",
    '"{\\"user\\":\\"jo\\",\\"password\\":\\"{{esc-Robin-7}}\\"}"',
    '"{\\\\\\"token\\\\\\":\\\\\\"{{%w32%}}\\\\\\"}"',
    '&lt;input name="password" value=&quot;{{html-Lark-3}}&quot;&gt;',
    "password=&quot;{{html-Swift-9}}&quot;",
    '{"pass\\u0077ord":"{{uni-Quail-2}}"}',
    'the config is {{@{"client_secret":"%w24%"}@}} in base64',
    "echo {{#hex-Raven-88#}} | xxd -r -p"
  ],
  invisible: [
    "GITHUB_TOKEN=gh\xA6p_{{%w10%\u200B%w26%}}",
    "use s\xA6k-ant-api03-{{%w20%\xAD%w20%}} for it",
    "pass\u200Dword: {{zw-Ibis-40}}",
    "password: {{in\u2060vis-Kite\u200B-5}}",
    "\uFEFFDB_PASSWORD={{bom-Crow-61}}",
    "AKI\xA6A{{%U8%\u200C%U8%}}",
    '"api\u200B_key": "{{%h16%\u200B%h16%}}"',
    "Authorization: Bea\xADrer {{%w40%}}",
    "postgres://app:{{rtl\u200E-Duck\u200F-9}}@db/shop",
    "xo\xA6xb-%d12%-{{%d12%-\uFE0F%w24%}}"
  ]
};

// tests/support/redaction/corpus.ts
function tunedCorpus() {
  return {
    secrets: [
      ...planted(FORMATS, 5),
      ...SAYINGS.map(said),
      ...REVIEWED_SAYINGS.map(said),
      ...privateKeys(),
      ...keysWithoutFrame()
    ],
    innocent: [...INNOCENT, ...drawnInnocent("tuned", 10)]
  };
}
function heldOutCorpus() {
  return {
    secrets: [...planted(HELD_OUT_FORMATS, 4), ...HELD_OUT_SAYINGS.map(said)],
    innocent: [...HELD_OUT_INNOCENT, ...drawnInnocent("held out", 5)]
  };
}
function unseenCorpus(half) {
  return {
    secrets: [
      ...everyOther(UNSEEN_PLACES, half).map(sighted),
      ...everyOther(UNSEEN_TRACES, half).map(sighted)
    ],
    innocent: everyOther(UNSEEN_INNOCENT, half).map(({ text }) => written(text))
  };
}
function everyOther(sightings, half) {
  const rest = half === "looked at" ? 0 : 1;
  return Object.entries(sightings).flatMap(([place, texts]) => texts.map((text) => ({ place, text }))).filter((_, index) => index % 2 === rest);
}
function sighted({ place, text }) {
  const marked = written(text);
  const [, secret = ""] = /\{\{([\s\S]+?)\}\}(?!\})/.exec(marked) ?? [];
  return { provider: place, secret, text: marked.replace(`{{${secret}}}`, () => secret) };
}
function planted(formats, times) {
  return formats.flatMap(({ provider, variable, make, bare, front = "" }, index) => {
    const suitable = bare ? NAMED : [...NAMED, ...ALONE];
    return Array.from({ length: times }, (_, turn) => {
      const secret = make(drawFor(`${provider} ${variable} ${turn}`));
      const around = suitable[(index * 3 + turn * 7) % suitable.length] ?? ((_2, one) => one);
      const text = around(variable, secret);
      return { provider, secret: secret.slice(front.length), text };
    });
  });
}
function said(marked) {
  const [, secret = ""] = /\{\{(.+?)\}\}(?!\})/.exec(marked) ?? [];
  return { provider: "by its name", secret, text: marked.replace(`{{${secret}}}`, secret) };
}
function privateKeys() {
  return ARMOUR.flatMap(([front, back], index) => {
    const draw = drawFor(`key ${index}`);
    const lines = Array.from({ length: 6 }, () => draw.base64(64));
    const key = [`${front}PRIVATE KEY${back}`].map((name) => `-----BEGIN ${name}-----`)[0] ?? "";
    const end = key.replace("BEGIN", "END");
    const secret = lines.join("\n");
    const texts = [
      `cat > id <<EOF
${key}
${secret}
${end}
EOF`,
      `it begins with ${key}
${secret.slice(0, 200)}`,
      `{"private_key":"${key}\\n${lines.join("\\n")}\\n${end}\\n","type":"service_account"}`,
      `  key: |
    ${key}
    ${lines.join("\n    ")}
    ${end}
  port: 22`
    ];
    return texts.map((text) => ({ provider: "private key", secret, text }));
  });
}
function keysWithoutFrame() {
  return KEY_FRONTS.map((front) => {
    const draw = drawFor(front);
    const secret = [draw.base64(64 - front.length), draw.base64(64), draw.base64(64)].join("\n");
    return { provider: "private key", secret, text: `the key:
${front}${secret}
and so on` };
  });
}
function drawnInnocent(name, times) {
  const kinds = [
    (d) => `commit ${d.hex(40)}`,
    (d) => `[feature/x ${d.hex(7)}] Keep the token in memory`,
    (d) => `session ${d.uuid()} has ended`,
    (d) => `"integrity": "sha512-${d.base64(86)}=="`,
    (d) => `image: acme/shop@sha256:${d.hex(64)}`,
    (d) => `data:image/png;base64,iVBORw0KGgo${d.base64(160)}`,
    (d) => `GET /assets/index-${d.word(8)}.js 304 - 0.${d.digits(3)} ms`,
    (d) => `trace_id=${d.hex(32)} span_id=${d.hex(16)}`,
    (d) => `/tmp/req-${d.word(6)}/repo/.git/objects/${d.hex(2)}/${d.hex(38)}`,
    (d) => `requirements[${d.digits(1)}].id = "${d.uuid()}"`
  ];
  return kinds.flatMap(
    (kind, index) => Array.from({ length: times }, (_, turn) => kind(drawFor(`${name} ${index} ${turn}`)))
  );
}
var INVISIBLE = new RegExp("\\p{Default_Ignorable_Code_Point}", "gu");
function piecesLeft({ secret: hidden2 }, text) {
  const [secret, seen] = [hidden2.replace(INVISIBLE, ""), text.replace(INVISIBLE, "")];
  const size = Math.min(8, secret.length);
  const pieces = Array.from(
    { length: secret.length - size + 1 },
    (_, at) => secret.slice(at, at + size)
  );
  return pieces.filter((piece) => seen.includes(piece));
}

// src/core/redact/rule.ts
function rule(kind, words, pattern) {
  return { kind, words, pattern };
}
function token(kind, words, pattern) {
  const begins = String.raw`(?<![A-Za-z0-9](?<!\\[nrt]|%[0-9A-Fa-f]{2}))`;
  return rule(kind, words, `${begins}(?:${pattern})`);
}

// src/core/redact/call-rules.ts
var { raw } = String;
var CALLS = raw`(?:log_?in|sign_?in|authenticate|\w{0,24}credentials?|\w{0,12}auth|\w{0,12}connect(?:ion)?|mysqli\w{0,12}|PDO|set_?password|jwt\.\w{4,6}|(?:create_?)?hmac(?:\.new)?|create(?:de)?cipheriv|(?:aes|fernet|chacha20\w{0,9})(?:\.new)?|sign|verify)`;
var OPEN = raw`[bru]{0,2}["'\x60]`;
var PART = raw`[^\s"'\x60]`;
var CALL_RULES = [
  rule(
    "argument",
    [
      ...[
        "login",
        "log_in",
        "signin",
        "sign_in",
        "sign(",
        "verify(",
        "auth",
        "credential",
        "connect"
      ],
      ...["mysqli", "pdo(", "password(", "jwt.", "hmac", "cipher", "aes", "fernet", "chacha"]
    ],
    raw`(\b${CALLS}[ \t]?(?:=[ \t]?)?\((?:[^()\n;]{0,120}?,[ \t]{0,3})?${OPEN})(?=${PART}{0,63}\d)${PART}{8,128}(?=["'\x60])`
  ),
  rule("jwk", ['"kty"'], raw`("(?:d|p|q|dp|dq|qi|k)"[ \t]?:[ \t]?")[\w-]{22,}(?=")`)
];

// src/core/redact/carrier-rules.ts
var { raw: raw2 } = String;
var SESSION = raw2`(?:[^;\r\n"']{0,100};[ \t]?){0,3}[\w.-]{1,80}=(?=[^;\s"']{0,60}\d)(?=[^;\s"']{0,60}[A-Za-z])[^;\s"']{12}`;
var CARRIER_RULES = [
  token("jwt", ["eyj"], raw2`eyJ[\w-]{8,600}\.eyJ[\w-]{8,}(?:\.[\w-]*)?`),
  token("jwt", ["eyj"], raw2`eyJ[\w-]{8,600}\.{1,2}[\w-]{0,600}\.[\w-]{10,}(?:\.[\w-]*){0,2}`),
  rule(
    "header",
    ["digest"],
    raw2`(\bdigest[ \t]+\w{1,12}=[^\n]{0,400}?\bresponse=\\?["']?)[\da-f]{32,}`
  ),
  rule(
    "header",
    ["authorization"],
    raw2`(authorization\\?["']?[ \t]{0,3}[:,=][ \t]{0,3}\\?["']?(?:[A-Za-z-]{2,16}[ \t]+)?)(?!!)(?=[^\s"'\\,<>]{0,200}[\d=_.]|[A-Za-z]{24})[^\s"'\\,<>]{8,}`
  ),
  rule("bearer", ["bearer"], raw2`(bearer[ \t]{1,3})(?=[\w.~+/-]{0,60}\d)[\w.~+/-]{16,}={0,2}`),
  // Base64 with a colon in what it says; beside `Authorization` it is a header whatever it says.
  rule(
    "basic",
    ["basic"],
    raw2`([Bb]asic[ \t]{1,3})(?=[A-Za-z+/]{0,60}[\d=])(?=(?:[\w+/]{4}){0,40}?(?:O[g-v]|[\w+/][DTjz][o-r]|[\w+/]{2}[AEIMQUYcgkosw048]6))[\w+/]{8,}={0,2}`
  ),
  rule(
    "cookie",
    ["cookie"],
    raw2`(cookie\\?["']?[ \t]{0,3}[:=][ \t]{0,3}\\?["']?)(?=${SESSION})[^\r\n"'\\]{8,}`
  ),
  rule(
    "cookie",
    ["-b ", "--cookie"],
    raw2`((?<=\s)(?:-b|--cookie)[ =]["']?)(?=${SESSION})[^\r\n"']{8,}`
  ),
  rule("url", ["://"], raw2`(://[^\s/:@"'<>]{0,100}:)(?!\d{1,5}/)[^\s/"'<>]{1,200}(?=@[\w[.-])`),
  rule("url", ["://"], raw2`(://)(?=[\w.~-]{0,60}\d)[\w.~-]{20,}(?=(?::[\w-]{0,40})?@)`),
  rule(
    "url",
    ["sig=", "signature=", "security-token=", "key=", "code=", "ticket="],
    raw2`([?&](?:sig|[\w-]{0,12}signature|x-amz-security-token|key|code|ticket)=)(?=[^&\s]{0,60}\d)[\w%+/=.~-]{16,}`
  ),
  rule(
    "url",
    [".ics"],
    raw2`(://[^\s?#]{0,200}?/(?:private-)?)[\da-f]{32,64}(?=/[^\s?#]{0,60}\.ics)`
  ),
  rule(
    "url",
    ["%3a%2f%2f"],
    raw2`(%3A%2F%2F[^\s%"'<>]{0,100}%3A)(?:(?!%40)[^\s"'<>]){1,200}(?=%40)`
  ),
  rule(
    "cookie",
    ["sid=", "sessionid=", "session="],
    raw2`(\b(?:connect\.sid|PHPSESSID|JSESSIONID|sessionid|session|sid)=)(?![\da-f]{8}-[\da-f]{4}-)(?=[^;\s"']{0,60}\d)(?=[^;\s"']{0,60}[A-Za-z])[\w%+/=.~-]{16,}`
  ),
  rule(
    "password-hash",
    ["$"],
    raw2`(?<!\w)(\$)(?:1|2[aby]|5|6|y|argon2id?|scrypt)\$[\w./$=,+-]{20,}`
  ),
  rule("putty", ["private-lines"], raw2`(Private-Lines: \d+\s+)[\w+/=\s]+`)
];

// src/core/redact/value.ts
var STAND_INS = /^(?:null|none|nil|true|false|undefined|string|number|boolean|unknown|any|text|str|bytes|required|optional|empty|hidden|missing|invalid|valid|password|passwd|secret|token|api[_-]?key|credentials|change[_-]?me|replace[_-]?me|todo|tbd|test|env|file|vault|input|user|default|value|field|amd64|arm64|x86_64)$/i;
var REFERENCE = /^(?:(?:\$[A-Za-z_]\w*[-.:/]*)+|<[^>]*>?|\{[\w.:-]*\}?|%[\w(]+\)?s?%?|[@&*][\w./-]*|\[[\w. :-]*\]?|vault:[\w./#-]+|(?:process|import|os|env|secrets|config|settings|options|self|this|vars|var|ctx|req|request|res|response|body|args|props|params|data|state|input|event|local|module)[.[][\w$.?[\]()]*)$/i;
var REFERS = /^(?:\$[({]|\{\{|\(\(|%[({]|\[redacted:|!(?:ref|sub|vault|secret|env|get)\b|op:\/\/|--[a-z]|id=|process\.env\b|import\.meta\b|os\.environ\b)/i;
var SHOWN = /(?:x{6,}|\*{3,}|0{12,}|1{12,}|\.{3,}|\u2026)|example|your[-_ ]|[-_ ]here$|placeholder|redacted|dummy/i;
var MADE_UP = /^(?:x{4,}|\*{3,}|\.{3,}|your[-_ ]|example$|insecure)|(?:x{6,}|\*{3,}|0{12,}|1{12,}|\.{3,}|\u2026|[-_ ]here|example(?:key)?)$|(?:^|[-_ ])(?:example|placeholder|redacted|dummy|fake|not[-_]a|change[-_]?me)(?:[-_ ]|$)/i;
function isMadeUp(token2) {
  return SHOWN.test(token2);
}
function isPlaceholder(value) {
  return [STAND_INS, REFERENCE, REFERS, MADE_UP].some((shape) => shape.test(value));
}
var CODE = /^[\w$]+(?:\??\.[A-Za-z_$][\w$]*)+$|^(?:~|\.{0,2})\/|:\/\/|\.\w{1,4}$/;
var BRACKETS = /[()[\]{}<>]/;
var SURELY_CODE = /^(?:[a-z_$][\w$.]*|[A-Z]\w*(?:\.\w+)+)\(|:\/\/|^(?:~|\.{0,2})\/.*\//;
function isSurelyCode(value) {
  return SURELY_CODE.test(value);
}
var HUMPS = /^[A-Za-z][a-z]{2,}\d{0,2}(?:[A-Z][a-z]{2,}\d{0,2})+$/;
var WORDY = /^(?:(?:[A-Z][a-z]{1,20}|[a-z]{0,20}|[A-Z]{1,20}|v?\d{1,8}|[a-z]{2,12}\d{1,2})(?:[-_./:+,]|$))+$/;
var VARIABLE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]{1,16})+$/;
var GENERATED = /^(?:[a-z]+(?:-[a-z\d]+)+|[a-z_]+=.*)$/;
function entropy(value) {
  const counts = /* @__PURE__ */ new Map();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / value.length;
    return sum - share * Math.log2(share);
  }, 0);
}
var CHOPPY = /[A-Z]{2}[a-z]|[A-Z][a-z](?=[A-Z])/g;
var MINGLED = /(?:[A-Za-z]+\d+){2}[A-Za-z]|(?:\d+[A-Za-z]+){2}\d/;
function isRandom(value, isGiven = false) {
  if (value.length < (isGiven ? 10 : 16) || /\s/.test(value)) return false;
  if (!/[A-Za-z]/.test(value) || isPlaceholder(value)) return false;
  if ([BRACKETS, WORDY, HUMPS, VARIABLE].some((shape) => shape.test(value))) return false;
  if (CODE.test(value) && !value.split(".").some(isMingled)) return false;
  if (!/\d/.test(value)) return isGiven && isChoppy(value);
  return (value.length >= 16 || MINGLED.test(value)) && entropy(value) > 2.8;
}
function isMingled(part) {
  return part.length >= 20 && MINGLED.test(part);
}
function isChoppy(value) {
  return value.length >= 20 && /^\w+$/.test(value) && (value.match(CHOPPY)?.length ?? 0) >= 4;
}
function isPassword(value, isSet) {
  const isMixed2 = /[A-Za-z]/.test(value) && /\d|[^\w\s.-]/.test(value);
  if (value.length < 5 || !(isMixed2 || isSet && value.length >= 6)) return false;
  if (/^(?:[A-Z][a-z]+|\d+|0x[\da-fA-F]+)$/.test(value)) return false;
  return !isCode(value, isSet) && !isPlaceholder(value);
}
function isCode(value, isSet) {
  if (SURELY_CODE.test(value)) return true;
  const isMixed2 = [/[a-z]/, /[A-Z]/, /\d/].every((kind) => kind.test(value)) && !WORDY.test(value);
  return !isMixed2 && (CODE.test(value) || !isSet && BRACKETS.test(value));
}
function isStrongPassword(value) {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/].filter((kind) => kind.test(value));
  if (value.length < 8 || !/\d/.test(value) || kinds.length < 3) return false;
  return !GENERATED.test(value) && isPassword(value, false);
}
function isPasswordOfWords(value) {
  const words = value.split(/\s+/);
  return words.length <= 4 && words.some((word) => /[A-Za-z]/.test(word) && /\d/.test(word)) && !isPlaceholder(value);
}

// src/core/redact/typed-password.ts
var KNOWN = /^(?:[A-Za-z]+[-_ ]?v?\d[\d.]*(?:st|nd|rd|th|[a-z])?|v?\d+(?:[-.:/]\w+)+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|.*\.[a-z]{1,5}\d?)$/;
var SIGN = /\w[!#$%^&*?@=~|]+\w|[!$%^&*~]$/;
var LEET = /[A-Za-z]\d{1,2}[a-z]/;
var JOINED = /^\w+[-_.+]\w+[-_.+]\w+/;
var NUMBERED = /^(?:[a-z]{6,}|(?=[a-z]*[A-Z])[A-Za-z]{5,})\d{2,6}$/;
function mayHoldTyped(text) {
  return text.split(/[\s"'`<>|,;()/]+/).some(isMarked2);
}
function isMarked2(word) {
  if (word.length < 8 || !/\d/.test(word)) return false;
  const isMixed2 = /[a-z]/.test(word) && /[A-Z]/.test(word);
  return isMixed2 || /[!#$%^&*?@=~|]|^[a-z]{6,}\d{2,6}(?:\W|$)/.test(word);
}
function isTyped(text) {
  const value = text.replace(/[.,:;?]+$/, "");
  if (value.length < 8 || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (isSurelyCode(value) || isPlaceholder(value)) return false;
  if (NUMBERED.test(value) || SIGN.test(text)) return !/^[\w.+-]+@[\w-]+\.[\w.-]+$/.test(value);
  if (KNOWN.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  return LEET.test(value) || JOINED.test(value) || value.length >= 20 && isRandom(value);
}
function isTypedInCode(value) {
  return isStrongPassword(value) && !KNOWN.test(value);
}

// src/core/redact/encoded.ts
var RUN = /(?<![\w+/-])[\w+/-]{12,}={0,2}/g;
var HEX = /^(?:[\da-f]{2}){10,}$/i;
var DECODES = /base64|b64|atob|xxd|unhex|fromhex/i;
var BESIDE = 60;
var NAMED2 = /(?:pass\w{0,6}|pwd|secret|token|key)[=:][^\s=:]{6,}$/i;
var USER_AND_PASSWORD = /^[\w.@+-]{1,64}:(?=\S+$)/;
function cutEncoded(text, holds) {
  const runs = [...text.matchAll(RUN)].flatMap(({ 0: run2, index }) => {
    const plain = (HEX.test(run2) ? ofHex(run2) : void 0) ?? ofBase64(run2);
    return plain === void 0 ? [] : [{ run: run2, index, plain }];
  });
  if (runs.length === 0) return text;
  const isAny = holds(runs.map(({ plain }) => plain).join("\n"));
  let kept = "";
  let at = 0;
  for (const { run: run2, index, plain } of runs) {
    const end = index + run2.length;
    const around = text.slice(Math.max(0, index - BESIDE), end + BESIDE);
    if (!(isAny && holds(plain)) && !isPasswordAlone(plain, around)) continue;
    kept += `${text.slice(at, index)}[redacted:encoded]`;
    at = end;
  }
  return kept + text.slice(at);
}
function isPasswordAlone(plain, around) {
  if (/\s/.test(plain)) return false;
  if (USER_AND_PASSWORD.test(plain)) return isTyped(plain.replace(USER_AND_PASSWORD, ""));
  if (!DECODES.test(around)) return false;
  return NAMED2.test(plain) || /\d/.test(plain) && isPassword(plain, false);
}
function ofHex(run2) {
  return asPlain(run2.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
}
function ofBase64(run2) {
  const known = run2.replace(/[-_]/g, (sign) => sign === "-" ? "+" : "/").replace(/=+$/, "");
  return asPlain(atob(known.length % 4 === 1 ? known.slice(0, -1) : known));
}
function asPlain(text) {
  return /^[\t\n\r -~]+$/.test(text) ? text : void 0;
}

// src/core/redact/hidden.ts
var MAYBE_UNSEEN = /[^\0-\x7f]|\x1b/;
var ESCAPED = /%(?:3[AaDd]|2[256])|&(?:quot|apos|#\d{2,3});|\\u00[2-7]/;
var ALL_ESCAPED = /%([2-7][\dA-Fa-f])|&(quot|apos|lt|gt);|&#(\d{2,3});|\\u00([2-7][\dA-Fa-f])/g;
var ENTITIES = { quot: '"', apos: "'", lt: "<", gt: ">" };
function asSeen(text) {
  if (!MAYBE_UNSEEN.test(text)) return text;
  return text.replace(new RegExp("\\u001b\\[[\\d;]*m|\\p{Default_Ignorable_Code_Point}", "gu"), "");
}
function unescaped(text) {
  if (!ESCAPED.test(text)) return text;
  return text.replace(ALL_ESCAPED, (whole, ...found) => {
    const [percent, entity, decimal, hex] = found;
    if (entity !== void 0) return ENTITIES[entity] ?? whole;
    const code = decimal === void 0 ? Number.parseInt(percent ?? hex ?? "", 16) : Number(decimal);
    return code >= 32 && code < 127 ? String.fromCharCode(code) : whole;
  });
}

// src/core/redact/joints.ts
var { raw: raw3 } = String;
var ANY = [""];
var QUOTE = raw3`[brul@$#]{0,3}\\{0,3}["'\x60]`;
var NEXT_LINE = raw3` {0,3}(?:[|>][-+]? {0,3}|\\|["']{3})?\r?\n {0,24}(?!-\s|\\?["']?[\w.-]{1,60}\\?["']? {0,3}(?::|=(?!=?(?:["'\s]|$))))`;
var TYPE = raw3` {0,3}(?:: {0,3}[&?]?(?:'\w{1,12} )?[\w.:|?<>[ ]{0,30}|(?:as )?)(?:str(?:ing)?|char|bytes|text|any|undefined|null|none)[>\]?]{0,2}(?= {0,3}:?=)|\[\d{0,4}\]`;
var GIVES = raw3`=>|<-|<<|:[=-]|(?:[.+?]|\?\?|\|\|)=|={1,3}|:(?!\?)|>`;
var OPENS = raw3`["']{2}(?=["'])|<<[-~]?["']?\w{1,12}["']?\r?\n {0,24}|<!\[cdata\[|\[\[|<<(?=")|&[\w-]{1,24} |!!?\w{2,8} {1,3}|q[qw]?[{(\/|]|\(\s{0,24}(?=${QUOTE})|[\[{] {0,3}(?=${QUOTE})`;
var GIVEN = raw3`(?: \[[^\]\n]{0,24}\]|${TYPE})? {0,3}(?:${GIVES})(?:${NEXT_LINE}| {0,3})(?:${OPENS})?`;
var INSTEAD = raw3`[\w$.[\]()'"]{1,60} {1,3}(?:\|\||\?\?|or) {1,3}(?=["'\x60])`;
var TAKEN = raw3`(?:(?:new )?[\w:.$]{1,40}(?:<\w{1,24}>)?\(|<\w{1,24}> {0,3})(?=${QUOTE})`;
var IS = raw3` +(?:is|was|ist|lautet|used to be|(?:(?:re)?set |changed )?to):?(?: +| {0,3}\r?\n {0,24})`;
var NEXT = raw3`(?<=["'\x60]), {0,3}(?=${QUOTE})`;
var NEXT_OF_NAME = raw3`, {0,3}(?:<<)?(?=${QUOTE})|,(?=\w)| {0,9}\| {0,9}|</\w{1,24}>\s{0,24}<\w{1,24}>`;
var BESIDE2 = raw3` {1,3}(?:--)?(?:value|body|content|data)[= ]|,?\s{1,24}["']?(?:default)?value["']?: {0,3}| {0,3}\{[^{}]{0,80}?\bdefault {0,3}= {0,3}`;
var SIGNS = [":", "=", ">", "<"];
var GIVEN_BEGINS = [...SIGNS, "[", ".=", "+=", "?", "|", "as ", "str", "text"];
var SIGN2 = { begins: GIVEN_BEGINS, words: SIGNS, pattern: GIVEN };
var VERB = {
  begins: ["is", "was", "lautet", "used to be", "to", "set to", "reset to", "changed to"],
  words: ANY,
  pattern: IS
};
var NEAR = [
  {
    begins: ANY,
    words: ["value", "default", "body", "content", "data"],
    pattern: BESIDE2
  },
  SIGN2,
  VERB,
  { begins: [","], words: ANY, pattern: NEXT },
  { begins: [",", "|", "</"], words: ANY, pattern: NEXT_OF_NAME, isLoose: true },
  { begins: ["(", "{"], words: ANY, pattern: raw3`[({] {0,3}(?=${QUOTE})`, isLoose: true },
  { begins: ANY, words: ANY, pattern: " " }
];
var BEHIND_PURPOSE = [
  SIGN2,
  VERB
];
var INSTEAD_OF = [
  { begins: GIVEN_BEGINS, words: ["||", "??", " or "], pattern: `${GIVEN}(?:${INSTEAD})` },
  { begins: GIVEN_BEGINS, words: ["(", "<"], pattern: `${GIVEN}(?:${TAKEN})`, isLoose: true }
];
var OPTION = [
  { begins: ANY, words: ["-"], pattern: raw3`(?<=(?:^|\s)--?[\w-]{1,80})[ =]{1,2}` }
];
function lowered(text) {
  return text.replaceAll("\u0130", "I").replaceAll("	", " ").toLowerCase();
}

// src/core/redact/named-values.ts
var { raw: raw4 } = String;
var PASSWORD = raw4`pass(?:word|wort|wd|phrase|code)|kennwort|pwd|mnemonic|seed[_ ]?phrase|mot de passe|sshpass(?==)|psk(?<![a-z]psk)(?![a-z])|pw(?<![a-z]pw)(?![a-z])|pass(?![a-z])|secret(?! (?:access )?key)`;
var TOKEN = raw4`token|credentials?|webhook|access[_-]?id|signature|pat(?![\w-])|salt(?<![a-z]salt)(?![a-z])|seed(?<![a-z]seed)(?![a-z])|auth(?![\w-])|key(?<=\w[-. ]?key)(?<!(?:public|websocket|pub|cache|primary|foreign|sort|partition|idempotency|group|row|hash|index|unique|map|object|route|query|event|item|the|an?|my|our|your|its|this|that|each|every|same|any|new|no|with|from|by|of|for|to|is|and|or)[-_. ]?key)`;
var NAME = `${PASSWORD}|${TOKEN}`;
var REST = /[\w-]{0,24}/y;
var ABOUT = /count|limit|length|size|type|name|field|ur[il]|path|file|expir|ttl|hint|policy|rule|regex|pattern|prefix|suffix|ize|budget|usage|endpoint|schema|label|class|version|algorithm|index|ring|less|manager|ref|arn|store|provider|id$/;
var PLAIN = raw4`[^\s"'\x60,;&|<>\\)]`;
var JOINED2 = raw4`(?:[;&)](?![\w .-]{1,30}=)${PLAIN}{1,400}){0,4}`;
var QUOTE2 = raw4`[BFRLUbfrlu@$#]{0,3}(?<quote>\\{0,3}["'\x60])`;
var QUOTED = raw4`(?<quoted>(?:(?!\k<quote>)(?:\\.|[^\r\n\\])){4,2000})(?=\k<quote>)`;
var VALUE = raw4`(?:${QUOTE2}${QUOTED}|(?:[BFRLUbfrlu@$#]{0,3}\\{0,3}["'\x60])?(?<bare>(?=[^\s"'\x60,|<>\\]{4})(?!\{ {0,3}["']?[\w.-]{1,60}["']? {0,3}[:=])${PLAIN}{1,400})(?<more>${JOINED2}))`;
var CLOSED = /\\{0,3}["'`]?\]?/y;
var BLANKS = / */y;
var PURPOSE = / +(?:for|of|on|in|to|at)(?= )/y;
var WORD = / +[\w'.-]{1,24}/y;
var NAMES = /pass|pwd?|psk|kennwort|secret|token|key|credential|webhook|auth|signature|mnemonic|phrase|pat|salt|seed/;
var MORE_THAN_PROSE = /[^A-Za-z_\s.,;)-]|(?:^|\s)-/;
var MADE_UP2 = /pass|pwd?|psk|kennwort|secret|mnemonic|phrase/i;
var LONG = /[^\s"'`,;&|<>\\)]*/y;
var CLOSING = /[\])}]{1,3}$/;
var TURNS = [
  { joints: BEHIND_PURPOSE, isFar: true },
  { joints: INSTEAD_OF },
  { joints: NEAR },
  { joints: OPTION, isOption: true }
];
function cutNamedValues(text) {
  if (!MORE_THAN_PROSE.test(text) || !NAMES.test(lowered(text))) return text;
  return TURNS.reduce(cutGiven, text);
}
function cutGiven(text, turn) {
  const lower = lowered(text);
  const joints = turn.joints.filter(({ words }) => words.some((word) => lower.includes(word)));
  if (joints.length === 0) return text;
  const names = new RegExp(NAME, "g");
  let kept = "";
  let done = 0;
  for (let name = names.exec(lower); name !== null; name = names.exec(lower)) {
    const span = { from: name.index, to: names.lastIndex };
    const found = foundAt(span, { text, lower }, { ...turn, joints });
    names.lastIndex = found?.from ?? span.from + 1;
    if (found === void 0 || !isSecret(found, turn.isOption === true)) continue;
    if (ABOUT.test(found.rest.toLowerCase())) continue;
    const end = isVariable(found) ? found.end : found.end - found.more.length;
    kept += `${text.slice(done, found.from)}[redacted:value]`;
    done = found.quoted === void 0 && found.more === "" ? endOf(LONG, text, end) ?? end : end;
    names.lastIndex = done;
  }
  return kept + text.slice(done);
}
function foundAt(name, { text, lower }, turn) {
  const restEnd = endOf(REST, lower, name.to) ?? name.to;
  const closedEnd = endOf(CLOSED, lower, restEnd) ?? restEnd;
  const starts = turn.isFar ? endsOfPurpose(lower, closedEnd) : [closedEnd];
  for (const { at, isLoose } of endsOfJoint(lower, starts, turn.joints)) {
    const values = new RegExp(VALUE, "y");
    values.lastIndex = at;
    const { groups } = values.exec(text) ?? {};
    if (groups === void 0) continue;
    const { quoted, bare: whole = "", more = "" } = groups;
    const bare = more === "" ? whole.replace(CLOSING, "") : whole;
    const end = values.lastIndex - (whole.length - bare.length);
    return {
      name: text.slice(name.from, name.to),
      rest: text.slice(name.to, restEnd),
      joint: text.slice(restEnd, at),
      ...{ isLoose, quoted, bare, more },
      before: text.charAt(name.from - 1),
      from: end - (quoted ?? bare + more).length,
      end
    };
  }
  return void 0;
}
function endsOfPurpose(lower, from2) {
  const ends = [];
  let end = endOf(PURPOSE, lower, from2);
  while (end !== void 0 && ends.length < 4) {
    end = endOf(WORD, lower, end);
    if (end !== void 0) ends.push(end);
  }
  return ends;
}
function* endsOfJoint(lower, starts, joints) {
  for (const start of starts) {
    const begin = endOf(BLANKS, lower, start) ?? start;
    for (const { begins, pattern, isLoose = false } of joints) {
      if (!begins.some((word) => lower.startsWith(word, begin))) continue;
      const at = endOf(new RegExp(pattern, "y"), lower, start);
      if (at !== void 0) yield { at, isLoose };
    }
  }
}
function endOf(pattern, text, from2) {
  pattern.lastIndex = from2;
  return pattern.test(text) ? pattern.lastIndex : void 0;
}
function isVariable({ name, joint }) {
  return joint === "=" && name === name.toUpperCase();
}
function isSecret(found, isOption) {
  const { name, rest, joint, isLoose, quoted, bare, more, before } = found;
  const value = quoted ?? (isVariable(found) ? bare + more : bare);
  if (name.toLowerCase() === "pat" && !isPartOfName(name, before)) return false;
  if (name.toLowerCase() === "pass" && !isPassNamed(found, isOption)) return false;
  if (before === ":" && joint === ":") return false;
  const isGiven = isOption || /[:=<>]/.test(joint) || quoted !== void 0 && !isLoose;
  return isRandom(value, isGiven) || MADE_UP2.test(name + rest) && isMadeUp2(found, value, isOption);
}
function isMadeUp2(found, value, isOption) {
  const { name, joint, quoted } = found;
  if (/\s/.test(value) && !isVariable(found) && !/phrase|mnemonic/i.test(name)) {
    return quoted !== void 0 && /[:=]/.test(joint) && isPasswordOfWords(value);
  }
  if (/[ \t]to:?\s/.test(joint)) return isTyped(value);
  const isLoose = found.isLoose || /^[^\w=:<>]*\s$/.test(joint) && !isOption;
  if (isLoose) return isStrongPassword(value);
  return isPassword(value, isOption || isVariable(found) || quoted !== void 0);
}
function isPassNamed(found, isOption) {
  const { name, rest, joint, quoted, bare, before } = found;
  if (isPartOfName(name, before)) return true;
  if (isOption) return rest === "" && before !== "y" && before !== "m";
  if (/\w/.test(before) || !/[:=]/.test(joint)) return false;
  return quoted === void 0 ? isTyped(bare) : /^(?=\S*[A-Za-z])\S*\d\S*$/.test(quoted);
}
function isPartOfName(name, before) {
  return /[_.-]/.test(before) || /^[A-Z][a-z]/.test(name) && /[a-z]/.test(before);
}

// src/core/redact/pairs.ts
function pairsIn(text) {
  const pairs = new Uint8Array(1 << 14);
  let left = 0;
  for (let at = 0; at < text.length; at++) {
    const right = text.charCodeAt(at) & 127;
    pairs[left << 7 | right] = 1;
    left = right;
  }
  return pairs;
}
function mayHold(pairs, word) {
  for (let at = 1; at < word.length; at++) {
    const pair = (word.charCodeAt(at - 1) & 127) << 7 | word.charCodeAt(at) & 127;
    if (pairs[pair] !== 1) return false;
  }
  return true;
}

// src/core/redact/prefixed-tokens.ts
var { raw: raw5 } = String;
var PREFIXES = `
aws ABSK:99
age AGE-SECRET-KEY-:50
github ghp_:30 gho_:30 ghu_:30 ghs_:30 ghr_:30 github_pat_
google ya29. GOCSPX- 1//0
digitalocean dop_v1_ doo_v1_ dor_v1_
cloudflare v1.0- cfut_ cfat_ cfk_
heroku HRKU-
vault hvs. hvb. hvr.
pulumi pul-
doppler dp.pt. dp.st.:3 dp.ct. dp.sa. dp.scim. dp.audit. dp.said.
1password ops_eyJ A3-:6
supabase sbp_ sb_secret_
planetscale pscale_:24
netlify nfp_ nfc_ nfo_ nfb_
vercel vercel_blob_rw_ vcp_ vci_ vca_ vcr_ vck_
fly fm1a_ fm1r_ fm2_ fo1_
render rnd_
openshift sha256~
tailscale tskey-
datadog ddapp_ ddpat_
new-relic NRAK- NRJS- NRII- NRIQ-
sentry sntrys_ sntryu_
grafana glsa_ glc_ eyJrIjoi
yandex AQVN t1.9eue
gitlab glpat- gldt- glrt- glrtr- glcbt- glptt- glsoat- glft- glimt- glagent- gloas- glffct- GR1348941
npm npm_
pypi pypi-Ag
rubygems rubygems_
clojars CLOJARS_
docker dckr_pat_ dckr_oat_
artifactory AKCp cmVmdGtu
circleci CCIPAT_ CCIPRJ_
buildkite bkua_ bkpa_ bkct_
sonar sqp_ squ_ sqa_
linear lin_api_ lin_oauth_
notion ntn_
figma figd_ figo_ figu_
postman PMAK-
contentful CFPAT-
hubspot pat-na1- pat-na2- pat-eu1- pat-ap1-
typeform tfp_
slack xapp- xwfp-
stripe whsec_
square sq0atp- sq0csp- sq0csb- EAAA:40
paypal A21AA
brevo xkeysib- xsmtpsib-
shopify shpat_ shpca_ shppa_ shpss_ shptka_
anthropic sk-ant-
openrouter sk-or-
openai sk-proj- sk-svcacct- sk-admin- sk-None-
langfuse sk-lf-
langsmith lsv2_pt_ lsv2_sk_
groq gsk_
replicate r8_
xai xai-
perplexity pplx-
nvidia nvapi-
adobe p8e-
authress sc_:8
stytch secret-live- secret-test-
snyk snyk_uat.:8
devcycle dvc_server_:8 dvc_mobile_ dvc_client_:8
flagsmith ser.
pagerduty y_NbAkKc66ryYTWUXYEu:8
helicone sk-helicone-:6
flutterwave FLWSECK- FLWSECK_TEST-
canva cnvca
mapbox sk.eyJ tk.eyJ
miro eyJtaXJvLm9yaWdpbiI6
prismic MC5
infisical st.:20
octopus API-:24
axiom xaat- xapt-
configcat configcat-sdk-
fireworks fw_
pubnub sec-c- sub-c-
easypost EZAK EZTK
razorpay rzp_live_:14 rzp_test_:14
linkedin WPL_AP1.:14
trello ATTA:60
`;
var DRAWN2 = raw5`(?=[\w+/.-]{0,60}?(?:[A-Za-z]\d{1,3}[A-Za-z]|\d[A-Za-z]{1,3}\d|[A-Z][a-z]{1,2}[A-Z]|[a-z][A-Z]{1,3}[a-z]))`;
var run = (length) => raw5`${DRAWN2}[\w+/-]{${length},}={0,2}(?:\.[\w+/-]{4,}={0,2}){0,3}`;
var PREFIXED_TOKENS = PREFIXES.trim().split("\n").flatMap((line) => {
  const [kind = "", ...prefixes] = line.split(" ");
  return prefixes.map((prefix) => {
    const [front = "", length = "16"] = prefix.split(":");
    const literal = front.replace(/[.]/g, "\\.");
    return token(kind, [front.toLowerCase()], literal + run(Number(length)));
  });
});

// src/core/redact/private-blocks.ts
var MARK = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
var BODY = /[\s\S]{0,120}?[\w+/]{20,}={0,2}(?:[^\w+/=]{1,12}[\w+/]{16,}={0,2})*/y;
var KEY = /(?<![\w+/])(?:MII[\w+/]{2}[AQgw]IBA[ABD]|M(?:Hc|HQ|IG\w)CAQEE|MIG\wAgEAM|MC4CAQAwBQYDK2V|b3BlbnNzaC1rZXktdj)/;
var FRONTS = ["MII", "MHcCAQ", "MHQCAQ", "MIG", "MC4CAQ", "b3BlbnNzaC1rZXktdj"];
function cutPrivateBlocks(text) {
  return cutBodies(cutBlocks(text));
}
function cutBodies(text) {
  if (!FRONTS.some((front) => text.includes(front))) return text;
  let kept = "";
  let rest = text;
  for (let at = rest.search(KEY); at >= 0; at = rest.search(KEY)) {
    const end = endOfBody(rest, at) ?? at + 1;
    kept += `${rest.slice(0, at)}${end > at + 40 ? "[redacted:private-key]" : rest.slice(at, end)}`;
    rest = rest.slice(end);
  }
  return kept + rest;
}
function cutBlocks(text) {
  if (!text.includes("PRIVATE KEY")) return text;
  const marks = [...text.matchAll(MARK)];
  let kept = "";
  let at = 0;
  for (const [number, { 0: mark, 1: kind, index }] of marks.entries()) {
    if (kind === "END" || index < at) continue;
    const next = marks[number + 1];
    const end = next?.[1] === "END" ? next.index + next[0].length : endOfBody(text, index + mark.length);
    if (end === void 0) continue;
    kept += `${text.slice(at, index)}[redacted:private-key]`;
    at = end;
  }
  return kept + text.slice(at);
}
function endOfBody(text, from2) {
  BODY.lastIndex = from2;
  return BODY.test(text) ? BODY.lastIndex : void 0;
}

// src/core/redact/program-rules.ts
var { raw: raw6 } = String;
var ARGUMENTS = raw6`(?:[^\n|;]|(?<=\\)\n){0,200}?\s`;
var READERS = raw6`(?:sudo -S|[^\n|]{0,80}(?:--password-stdin|--with-token|--stdin\b))`;
var LOGINS = ["docker", "podman", "skopeo", "az", "cf", "oc", "argocd", "registry"];
var option = (words, pattern) => rule("option", words, pattern);
var PROGRAM_RULES = [
  option(
    ["curl"],
    raw6`(\bcurl\b${ARGUMENTS}(?:-\w{0,4}u|--user)[ =]?\\?["']?[^\s:"'\\]{0,64}:)[^\s"'\\]{4,}`
  ),
  // The token is the user, and there is no password.
  option(
    ["curl"],
    raw6`(\bcurl\b${ARGUMENTS}(?:-\w{0,4}u|--user)[ =]?\\?["']?)(?=[^\s:]{0,60}\d)[\w+/=.-]{14,}(?=:(?:[\s"'\\]|$))`
  ),
  option(
    ["bundle config"],
    raw6`(\bbundle config(?: set)?(?: --\w{4,8})?[ \t]+["']?[\w-]{1,60}\.[\w.-]{1,80}["']?[ \t]+["']?)[^\s"']{8,}`
  ),
  option(
    ["bundle_"],
    raw6`(\bbundle_\w{1,60}__\w{2,60}["']?[ \t]?[:=][ \t]?["']?)[\w-]{6,}:[\w-]{6,}`
  ),
  option(["mysql", "mariadb"], raw6`(\b(?:mysql|mariadb)\w{0,8}\b${ARGUMENTS}-p["']?)[^\s"']{4,}`),
  option(
    ["sshpass", "sqlcmd", ...LOGINS.map((program) => `${program} login`)],
    raw6`((?:\b(?:sshpass|sqlcmd)|\b(?:${LOGINS.join("|")}) login)\b[^\n|;&]{0,200}?\s-p[ =]?["']?)(?!\d+:\d)[^\s"']{4,}`
  ),
  option(["redis-cli"], raw6`(\bredis-cli\b[^\n|;]{0,200}?\s-a[ =]?["']?)[^\s"']{4,}`),
  option(
    ["sudo -s", "-stdin", "--with-token"],
    raw6`(\b(?:echo|printf)[ \t]+(?:-n[ \t]+|["']?%s(?:\\n)?["']?[ \t]+)?["']?)(?:(?<=["'])[^\n"'|]{4,200}|[^\s"'|]{4,200})(?=["']?[ \t]{0,9}\|[ \t]{0,9}${READERS})`
  ),
  option(
    ["chpasswd"],
    raw6`(\becho[ \t]+["']?[\w.-]{1,32}:)[^\s"'|]{4,80}(?=["']?[ \t]{0,9}\|[ \t]{0,9}(?:sudo[ \t]+)?chpasswd)`
  ),
  option(
    ["7z", "zip", "mongo", "ldap", "openssl"],
    raw6`((?:\b7z\w?\b${ARGUMENTS}-p|\bzip\b[^\n|;&]{0,200}?\s-P[ \t]*|\bmongo\w{0,10}\b${ARGUMENTS}-p[ \t]*|\bldap\w{3,8}\b${ARGUMENTS}-w[ \t]*|\bopenssl enc\b${ARGUMENTS}-k[ \t]*)["']?)(?![-$])[^\s"']{4,}`
  ),
  option(
    ["htpasswd"],
    raw6`(\bhtpasswd\b[^\n|;]{0,40}?\s-\w{0,4}b\w{0,4}[ \t]+\S{1,100}[ \t]+\S{1,64}[ \t]+["']?)[^\s"']{4,}`
  ),
  option(
    ["--from-literal"],
    raw6`((?<=\bsecret\b[^\n|;]{0,300}\s)--from-literal[= ]["']?[\w.-]{1,80}=)[^\s"']{4,}`
  ),
  option(["secret set"], raw6`(\bsecret set\b${ARGUMENTS}(?:--body|-b)[= ]["']?)[^\s"']{8,}`),
  option(
    ["machine", "default"],
    raw6`((?:\bmachine\s{1,8}\S{1,80}|\bdefault)\s{1,8}login\s{1,8}\S{1,80}\s{1,8}password\s{1,8})[^\s"']{4,}`
  ),
  option(["pass:"], raw6`(-pass(?:in|out)?[ =]["']?pass:)[^\s"']{4,}`),
  option(
    ["net use", "sqlplus", "jdbc:oracle", "alias set"],
    raw6`((?:\bnet use\b[^\n|;]{0,120}?/user:\S{1,64}[ \t]+|\bsqlplus\b[^\n|;]{0,40}?\s[\w.-]{1,64}/|\bjdbc:oracle:\w{3,5}:[\w.-]{1,64}/|\bmc\w{0,4} alias set[ \t]+\S{1,64}[ \t]+\S{1,200}[ \t]+\S{1,128}[ \t]+)["']?)[^\s"'@/]{4,}`
  ),
  option(
    ["oathtool", "convertto-securestring", "/with/key/", "vault login"],
    raw6`((?:\boathtool\b${ARGUMENTS}(?:-b[ \t]+|--base32[ \t]+)|\bConvertTo-SecureString\b[ \t]+(?:-String[ \t]+)?|/with/key/|\bvault login\b[ \t]+)["']?)(?![-$])[^\s"'?]{6,}`
  ),
  option(
    ["secrets set", "config:set", "secret put"],
    raw6`(\b(?:secrets (?:set|import)|config:set)\b${ARGUMENTS}[A-Z]\w{1,60}=["']?)[^\s"']{6,}`
  ),
  option(["-u", "--user"], raw6`((?<=\s)(?:-U|--user)[ =]?["']?[\w.\\/-]{1,64}%)[^\s"'%]{4,}`),
  option(
    ["wpa_passphrase"],
    raw6`(\bwpa_passphrase[ \t]+(?:"[^"\n]{1,32}"|\S{1,32})[ \t]+["']?)[^\s"'<>|;]{8,}`
  ),
  option(
    [":543", ":6432:", ":*:"],
    raw6`((?<![\w.*-])[\w.*-]{1,100}:(?:543\d|6432|\*):[\w*-]{1,63}:[\w*.@-]{1,63}:)[^\s:]{4,}(?=\s|$)`
  ),
  option(
    ["identified "],
    raw6`(\bidentified (?:with \S{1,40} )?by(?: password)?[ \t]+["'])[^"'\n]{4,}`
  )
];

// src/core/redact/prose-rules.ts
var { raw: raw7 } = String;
var OPEN2 = raw7`["'\x60*(]{0,2}`;
var PART2 = raw7`[^\s"'\x60<>|,;()/]`;
var WORD2 = raw7`(?=${PART2}{0,63}\d)(?=${PART2}{0,63}[A-Za-z])${PART2}{8,64}(?=[\s"'\x60,;)|<>]|$)`;
var IN = raw7`(?:log(?:s|ged|ging)?[ -]?(?:in|on)|sign(?:s|ed|ing)?[ -]?in|authenticat\w{1,4}|connect\w{0,3}|unlock\w{0,3}|ssh)`;
var PASS = raw7`(?:pass(?:word|phrase|code|wd)?|pw|pwd)\b`;
var SECOND_FACTORS = [
  "2fa",
  "mfa",
  "otp",
  "recovery",
  "backup",
  "scratch",
  "one-time",
  "verification"
];
var SECOND_FACTOR = `[th]?(?:${SECOND_FACTORS.join("|")})`;
var CODE2 = raw7`(?:(?=[\w-]{0,9}\d)\w{3,8}(?:-\w{3,8}){1,3}|\d{6,8})(?![\w.-])`;
var LINKING = raw7`(?!(?:the|and|for|you|your|are|was|not|with|from|must|should|can|will|has|have|that|this)\b)`;
var PROSE_RULES = [
  rule(
    "password",
    ["log", "sign", "authenticat", "connect", "unlock", "ssh"],
    raw7`(\b${IN}\b[^\n;]{0,60}?\b(?:with|using|by|via|and|,)[ \t]+${OPEN2})${WORD2}`
  ),
  rule(
    "password",
    ["use ", "try ", "type ", "enter ", "give it "],
    raw7`(\b(?:use|try|type|enter|give[ \t]it)[ \t]+${OPEN2})${WORD2}(?=["'\x60*)]{0,2}[ \t]+(?:when|whenever|at the|into the|if (?:it|you|asked)|to (?:log|sign|unlock|get)|for (?:sudo|login|the (?:login|prompt|password))))`
  ),
  rule(
    "password",
    [" as "],
    raw7`(\b(?:use|with)[ \t]+)(?=\S{0,40}\d)(?=\S{0,40}[^\w\s.,/-])\S{8,64}(?=[ \t]+as[ \t]+(?:(?:the|a|my|your)[ \t]+)?pass(?:word|wd|phrase|code|wort)?\b)`
  ),
  rule(
    "password",
    [" is the ", " is my ", " is our ", " is its ", " is your "],
    raw7`(?<![^\s,"'\x60(])${WORD2}(?=["'\x60]?[ \t]+is[ \t]+(?:the|my|our|its|your)[ \t]+(?:\w{1,16}[ \t]+)?${PASS})`
  ),
  rule(
    "password",
    ["cred", "login", "logon", "account", "wifi", "wi-fi", "user"],
    raw7`(\b(?:cred(?:s|entials?)?|log[io]ns?|accounts?|wi-?fi|user(?:name)?s?)\b[^\n/]{0,40}?[ \t][\w.@+-]{1,40}[ \t]{0,2}[/:][ \t]{0,2}${OPEN2})${WORD2}`
  ),
  rule(
    "password",
    ["secret", "token", "key", "credential"],
    raw7`(\b(?:secret|token|key|credentials?)\b[a-z ,'\t]{1,40}?[ \t:]${OPEN2})(?=\w{0,60}\d)[\w-]{24,200}(?![\w./:-])`
  ),
  rule(
    "mnemonic",
    ["phrase", "seed", "recovery", "mnemonic", "wallet"],
    raw7`(\b(?:pass[ _-]?phrase|seed|recovery|mnemonic|wallet|words)\b[^\n:=]{0,40}[:=][ \t]{0,3}["'\x60]?)(?:${LINKING}[a-z]{3,9}[ \t]){3,23}${LINKING}[a-z]{3,9}(?=["'\x60]?[ \t]{0,3}(?:[\r\n.,;)]|$))`
  ),
  rule(
    "mnemonic",
    ["phrase", "seed", "recover", "mnemonic", "wallet"],
    raw7`(\b(?:phrase|seed|recover|mnemonic|wallet|words)\b[^\n]{0,40}?(?:[:=]|\b(?:is|are|from|with|using|to))[ \t]{0,3}["'\x60]?)(?:(?!(?:the|and|for|are|was)\b)[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}\b`
  ),
  rule(
    "code",
    SECOND_FACTORS,
    raw7`(\b(?:${SECOND_FACTOR}\b[^\n:=]{0,20}\bcodes?|codes?\b[^\n:=]{0,20}\b${SECOND_FACTOR})\b[^\n:=]{0,20}?(?:[:=]|\b(?:is|are|was)\b)[ \t]{0,3}["'\x60]?)${CODE2}(?:[ \t]{0,2}[, ][ \t]{0,2}${CODE2}){0,15}`
  ),
  rule(
    "code",
    ["pin"],
    raw7`(\bpin(?: code)?[ \t]{0,2}(?::|=|\bis\b|\bwas\b)[ \t]{0,3})\d{4,8}(?![\w.-])`
  ),
  rule(
    "totp",
    ["authenticator", "otp", "2fa", "mfa", "seed"],
    raw7`(\b(?:[Aa]uthenticator|T?OTP|t?otp|2FA|2fa|MFA|mfa|seed)\b[^\n:=]{0,30}?(?::|=|\bis)[ \t]{0,3}["'\x60]?)[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}\b`
  ),
  rule(
    "token",
    ["token", "secret", "key"],
    raw7`(\b(?:[Aa][Pp][Ii][ -]?[Kk]ey|[Ss]ecret|[Tt]oken)\b[a-z ,'\t]{0,20}?\b(?:is|need|use|it|this|here|one|with)[ \t:]{1,3}["'\x60]?)(?=[\da-f]{0,60}\d)[\da-f]{32,128}\b`
  )
];

// src/core/redact/shaped-tokens.ts
var SHAPES = String.raw`
aws akia,asia,abia,acca (?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?!\w)
aws akia,asia,redacted:aws ((?:A[KS]IA[A-Z0-9]{16}|\[redacted:aws\])["']?[\s,:;|]{1,4}["']?)[A-Za-z\d/+]{40}(?![\w/+])
google aiza AIza[\w-]{35}
azure accountkey=,accesskey= ((?:Account|SharedAccess)Key=)[\w+/%]{40,}={0,2}
azure q~ [\w~.]{3}\dQ~[\w~.-]{31,34}
azure azdo [A-Za-z\d]{76}AZDO\w{4}
alibaba ltai LTAI[A-Za-z\d]{12,26}(?!\w)
tencent akid AKID[A-Za-z\d]{13,40}(?!\w)
databricks dapi dapi[\da-f]{32}(?:-\d)?
vault s. (?<![_-])s\.(?=[A-Za-z]{0,23}\d)(?=[a-z0-9]{0,23}[A-Z])[A-Za-z\d]{24}(?!\w)
terraform .atlasv1. \w{14}\.atlasv1\.[\w=-]{40,}
new-relic nral [\da-f]{36}NRAL
sentry .sentry.io (https://)[\da-f]{32}(?=@)
token ghp_,github_pat_,glpat-,npm_,sk-,sk_live_,xox,hf_ (?:gh[pousr]_|github_pat_|glpat-|npm_|sk-|[sr]k_live_|xox[bp]-|hf_)[\w-]{4,80}(?:["'\x60]\s{0,20}\+\s{0,20}["'\x60]|\\\r?\n[ \t]{0,20})(?=\w{0,60}\d)[\w-]{8,}
atlassian atatt3,atctt3,atbb,atoa3 AT(?:ATT3|CTT3|BB|OA3)[\w=.-]{20,}(?:%3D[\dA-F]{8})?
npm _auth,_password ((?::|^|\s)_(?:authToken|auth|password)\s?=\s?"?)(?!\$|\[)[^\s"]{8,}
crates cio cio[A-Za-z\d]{32}(?!\w)
nuget oy2 oy2[a-z0-9]{43}(?!\w)
notion secret_ secret_[A-Za-z\d]{43}(?!\w)
airtable pat pat[A-Za-z\d]{14}\.[\da-f]{64}
asana /0,/1,/2,/3,/4,/5,/6,/7,/8,/9 (?<![_-])\d/\d{10,20}(?:/\d{10,20})?:[\da-f]{32}
clickup pk_ pk_\d{6,12}_[A-Z0-9]{32}
slack xox xox[abcdeoprs](?:\.xox[bp])?-[\w-]{10,}
slack hooks.slack.com (hooks\.slack\.com/)[\w/+-]{20,}
discord discord (discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/)\d{10,}/[\w-]{40,}
discord . (?<![_-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?!\w)
telegram :aa \d{8,10}:AA[\w-]{32,33}(?!\w)
telegram api.telegram.org/bot (api\.telegram\.org/bot)\d{6,12}:[\w-]{30,}
teams .webhook.office.com ([\w-]+\.webhook\.office\.com/)[\w/@-]{40,}
stripe k_live_,k_test_,k_prod_ [sr]k_(?:live|test|prod)_[A-Za-z\d]{16,}
paypal access_token$ access_token\$(?:production|sandbox)\$\w{10,}\$[\da-f]{32}
twilio sk SK[\da-f]{32}(?!\w)
sendgrid sg. SG\.[\w-]{16,32}\.[\w-]{16,64}
mailgun key- (?<![_-])key-[\da-f]{32}(?!\w)
mailgun - (?<![_-])[\da-f]{32}-[\da-f]{8}-[\da-f]{8}(?![\w-])
mailchimp -us [\da-f]{32}-us\d{1,2}(?!\w)
resend re_ re_[A-Za-z\d]{8}_[A-Za-z\d]{20,}
facebook eaa EAA[A-Za-z\d]{80,}
twitter aaaaaaaaaaaaaaaaaaaa A{20,22}[\w%]{40,}
dropbox sl. sl\.(?:u\.)?[\w-]{100,}
zapier hooks.zapier.com (hooks\.zapier\.com/hooks/catch/)[\w/]{10,}
deepl :fx (?<![_-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:fx(?!\w)
hugging-face hf_,api_org_ (?:hf|api_org)_[A-Za-z\d]{30,}
elevenlabs sk_ sk_[\da-f]{48}(?!\w)
harness pat.,sat. [ps]at\.[\w-]{20,24}\.[\da-f]{24}\.\w{20}
bitwarden 0. 0\.[\da-f]{8}-[\da-f-]{27}\.\w{30}:[\w+/]{20,}={0,2}
launchdarkly sdk-,mob-,api- (?:sdk|mob|api)-[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}
unleash : (?:\*|[\w-]{1,60}):[\w-]{1,60}\.[\da-f]{50,}
telnyx key KEY[\dA-F]{32}_\w{20,}
rapidapi msh [\da-f]{10}msh[\da-f]{15}p[\da-f]{6}jsn[\da-f]{12}
dynatrace dt0 dt0[a-z]\d\d\.[A-Z\d]{20,}\.[A-Z\d]{40,}
plaid access- access-(?:sandbox|development|production)-[a-f0-9-]{36}
persona persona_ persona_\w{7,10}_[\da-f-]{36}
salesforce 00d 00D[A-Za-z\d]{12}![\w.]{60,}
firebase :apa91b [\w-]{11}:APA91b[\w-]{100,}
backblaze k00 K00\d[\w+/]{27}(?![\w+/])
adyen aqe AQE[\w+/]{40,}={0,2}(?:-[\w+/]{10,}=?){0,2}
token sk-,pk-,ghp_,gho_ (?:[sp]k-|gh[po]_)(?=[A-Za-z]{0,60}\d)[A-Za-z\d]{16,}
`;
var SHAPED_TOKENS = SHAPES.trim().split("\n").map((line) => {
  const [kind = "", words = "", ...pattern] = line.split(" ");
  return token(kind, words.split(","), pattern.join(" "));
});

// src/core/redact/unknown-tokens.ts
var MAYBE = /[A-Za-z\d][_.-][\w-]{0,24}[A-Za-z\d]{10}/;
var TOLD_BY = /_(?:live|test|prod|production|dev|sandbox|sbox|secret|token|key|apikey|api|pat|oauth|access|auth|sk)_$|[_-](?:live|secret|token|pat|sk|oauth)-$/;
var PREFIXED = String.raw`(?<front>(?:[A-Za-z][A-Za-z\d]{0,11}[_-]){1,3})(?<run>[A-Za-z\d][\w-]{15,600})`;
var DOTTED = String.raw`(?<parts>[\w-]{2,80}\.[\w-]{20,600}\.[\w-]{20,600})`;
var IDS2 = /^(?:toolu|msg|resp|rs|call|run|thread|file|session|req|evt|item|asst|step|batch|chunk|cs|pi|sha\d*|md\d|hash|commit|tree|blob|rev|ref|id|cache|build|img|image|digest|trace|span|uuid|node|object|obj)[_-]/i;
var UNKNOWN = new RegExp(
  String.raw`(?<![\w./+@#$%:-](?<!\\[nrt]))(?:${DOTTED}|${PREFIXED})(?![\w/+-]|\.[a-z])`,
  "g"
);
var HEXADECIMAL = /^[\da-f_-]+$/;
function cutUnknownTokens(text) {
  if (!MAYBE.test(text)) return text;
  return text.replace(UNKNOWN, (whole, ...rest) => {
    const { front = "", run: run2 = "", parts } = rest.at(-1);
    const isToken = parts === void 0 ? isPrefixed(front, run2) : isDotted(parts);
    return isToken ? "[redacted:token]" : whole;
  });
}
function isPrefixed(front, run2) {
  if (IDS2.test(front) || !isRandom(run2)) return false;
  if (TOLD_BY.test(`_${front}`)) return front.endsWith("_") || !run2.includes("-") || isMixed(run2);
  if (HEXADECIMAL.test(run2)) return front.endsWith("_") && run2.length >= 32;
  return /^[A-Za-z\d]+(?:[_-][A-Za-z\d]+)?$/.test(run2) && run2.length >= 30;
}
function isMixed(run2) {
  return run2.length >= 30 && /[a-z]/.test(run2) && /[A-Z]/.test(run2);
}
function isDotted(parts) {
  return parts.split(".").slice(1).every((part) => isRandom(part));
}

// src/core/redact/redact.ts
var RULES = [
  ...PREFIXED_TOKENS,
  ...SHAPED_TOKENS,
  ...CARRIER_RULES,
  ...PROGRAM_RULES,
  ...CALL_RULES,
  ...PROSE_RULES
];
var MAX_ESCAPES = 3;
var TYPED = /* @__PURE__ */ new Set(["password", "argument"]);
var CARRIERS = /* @__PURE__ */ new Set([
  ...["header", "bearer", "cookie", "url", "option", "mnemonic", "password", "argument", "code"]
]);
function redact(text) {
  const seen = asSeen(text);
  let cut2 = cutAll(seen);
  let open = cut2;
  for (let level = 0; level < MAX_ESCAPES; level++) {
    const next = unescaped(open);
    if (next === open) break;
    open = cutAll(next);
    if (open !== next) cut2 = open;
  }
  return cut2 === seen ? text : cut2;
}
function cutAll(text) {
  const once = cutSecrets(text);
  return once === text ? text : cutSecrets(cutSecrets(once));
}
function cutSecrets(text) {
  return cutEncoded(cutPlain(text), (plain) => cutPlain(plain) !== plain);
}
function cutPlain(text) {
  const lower = text.toLowerCase();
  const pairs = pairsIn(lower);
  const asked = RULES.filter(
    ({ words }) => words.some((word) => mayHold(pairs, word) && lower.includes(word))
  );
  const isTypedAsked = asked.some(({ kind }) => TYPED.has(kind));
  const rules = isTypedAsked && !mayHoldTyped(text) ? asked.filter(({ kind }) => !TYPED.has(kind)) : asked;
  return cutUnknownTokens(cutNamedValues(rules.reduce(cut, cutPrivateBlocks(text))));
}
function cut(text, { kind, pattern }) {
  const isCarried = CARRIERS.has(kind);
  const isNone = isCarried ? noneOf(kind) : isMadeUp;
  return text.replace(
    new RegExp(pattern, isCarried ? "gi" : "g"),
    (whole, kept) => {
      const front = typeof kept === "string" ? kept : "";
      return isNone(whole.slice(front.length)) ? whole : `${front}[redacted:${kind}]`;
    }
  );
}
function noneOf(kind) {
  if (kind === "argument") return (value) => !isTyped(value) && !isTypedInCode(value);
  return kind === "password" ? (value) => !isTyped(value) : isPlaceholder;
}

// ../../../tmp/measure.ts
var show = process.argv[2] ?? "none";
for (const half of ["tuned", "held out"]) {
  const samples = serviceSamples(half);
  const missed = samples.filter((s) => piecesLeft(s, redact(s.text)).length > 0);
  const m = /* @__PURE__ */ new Map();
  for (const s of missed) m.set(s.place, (m.get(s.place) ?? 0) + 1);
  const alone = samples.filter((s) => s.place.startsWith("alone")).length;
  const am = missed.filter((s) => s.place.startsWith("alone")).length;
  console.log(half, samples.length, "missed", missed.length, (100 - 100 * missed.length / samples.length).toFixed(1) + "%", "alone", alone, "missed", am, "unplanted", samples.filter((s) => !s.text.includes(s.secret.slice(0, 12))).length);
  if (half === show) {
    console.log([...m].sort((a, b) => b[1] - a[1]).map(([k, v]) => `${k}:${v}`).join(", "));
    for (const s of missed.slice(0, Number(process.argv[3] ?? 60))) console.log(s.provider, "|", s.place, "|", JSON.stringify(s.text).slice(0, 200));
  }
}
if (process.argv[4]) {
  const s = serviceSamples("held out").filter((s2) => s2.place.startsWith("alone") && piecesLeft(s2, redact(s2.text)).length > 0);
  console.log([...new Set(s.map((x) => x.provider + " " + x.secret.slice(0, 30)))].join("\n"));
}
var inn = [tunedCorpus(), heldOutCorpus(), unseenCorpus("looked at"), unseenCorpus("not looked at")].flatMap((c) => c.innocent);
inn.push(...ORDINARY);
var taken = inn.filter((t) => redact(t) !== t);
console.log("innocent", inn.length, "taken", taken.length);
for (const t of taken.slice(0, 80)) console.log("  ", JSON.stringify(t).slice(0, 160), "->", JSON.stringify(redact(t)).slice(0, 160));
