/** What one runs oneself, servers and commands: see `fifth-set.ts` for how a row is read. */
export const FIFTH_SERVERS = String.raw`
Vaultwarden | https://github.com/dani-garcia/vaultwarden/wiki/Enabling-admin-page | <base64:64> | docker run -d --name vaultwarden \⏎-e ADMIN_TOKEN=¤ \⏎-v /vw-data/:/data/ \⏎-p 80:80 \⏎vaultwarden/server:latest
" | " | " | ADMIN_TOKEN=¤
" | https://raw.githubusercontent.com/community-scripts/ProxmoxVE/main/ct/alpine-vaultwarden.sh | " | "admin_token": "¤",
CouchDB | https://github.com/frodenas/docker-couchdb | <word:16> | ========================================================================⏎CouchDB User: "couchdb"⏎CouchDB Password: "¤"⏎========================================================================
" | " | " | docker run -d \⏎--name couchdb \⏎-p 5984:5984 \⏎-e COUCHDB_USERNAME=myusername \⏎-e COUCHDB_PASSWORD=¤ \⏎frodenas/couchdb
" | https://docs.rs/crate/couchdb-orm/latest/source/infra/couchdb-docker/README.md | " | $ docker run -d --name my-couchdb -e COUCHDB_USER=admin -e COUCHDB_PASSWORD=¤ couchdb:3
" | https://raw.githubusercontent.com/dotnsf/yamls_for_iks/main/couchdb.yaml | " | - name: COUCHDB_PASSWORD⏎  value: "¤"
Zabbix | https://www.zabbix.com/documentation/1.8/en/api/user/login | <hex:32> | {⏎       "jsonrpc":"2.0",⏎       "result":"¤",⏎       "id":1⏎       }
" | " | " | "params": { "output": ["hostid"] },⏎    "auth": "¤",⏎    "id": 2
" | https://zabbix.com/documentation/6.4/it/manual/api/reference/user/login | " | curl --request POST --url 'https://example.com/zabbix/api_jsonrpc.php' --header 'Authorization: Bearer ¤' --header 'Content-Type: application/json-rpc'
Home Assistant | https://home-assistant.io/developers/api/ | eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.<claims:20>.<url:43> | curl \⏎-H "Authorization: Bearer ¤" \⏎-H "Content-Type: application/json" \⏎http://192.168.1.20:8123/api/states
" | " | " | headers = {⏎    "Authorization": "Bearer ¤",⏎    "content-type": "application/json",⏎}
" | " | " | turn_light_on:⏎  url: http://localhost:8123/api/states/light.study_light⏎  method: POST⏎  headers:⏎    authorization: 'Bearer ¤'
Gotify | https://github.com/gotify/cli | A<url:14> | $ curl -X POST "https://push.example.de/message?token=¤" -F "title=my title" -F "message=my message"
" | " | " | $ http -f POST "https://push.example.de/message?token=¤" title="my title" message="my message"
" | " | " | {⏎  "token": "¤",⏎  "url": "https://push.example.de"⏎}
" | https://pkg.go.dev/github.com/gotify/server/v2/docs | C<url:14> | X-Gotify-Key: ¤
Qdrant | https://qdrant.tech/documentation/quickstart-cloud/ | eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJhY2Nlc3MiOiJtIn0.<url:43> | curl \⏎  -X GET https://xyz-example.eu-central.aws.cloud.qdrant.io:6333 \⏎  --header 'api-key: ¤'
" | " | <url:54> | curl \⏎  -X GET https://xyz-example.eu-central.aws.cloud.qdrant.io:6333 \⏎  --header 'Authorization: Bearer ¤'
" | " | " | qdrant_client = QdrantClient(⏎    host="xyz-example.eu-central.aws.cloud.qdrant.io",⏎    api_key="¤",⏎)
" | " | " | service:⏎  api_key: ¤
Weaviate | https://weaviate.io/developers/academy/py/zero_to_mvp/hello_weaviate/hands_on | <word:36> | auth_config = weaviate.auth.AuthApiKey(api_key="¤")
" | " | " | Authentication details (optional)⏎¤⏎Additional headers (optional)
" | https://gist.github.com/bobvanluijt/cd3b967cdf3dd92e0cf9ee229542c987 | " | const apiKey = new weaviate.ApiKey("¤");
Neo4j | https://neo4j.com/docs/python-manual/current/connect/ | <url:43> guessed | URI = "neo4j+s://5b2c7a10.databases.neo4j.io"⏎AUTH = ("neo4j", "¤")
" | https://neo4j.com/docs/java-manual/current/connect | " | final String dbUser = "neo4j";⏎final String dbPassword = "¤";
" | https://Neo4j.com/docs/javascript-manual/current/connect/ | " | const USER = 'neo4j'⏎const PASSWORD = '¤'
" | https://github.com/neo4j/neo4j-python-driver/pull/59.diff | " | driver = GraphDatabase.driver("bolt://localhost", auth=basic_auth("neo4j", "¤"))
Nextcloud | https://docs.nextcloud.com/server/28/developer_manual/client_apis/OCS/ocs-api-overview.html | <word:5>-<word:5>-<word:5>-<word:5>-<word:5> | curl -u username:¤ -X GET 'https://cloud.example.com/ocs/v1.php/cloud/users/ana' -H "OCS-APIRequest: true"
" | https://docs.nextcloud.com/server/latest/developer_manual/client_apis/LoginFlow/index.html | <word:72> | {"server":"https:\/\/cloud.example.com","loginName":"username","appPassword":"¤"}
" | " | " | nc://login/server:https://cloud.example.com&user:username&password:¤
Redmine | https://redmine-redmine.mintlify.app/developer/rest-api-authentication | <hex:40> | curl -H "X-Redmine-API-Key: ¤" \⏎  https://redmine.example.com/issues.json
" | " | " | curl "https://redmine.example.com/issues.json?key=¤"
" | " | " | curl -u username:¤ \⏎  https://redmine.example.com/issues.json
Teleport | https://goteleport.com/docs/installation/agents/join-token.md | <hex:32> | The invite token: ¤.⏎This token will expire in 60 minutes.
" | " | " | $ sudo teleport node configure --output=file:///etc/teleport.yaml --token=¤ --proxy=teleport.example.com:443
" | " | " | ¤
" | " | " | teleport:⏎  auth_token: ¤⏎  proxy_server: teleport.example.com:443
Headscale | https://headscale.net/usage/getting-started | hskey-api-<url:12>-<url:64> | ¤
" | " | <hex:48> | tailscale up --login-server https://headscale.example.com --authkey ¤
" | https://docs.rs/yah-cloud/0.8.40/cloud/mesh/struct.HeadscaleClient.html | hskey-api-<url:12>-<url:64> | Authorization: Bearer ¤
" | " | " | HEADSCALE_API_KEY=¤
ThingsBoard | https://www.thingsboard.io/docs/paas/reference/mqtt-api/ | <word:20> | mosquitto_pub -d -q 1 -h "mqtt.thingsboard.cloud" -p "1883" -t "v1/devices/me/telemetry" -u "¤" -m {"temperature":25}
" | " | " | var client  = mqtt.connect('mqtt://mqtt.thingsboard.cloud',{⏎    username: '¤'⏎});
" | " | " | curl -v -X POST https://thingsboard.cloud/api/v1/¤/telemetry --header Content-Type:application/json --data "{temperature:25}"
OpenProject | https://raw.githubusercontent.com/opf/openproject-docker-compose/e8372413f5a5f4864ca1155981996d72ddca6501/.env.example | <word:32> | SECRET_KEY_BASE=¤⏎OPENPROJECT_HOST__NAME=localhost:8080
" | " | " | DATABASE_URL=postgres://postgres:¤@db/openproject?pool=20&encoding=unicode&reconnect=true
" | " | " | COLLABORATIVE_SERVER_URL=ws://localhost:8080/hocuspocus⏎COLLABORATIVE_SERVER_SECRET=¤
" | " | <hex:64> | curl -u apikey:¤ https://community.openproject.org/api/v3/users/42
Snipe-IT | https://www.github.com/kulkultech/snipe-it-compose | base64:<base64:43>= | APP_KEY=¤
" | " | " | ¤
" | " | " | docker run -d -p 80:80 --name snipeit -e APP_KEY=¤ snipe/snipe-it
Kaspersky | https://support.kaspersky.com/KESMac/12_adminguide/de-DE/26822.htm | <upper:5>-<upper:5>-<upper:5>-<upper:5> | kav license /add ¤
" | https://support.kaspersky.com/ksws/11/en-US/146717.htm | " | KAVSHELL.EXE LICENSE /ADD: ¤
" | https://support.kaspersky.com/kes-for-linux/12.0/197982 | " | kesl-control --add-active-key ¤
OpenBao | https://openbao.org/docs/commands/print/ | s.<word:24> | $ bao print token⏎¤
" | " | " | ¤
" | " | " | export BAO_TOKEN="¤"
" | " | " | Key                Value⏎---                -----⏎token              ¤⏎token_duration     768h
Mailtrain | https://git.ix.gs/public/mailtrain/raw/commit/7fce6e28fa14314e79241a0a9e75885d25e10a88/views/users/api.hbs | <hex:40> | curl -XPOST https://lists.example.com/api/subscribe/B16uVTdW?access_token=¤ \⏎--data 'EMAIL=test@example.com&MERGE_CHECKBOX=yes&REQUIRE_CONFIRMATION=yes'
" | " | " | Personal access token: ¤
" | " | " | curl -XGET 'https://lists.example.com/api/subscriptions/B16uVTdW?access_token=¤&limit=10&start=0'
Zettelstore | https://zettelstore.de/manual/z/00001012050600 | eyJhbGciOiJIUzUxMiJ9.<claims:20>.<url:86> | GET /z HTTP/1.0⏎Authorization: Bearer ¤
" | " | " | ("Bearer" "¤" 600)
Cozy | https://docs.cozy.io/en/cozy-stack/cli/cozy-stack_instances_token-cli | eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9.<claims:60>.<url:86> | ¤
" | " | " | $ cozy-stack instances token-cli cozy.localhost:8080 io.cozy.files⏎¤
Papermerge | https://docs.papermerge.io/3.2/rest-api/token/ | eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.<claims:20>.<url:43> | $ docker exec d8b965388fd9 create_token.sh john⏎⏎¤
" | " | " | ¤
" | https://docs.papermerge.io/2.0/user/rest_api | <hex:32> | curl -H "Authorization: Token ¤" https://docs.example.com/api/documents
" | https://docs.papermerge.io/REST%20API/authentication.html | <hex:40> | curl \⏎  -H 'Content-Type: application/vnd.api+json'⏎  -H 'Authorization: Token ¤'
Matomo | https://restack.io/docs/matomo-knowledge-matomo-api-key-integration | <hex:32> | curl -X POST 'https://demo.matomo.cloud/?module=API&method=API.getMatomoVersion&format=xml' -d 'token_auth=¤'
" | https://analytics-api.com/matomo-reporting-api/ | " | https://demo.matomo.cloud/?module=API&method=VisitsSummary.get&idSite=1&period=day&date=today&format=JSON&token_auth=¤
" | " | " | &token_auth=¤
Authelia | https://www.authelia.com/configuration/methods/secrets/ | <word:64> | AUTHELIA_JWT_SECRET=¤
" | " | " | session:⏎  secret: '¤'
" | " | " | storage:⏎  encryption_key: '¤'
" | " | <word:20> guessed | AUTHELIA_AUTHENTICATION_BACKEND_LDAP_PASSWORD=¤
K3s | https://documentation.suse.com/cloudnative/k3s/latest/en/cli/token.html | K10<hex:64>::server:<hex:32> | ¤
" | https://adhdecode-articles-2.pages.dev/articles/k3s/k3s-cluster-join-agent-node/ | " | curl -sfL https://get.k3s.io | K3S_URL=https://10.0.0.4:6443 K3S_TOKEN=¤ sh -
" | https://adhdecode-articles-2.pages.dev/articles/k3s/k3s-cluster-init-token/ | " | export K3S_URL="https://10.0.0.4:6443"⏎export K3S_TOKEN="¤"
" | https://documentation.suse.com/cloudnative/k3s/latest/en/cli/token.html | <lower:6>.<lower:16> | k3s token create ¤
Pterodactyl | https://pterodactyl-api-docs.netvpx.com/docs/api/client/account | ptlc_<word:43> | curl "https://your-panel.com/api/client/account" \⏎-H "Authorization: Bearer ¤" \⏎-H "Accept: Application/vnd.pterodactyl.v1+json" \⏎-H "Content-Type: application/json"
" | " | " | req.Header.Add("Authorization", "Bearer ¤")
" | http://www.webkkk.net/MythicalLTD/Pterodactyl-PHP-SDK/blob/main/docs/panel/authentication.md | " | $client = PterodactylSDK::clientOnly(⏎'https://your-panel.com', // Panel URL⏎'¤' // Client API Key⏎);
" | https://www.mintlify.com/pterodactyl/panel/api/authentication | ptla_<word:43> | curl -X GET "https://panel.example.com/api/application/users" \⏎-H "Accept: application/json" \⏎-H "Authorization: Bearer ¤"
Philips Hue | http://khuhub.khu.ac.kr/2017101598/take_an_umbrella/blob/feature/HueAPI/node_hue_api/docs/users.md | <url:40> | Created User: ¤
" | " | <bigHex:32> | PSK for Entertainment API : ¤
" | https://developers.meethue.com/develop/hue-api-v2/getting-started/ | <url:40> | [{"success":{"username":"¤","clientkey":"00"}}]
" | " | " | hue-application-key: ¤
StrongSwan | https://manpages.ubuntu.com/manpages/noble/man5/swanctl.conf.5.html | 0s<base64:32> guessed | secrets {⏎  ike-net {⏎    id = moon.strongswan.org⏎    secret = ¤⏎  }
" | " | <word:16> guessed | eap-carol {⏎    id = carol⏎    secret = "¤"⏎  }
" | https://gitea.osmocom.org/ims-volte-vowifi/strongswan/commit/75e3d90d43ccd55bc439a12080a824bdc71a2fba | <word:24> guessed | 192.168.0.1 %any : PSK "¤"
" | " | " | carol@strongswan.org : EAP "¤"
LiveKit | https://deepwiki.com/livekit/livekit-cli/3.2-configuration-management | <word:43> | lk project add my-project --url wss://my-project.livekit.cloud --api-key APIwX3k9 --api-secret ¤ --default
" | https://docs.livekit.io/agents/ops/deployment/secrets | " | LIVEKIT_URL=wss://my-project.livekit.cloud⏎LIVEKIT_API_KEY=APIwX3k9⏎LIVEKIT_API_SECRET=¤
" | https://docs.livekit.io/cloud/project-management/keys-and-tokens/ | " | API Key:  APIwX3k9⏎API Secret:  ¤
" | " | " | keys:⏎  APIwX3k9: ¤
BigBlueButton | http://docs.bigbluebutton.org/2.2/customize.html | <word:42> | URL: https://bbb.example.com/bigbluebutton/⏎    Secret: ¤⏎⏎    Link to the API-Mate:
" | https://docs.bigbluebutton.org/2.6/administration/customize | <hex:32> | $ sudo bbb-conf --setsecret ¤
" | " | " | securitySalt=¤
Odoo | https://www.cybrosys.com/odoo/odoo-books/odoo-15-development/ch14/generate-api-key/ | <hex:40> | database = 'DemoDB'⏎user = 'admin'⏎password = '¤'
" | https://deploymonkey.com/blog/odoo-api-authentication-methods | " | uid = common.authenticate('database', 'ana@acme.test', '¤', {})
" | " | " | result = models.execute_kw(⏎    'database', uid, '¤',⏎    'res.partner', 'search_read',⏎    [[('is_company', '=', True)]],
" | " | " | "service": "common",⏎        "method": "authenticate",⏎        "args": ["database", "ana@acme.test", "¤", {}]
Jellyfin | https://gist.github.com/nielsvanvelzen/ea047d9028f676185832e51ffaf12a6f | <hex:32> | Authorization: MediaBrowser Token="¤", Client="Android TV", Version="1.0.0"
" | " | " | X-Emby-Token: ¤
" | " | " | http://192.168.1.10:8096/Users?ApiKey=¤
" | " | " | X-Emby-Authorization: MediaBrowser Client="Kodi", Device="box", Token="¤"
EMQX | https://www.emqx.io/docs/en/v5.0/admin/api.html | <word:43> | {⏎  "name": "EMQX-API-KEY-6",⏎  "api_key": "4f33d24d7b8e448d",⏎  "api_secret": "¤",⏎  "enable": true
" | " | " | curl -u 4f33d24d7b8e448d:¤ -X GET http://localhost:18083/api/v5/nodes -H "accept: application/json"
" | " | <word:14> guessed | emqx ctl admins passwd admin ¤
" | " | " | EMQX_DASHBOARD__DEFAULT_PASSWORD=¤
Go WhatsApp REST | https://bump.sh/gdbrns/doc/go-whatsapp-multi-session-rest/operation/operation-post-admin-api-keys | ak_<lower:32> | "data": {⏎    "id": 1,⏎    "api_key": "¤",⏎    "customer_name": "Acme Corp",
" | " | <word:32> guessed | curl \⏎--request POST 'http://localhost:7001/admin/api-keys' \⏎--header "X-Admin-Secret: ¤" \⏎--header "Content-Type: application/json"
Rushomon | https://doc.rushomon.cc/docs/0.7.1/schemas/createapikeyresponse | ro_pat_<lower:32> | {⏎"id": "key-123456",⏎"name": "My Production API Key",⏎"raw_token": "¤"⏎}
" | " | " | raw_tokenstringrequired⏎The raw token⏎Example:⏎¤
DataDirect JDBC | https://docs.progress.com/bundle/datadirect-oracle-service-cloud-jdbc-60/page/Passing-the-connection-URL.html | <word:12> guessed | Connection conn = DriverManager.getConnection⏎(jdbc:datadirect:oracleservicecloud:LoginHost=mysite.custhelp.com;⏎User=test;Password=¤;);
" | https://docs.progress.com/bundle/datadirect-sap-hana-jdbc-60/page/Passing-the-connection-URL.html | " | ("jdbc:datadirect:saphana://MyServer:30015;User=JSmith;Password=¤");
" | https://docs.progress.com/bundle/datadirect-denodo-jdbc-60/page/Passing-the-connection-URL.html | " | ("jdbc:datadirect:denodo://myserver:9996;⏎DatabaseName=mydb;User=jsmith;Password=¤;");
DeskPro | https://gistcdn1.captainz.cc/broestls/3067d119b513cc41ae7a91f7349f365b/raw/cdc72f080d4273a67f2a131a3d43e65d882f3cab/deskpro_agent_api_access.md | <upper:26> | "data": {⏎    "person_id": 363442,⏎    "token": "857103:¤",⏎    "discover": {
" | " | " | Accept: application/json⏎Authorization: token 857103:¤
QLM | https://github.com/soraco/qlm/blob/master/qlmdocs/api-reference/qlmlicense/application-methods/activatelicense.md | <bigHex:40> | <QuickLicenseManager>⏎<pckey>¤</pckey>⏎<userCompany>My Company</userCompany>
" | " | " | lv.ActivateLicense (webServiceUrl, "¤", computerID, computerName, "5.0.00", string.Empty, out response);
Frp | https://github.com/fatedier/frp/blob/dev/conf/frpc_full_example.toml | <word:32> | serverAddr = "x.x.x.x"⏎serverPort = 7000⏎auth.token = "¤"
" | https://blog.csdn.net/rui754220732/article/details/137171230 | " | webServer.port = 7520⏎webServer.user = "admin"⏎webServer.password = "¤"
" | https://blog.csdn.net/qq233325332/article/details/136065890 | <word:12> guessed | auth.method = "token"⏎auth.token = "¤"
ArangoDB | https://docs.arango.ai/arangodb/devel/develop/http-api/authentication/ | eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.<claims:30>.<url:43> | {"jwt":"¤"}
" | " | " | Authorization: bearer ¤
" | https://gist.github.com/ninformations/forked | <word:16> guessed | environment:⏎- ARANGO_ROOT_PASSWORD=¤⏎command: --server.endpoint tcp://0.0.0.0:5001 --agency.activate true
" | https://github.com/arangodb/docs-hugo/commit/445c08197b70a2319826d9dc0fff2456274019ca | " | arangosh --server.endpoint tcp://192.168.173.13:8530 --server.username foo --server.database test --server.password ¤
Woodpecker CI | https://docs.cloudron.io/apps/woodpecker | gto_<smallBase32:52> | export WOODPECKER_GITEA_CLIENT=1950a7f0-74e1-4003-8d51-6253eb673940⏎export WOODPECKER_GITEA_SECRET=¤
" | " | <hex:64> | docker run --name=woodpecker-agent --restart=always --detach \⏎-e WOODPECKER_SERVER="woodpecker.example.com:9000" \⏎-e WOODPECKER_AGENT_SECRET="¤" \
" | https://woodpecker-ci.org/docs/administration/installation/docker-compose | " | environment:⏎      - WOODPECKER_SERVER=woodpecker-server:9000⏎      - WOODPECKER_AGENT_SECRET=¤
Graylog | https://gist.github.com/joschi/21bc88207881581099570dd85588f7df | <lower:51> | {⏎"name" : "test-1234",⏎"token" : "¤",⏎"last_access" : "1970-01-01T00:00:00.000Z"⏎}
" | " | " | $ curl -i -u ¤:token -H 'Accept: application/json' -X GET 'http://127.0.0.1:12900/cluster?pretty=true'
" | https://gist.github.com/joschi/72fb7e75b171c10d3717 | <uuid> | {"valid_until":"2016-02-23T18:27:09.726+0000","session_id":"¤"}
" | https://raw.githubusercontent.com/Graylog2/graylog2-images/2.1/docker/config/graylog.conf | <word:96> | password_secret = ¤
Restic | https://build.opensuse.org/projects/home:post-factum/packages/pf-vendor/files/restic-backup.conf.example | <word:24> guessed | RESTIC_REPOSITORY="b2:acme"⏎RESTIC_PASSWORD="¤"
" | https://www.github.com/restic/restic/issues/2625 | " | export RESTIC_PASSWORD=¤ && restic -r backups/ snapshots
Rclone | https://rclone.org/commands/rclone_obscure/ | <url:43> | ¤
" | " | <word:14> guessed | echo "¤" | rclone obscure -
" | " | <url:43> | [nas]⏎type = sftp⏎host = nas.local⏎user = ana⏎pass = ¤
MISP | https://docs.rs/misp-client-rs/latest/misp_client_rs/apis/objects_api/index.html | <word:40> | Authorization: ¤⏎Accept: application/json⏎Content-Type: application/json
" | https://powershellgallery.com/packages/pwshmisp/1.0.0/Content/pwshmisp%5CNew-MISPAuthHeader.ps1 | " | $MISPHeader = New-MISPAuthHeader -MISPAuthKey "¤"
" | https://www.github.com/cgi1/PyMISP | " | misp_url = 'https://misp.example.com/'⏎misp_key = '¤'
Moodle | https://docs.huihoo.com/phpdoc/moodle/2.8/xref/login/token.php.source.txt | <hex:32> | {"token":"¤"}
" | https://www.sourceforge.net/projects/moodlerestjava/files/V0.1 | " | MoodleRestWebService.init("http://mymoodleserver.com/moodle/webservice/rest/server.php","¤");
" | https://docs.huihoo.com/phpdoc/moodle/2.8/xref/webservice/rest/server.php.html | " | https://moodle.example.com/webservice/rest/server.php?wstoken=¤&wsfunction=core_course_get_courses&moodlewsrestformat=json
Frappe | https://frappe.io/docs/user/en/api/rest | <hex:15> | curl http://frappe.local:8000/api/method/frappe.auth.get_logged_user -H "Authorization: token 5d8c1a7b2e9f04c:¤"
" | https://docs.frappe.io/framework/user/en/guides/integration/rest_api/token_based_authentication.md | " | headers = {⏎    'Authorization': "token 5d8c1a7b2e9f04c:¤"⏎}
" | https://www.mintlify.com/frappe/erpnext/api/authentication | " | client = FrappeClient(⏎    url="https://your-instance.erpnext.com",⏎    api_key="5d8c1a7b2e9f04c",⏎    api_secret="¤"⏎)
" | https://frappe.io/docs/user/en/guides/integration/rest_api/simple_authentication | <hex:56> | sid=¤;⏎path=/;⏎domain=.acme.erpnext.com;⏎Expires=Sat, 29 Sep 2018 00:59:54 GMT;
FirstSpirit | https://docs.e-spirit.com/odfs52/edocs/admi/firstspirit-ser/server-properti/app-passwords/configuring-web/index.html | <word:4> <word:4> <word:4> <word:4> | <context-param>⏎<param-name>firstspirit.password</param-name>⏎<param-value>¤</param-value>⏎</context-param>
" | " | <word:16> | set FIRSTSPIRIT_PASSWORD=¤
" | " | " | export FIRSTSPIRIT_PASSWORD=¤
" | " | " | -Dfirstspirit.password=¤
Portainer | https://docs.portainer.io/api/access | ptr_<base64:43>= | X-API-Key: ¤
" | https://oneuptime.com/blog/post/2026-03-20-portainer-generate-api-access-tokens/view | " | {"rawAPIKey":"¤","apiKey":{"id":1,"description":"ci-cd-pipeline","userID":1,"prefix":"ptr_abc","lastUsed":""}}
" | " | " | API_TOKEN="¤"
BookStack | https://gitea.whlug.cn/github-mirror/BookStack/raw/commit/760eff397f51e1bb616202dc6a8561ea52bac3a8/resources/views/api-docs/parts/getting-started.blade.php | <word:32> | curl --request GET \⏎  --url https://example.com/api/books \⏎  --header 'Authorization: Token C6mdvEQTGnebsmVn3sFNeeuelGEBjyQp:¤'
" | " | " | Authorization: Token C6mdvEQTGnebsmVn3sFNeeuelGEBjyQp:¤
Hasura | https://hasura.io/docs/1.0/graphql/core/deployment/graphql-engine-flags/config-examples.html | <word:16> | docker run -P -d hasura/graphql-engine:latest graphql-engine \⏎           --database-url postgres://db:5432/dbname \⏎             serve \⏎             --admin-secret ¤
" | " | " | HASURA_GRAPHQL_ADMIN_SECRET=¤ hasura console
" | " | " | # config.yaml⏎endpoint: http://localhost:8080⏎admin_secret: ¤
" | " | " | hasura console --admin-secret=¤
Strapi | https://github.com/strapi/documentation/pull/457/files | <base64:22>== | auth: {⏎secret: env('ADMIN_JWT_SECRET', '¤'),⏎},
" | https://deepwiki.com/strapi/LaunchPad/2.6-environment-configuration | " | API_TOKEN_SALT=¤⏎HOST=0.0.0.0⏎PORT=1337
" | " | <base64:22>==,<base64:22>== | APP_KEYS=¤
" | " | <base64:22>== | ADMIN_JWT_SECRET=¤
Icinga 2 | https://josef-friedrich.github.io/PREtty-Typed-Icinga2-Api-Client_js/interfaces/ApiUser.html | <hex:16> | object ApiUser "root" {⏎  password = "¤"⏎  permissions = [ "*" ]⏎}
" | https://git.fiedler.live/tyler.durden/icinga2/raw/commit/1076bd1a06cfc38202931c51e1e280774b38750a/doc/12-icinga2-api.md | " | curl -k -s -S -i -u root:¤ 'https://localhost:5665/v1'
" | " | <hex:40> | ¤
" | " | " | icinga2 pki request --host master1 --port 5665 --ticket ¤ --key /var/lib/icinga2/certs/agent.key
Sonarr | https://github.com/Sonarr/Sonarr/wiki/API | <hex:32> | http://localhost:8989/api/system/status?apikey=¤
" | https://nzbdrone.readthedocs.io/API/API/ | " | X-Api-Key: ¤
" | " | " | <Config>⏎  <Port>8989</Port>⏎  <ApiKey>¤</ApiKey>⏎</Config>
Radarr | https://git.je/Mirrors/Radarr/wiki/API | <hex:32> | Invoke-WebRequest -Uri http://10.0.0.9:7878/api/command?apikey=¤ -Method POST -Body $params
" | " | " | curl -d '{name: "missingMoviesSearch", filterKey: "status", filterValue: "released"}' -H "Content-Type: application/json" -X POST http://10.0.0.9:7878/api/command?apikey=¤
SABnzbd | https://237678.vipkidinterhk.tech/viewtopic.php?t=1960 | <hex:32> | http://localhost:8080/sabnzbd/api?mode=qstatus&output=xml&apikey=¤
" | " | " | http://localhost:8080/api?mode=config&name=set_apikey&apikey=¤
Asterisk | https://git.ete.moe/kgalinurov/voip/blob/master/pjsip-auth.md | <word:12> guessed | [auth6001]⏎type=auth⏎auth_type=userpass⏎password=¤⏎username=6001
" | " | <hex:32> | [auth6001]⏎type=auth⏎auth_type=md5⏎md5_cred=¤⏎username=6001
Rundeck | https://github.com/genadipost/rundeck-api-example | <word:32> | curl -X "POST" -H "Accept: application/json" -H "Content-Type: application/json" -H "X-Rundeck-Auth-Token: ¤" http://rundeck:4440/api/18/job/7/run
" | https://pastebin.com/iG1YhVfc | <word:16> guessed | export RD_USER=admin⏎export RD_PASSWORD=¤
AWX | https://docs.ansible.com/ansible-tower/latest/html/towercli/authentication.html | <word:30> | export TOWER_OAUTH_TOKEN=¤
" | " | <word:12> guessed | TOWER_HOST=https://awx.example.org \⏎    TOWER_USERNAME=alice \⏎    TOWER_PASSWORD=¤ \⏎    awx login
" | " | <word:128> | TOWER_USERNAME=alice awx login \⏎    --conf.client_id acme --conf.client_secret ¤
" | https://github.com/lm-sec/offensive-awx | <word:12> guessed | awx --conf.username admin --conf.password ¤ me
Solace | https://docs.mulesoft.com/mule-runtime/3.9/solace-jms | <word:12> guessed | <jms:connector name="SolaceJMS" specification="1.1" username="muleuser" password="¤" validateConnections="true">
" | " | " | <spring:entry key="java.naming.security.principal" value="muleuser"/>⏎<spring:entry key="java.naming.security.credentials" value="¤"/>
ActiveMQ | https://docs.huihoo.com/fuse/message-broker/5.3/security/Auth-ProgClientCreds.html | <word:12> guessed | user = "jdoe";⏎password = "¤";⏎ActiveMQConnectionFactory connectionFactory = new ActiveMQConnectionFactory(url);
" | " | " | new ActiveMQConnectionFactory("jdoe", "¤", "tcp://localhost:61616");
Swarm | https://fig.io/manual/docker/swarm/join-token | SWMTKN-1-<lower:50>-<lower:25> | ¤
" | " | " | docker swarm join --token ¤ 192.168.99.100:2377
`;
