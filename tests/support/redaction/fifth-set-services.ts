/** The services one has an account with: see `fifth-set.ts` for how a row is read. */
export const FIFTH_SERVICES = String.raw`
LOX24 | https://doc.lox24.eu/api/operations/api_sms_post_collection/ | <hex:32> | curl -X POST https://api.lox24.eu/sms \⏎  -H 'Content-Type: application/json' \⏎  -H 'X-LOX24-AUTH-TOKEN: 2214567:¤' \⏎  -d '{"sender_id": "My Sender", "phone": "+49751234567", "service_code": "direct"}'
" | " | " | string key = "2214567:¤";
" | " | " | httpWebRequest.Headers.Add("X-LOX24-AUTH-TOKEN", "2214567:¤");
Clickatell | https://www.clickatell.com/developers/api-documentation/http-api-send-message/ | <url:22>== guessed | https://platform.clickatell.com/messages/http/send?apiKey=¤&to=2799900001&content=Test+message+text
" | " | " | curl "https://platform.clickatell.com/messages/http/send?apiKey=¤&to=2799900001&content=hello"
Smstools | https://smstools.com/en/sms-gateway-api/send_message | <word:32> guessed | $client_id = "6041"; // Your API client ID (required)⏎$client_secret = "¤"; // Your API client secret (required)
" | " | " | curl_setopt($ch, CURLOPT_HTTPHEADER, [⏎  "X-Client-Id: 6041",⏎  "X-Client-Secret: ¤",⏎  "Content-Type: application/json",⏎]);
Messente | https://developers.qodex.ai/messaging/messente-sms-api/send-sms-28 | <hex:32> guessed | GET https://api2.messente.com/send_sms/?username=acme-api&password=¤&text=test&from=Acme&to=%2B37251916316
" | " | " | autoconvert=on&charset=UTF-8&from=Acme&password=¤&text=hello&to=%2B37251916316&username=acme-api
Solidgate | https://dev.solidgate.com/developers/documentation/introduction/Access-to-Solid-API/ | api_sk_<hex:8>_<hex:4>_<hex:4>_<hex:4>_<hex:12> guessed | return base64_encode(⏎  hash_hmac('sha512',⏎    $publicKey . $jsonString . $publicKey,⏎    "¤")⏎);
" | " | " | keyForSign := []byte("¤")⏎h := hmac.New(sha512.New, keyForSign)
" | " | wh_sk_<hex:32> guessed | keyForSign := []byte("¤")
Payroc | https://docs.payroc.com/full-stack-guides/take-payments/hosted-payment-page/extend-your-solution/save-a-customers-payment-details/authenticate-your-requests | <word:24> | 3204004:561234:10-02-2026:09:14:54:058:register:¤
" | " | " | 3204004:ORD-7:GBP:10.00:10-02-2026:09:14:54:058:¤
PayOne | https://payone.document360.io/docs/direct-post-payment-response-codes-13 | <coded:24> | Merchant Authentication Token ¤⏎MessageID8⏎TransactionID12345678901234567890
" | " | " | ¤20004111111111111111188.888.50.1258400122ST⏎SPayOneM8Sample+Payment185412345678901234567890
" | " | " | Merchant Authentication Token¤
Sae Sun | https://sae-sun.com/?p=162 | <hex:64> | Sample : M11_Track|GamingT|password|¤|100.00|BSD
" | " | " | String pipeSeperatedString =⏎M11_Track+"|"+GamingT+"|"+password+"|"+¤+"|"+1.00+"|"+BSD;
" | " | " | Sample: 1234567891234567891|¤|000|100.00
Forte | https://support.forte.net/support/solutions/articles/1000100254-swp-checkout-hashing- | <word:20> guessed | pg_ts_hash=HMAC-MD5("aB3x0k|10|1.0|5.00|634094514514687490|100055", "¤")
" | " | <word:10> guessed | <input type="hidden" name="pg_api_login_id" value="¤"/>⏎<input type="hidden" name="pg_transaction_type" value="10"/>
Open Payments | https://docs.openpayments.io/docs/get_access_token | <word:63> | curl -X POST "https://auth.openbankingplatform.com/connect/token" \⏎  -H "Content-Type: application/x-www-form-urlencoded" \⏎  -d "client_id=5c5510ad-da62-4e6d-80b8-e18967eabf0b" \⏎  -d "client_secret=¤" \⏎  -d "grant_type=client_credentials"
" | " | eyJhbGciOiJSUzI1NiIsInR5cCIgOiAiSldUIn0.<claims:90>.<url:342> | {⏎    "access_token": "¤",⏎    "expires_in": 3600,⏎    "token_type": "Bearer",
Banq | https://speca.io/Banq/banq-open-api | <url:64> | {⏎"client_id" : "cBb0bhWfeNjxBppXiQ5guVStV4aaOfDk",⏎"client_secret" : "¤",⏎"audience" : "https://banq.com/open/api/",⏎"grant_type" : "client_credentials"⏎}
" | " | eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.<claims:170>.<url:342> | {⏎"access_token" : "¤",⏎"token_type" : "Bearer"⏎}
Nash | https://docs.iban.nash.io/operation/operation-openbankingweb-tokencontroller-token | <word:22>%3D%3D | curl \⏎-X GET https://iban.nash.io/api/v1/oauth/token?client_id=Au2eAE4dM0TSpx1s1Vfhcw%3D%3D&client_secret=¤&grant_type=authorization_code
" | " | <hex:64> | {⏎"access_token": "¤",⏎"expires_in": 7200,
" | " | " | "refresh_token": "¤",⏎"scope": "aisp",⏎"token_type": "bearer"
finoOS | https://os.fino.ai/tmp/docv1/ | <word:32> guessed | curl -s -X POST https://os.test.fino.cloud/api/v1/auth \ ⏎-H "Content-Type: application/json" \ ⏎-d '{"name": "acme", "secret": "¤"}'
" | " | eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.<claims:30>.<url:43> guessed | {⏎  "accessToken": "¤",⏎  "expiresIn": 300,
" | " | " | "refreshToken": "¤",⏎  "expiresIn": 300,⏎  "refreshExpiresIn": 1800
Gemini (exchange) | https://developer.gemini.com/trading/trading | account-<word:20> | export GEMINI_API_KEY="¤"
" | " | <word:28> | export GEMINI_API_SECRET="¤"
" | " | " | gemini_config = { "api_key": "account-main", "api_secret": "¤" }
Deribit | https://docs.deribit.com/api-reference | <upper:32> | "params": {⏎    "grant_type": "client_credentials",⏎    "client_id": "fo7WAPRm4P",⏎    "client_secret": "¤"⏎  }
" | " | 1582628593469.<url:8>.<url:160> | "result": {⏎    "access_token": "¤",⏎    "expires_in": 31536000,
" | " | " | {⏎    "id": 5647,⏎    "method": "private/get_subaccounts",⏎    "params": {⏎        "access_token": "¤"
" | " | " | Authorization: Bearer ¤
PaySwiftly | https://docs.payswiftly.io/authentication | <word:17> | Header⏎Data⏎x-api-key⏎¤
" | " | " | x-api-key: ¤⏎signature: 1712042205773
Exayn | https://docs.exayn.com/docs/guides/auth/sign-requests | <url:43> | Key Part | Value |⏎---|---|⏎Private Key | ¤ |
" | " | " | HMAC_SHA256("asset1=BTC&asset2=ETH&side=BUY&quantity=0.1&quantityIn=ETH", "¤")
XT.com | https://doc.xt.com/docs/trading-third-party/OAuth%20Interface/CreateApiKey | <hex:40> | "result": {⏎"userId": 12345678, // user id⏎"secretKey": "¤" // encryption string⏎}
" | " | <uuid> | "accessKey": "¤", // encryption key
OKX | https://web3.okx.com/onchainos/dev-docs-v5/dex-api/dex-websocket-login | <bigHex:32> | secretKey, e.g. : ¤
" | " | " | const sign = CryptoJS.enc.Base64.stringify(CryptoJS.HmacSHA256(timestamp +'GET'+'/users/self/verify', '¤'))
" | " | <word:16> guessed | {⏎  "op": "login",⏎  "args": [{⏎    "apiKey": "985d5b66-57ce-40fb-b714-afc0b9787083",⏎    "passphrase": "¤",⏎    "timestamp": "1538054050"
Isomate | https://isomate.io/en/knowledge-base/setting-up-chat-webhooks | <word:32> guessed | Method: POST /api/chat/webhook/¤⏎Content-Type: application/json⏎Body: {"content": "Your automated message here"}
" | " | " | curl -X POST https://isomate.io/api/chat/webhook/¤ -H "Content-Type: application/json" -d '{"content": "hello"}'
Ploi | https://developers.ploi.io/getting-started/authorization | <word:60> guessed | curl https://ploi.io/api/servers \⏎  -H "Authorization: Bearer ¤" \⏎  -H "Accept: application/json" \⏎  -H "Content-Type: application/json"
" | " | " | Authorization: Bearer ¤
HosterAPI | https://reseller.hosterapi.de/api | 1|<word:40> | Authorization: Bearer ¤
" | " | " | curl -X GET \⏎    -G "https://reseller.hosterapi.de/api/v1/datacenter/dedicated/market" \⏎    -H "Content-Type: application/json" \⏎    -H "Accept: application/json" \⏎    -H "Authorization: Bearer ¤"
" | " | " | let headers = {⏎    "Content-Type": "application/json",⏎    "Accept": "application/json",⏎    "Authorization": "Bearer ¤",⏎};
" | " | " | 'headers' => [⏎            'Accept' => 'application/json',⏎            'Authorization' => 'Bearer ¤',⏎        ],
Shippit | https://developer.dev.shippit.com/dev_guide/authentication.html | <word:22> guessed | Authorization: Bearer ¤
" | " | " | curl https://app.shippit.com/api/3/merchant -H 'Authorization: Bearer ¤' -H 'user-agent: Shippit_Shipping for Magento2 v1.5.3'
Shipium | https://docs.shipium.com/docs/api-key-based-authentication | <hex:32> guessed | API_KEY='¤'
" | " | " | curl --request GET --user "¤:" https://api.shipium.com/api/v1/ping
Invoiceable | https://docs.invoiceable.dev/api/authentication.html | 1|<word:32> | curl -X GET https://api.invoiceable.com/v1/invoices \⏎  -H "Authorization: Bearer ¤" \⏎  -H "Accept: application/json"
" | " | " | $token = "¤";
" | " | " | headers = {⏎    "Authorization": "Bearer ¤",⏎    "Accept": "application/json",
GetInvoice | https://api.getinvoice.co/docs/auth | <hex:32> | 'params' => json_encode([⏎        'api_key'     => '¤'⏎    ])
" | " | eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.<claims:50>.<url:43> | {⏎    "status": "ok",⏎    "token": "¤",⏎    "type": "bearer",⏎    "expiry": 1497881784⏎}
" | " | " | 'headers' => ['Authorization: Bearer ¤', 'Content-Type: application/json'],
Dots.eco | http://mkdocs.preprod.dots-eco-drupal.de3.amazee.io/headers_and_authorization | <hex:32> | auth-token: ¤
" | " | " | curl -H 'Content-Type: application/json' -H 'auth-token: ¤' https://impact.dots.eco/api/v1/certificate/add
Bluefox.email | https://bluefox.email/docs/api/subscriber-list-management | <word:40> guessed | curl -X POST "https://api.bluefox.email/v1/subscriber-lists/65e8" -H "Content-Type: application/json" -H "Authorization: Bearer ¤" -d '{"name": "Jon Doe", "email": "j@acme.test"}'
" | " | " | $apiKey = "¤"; // replace YOUR_APIKEY
" | " | " | headers: {⏎    'Content-Type': 'application/json',⏎    'Authorization': 'Bearer ¤'⏎  },
GameFuse | https://docs.gamefuse.co/generic/service_key_access | <lower:7>-<lower:7>-<lower:8>-<lower:6> | curl --request POST \⏎    --header "service-key-name: photon-key" \⏎    --header "service-key-token: ¤" \⏎    --header "current-user-id: 1" \⏎    --header "Content-Type: application/json" \
" | " | <lower:24> guessed | curl --request POST --header 'authentication-token: ¤' --data '{"score": 21}' "https://gamefuse.co/api/v3/users/1/scores"
Gameball | https://developer.gameball.co/api-reference/authentication | <lower:22> | curl --request POST \⏎  --url 'https://api.gameball.co/api/v3.0/integrations/event' \⏎  --header 'APIKey: ¤'
" | " | " | curl --request POST \⏎  --url 'https://api.gameball.co/api/v3.0/integrations/transaction/cashback' \⏎  --header 'APIKey: ue7public' \⏎  --header 'SecretKey: ¤'
Gameye | https://docs.gameye.com/authentication | eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.<claims:20>.<url:43> | GET /session HTTP/1.1⏎Host: api.gameye.io⏎Authorization: Bearer ¤
" | " | " | authorization bearer ¤
ThousandEyes | https://docs.thousandeyes.com/product-documentation/global-vantage-points/endpoint-agents/installing/re-install-the-endpoint-agent | <lower:32> guessed | msiexec.exe /i agent.msi /quiet /norestart ACCOUNT_CONFIG="acme" ENDPOINT_REINSTALLATION_METHOD=MERGE_BY_HOSTNAME ENDPOINT_REINSTALLATION_KEY="¤"
" | " | " | ENDPOINT_REINSTALLATION_METHOD=MERGE_BY_HOSTNAME⏎ENDPOINT_REINSTALLATION_KEY=¤
Trikdis | https://api.docs.trikdis.com/api/login.html | eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.<claims:16>.<url:43> | {⏎"token": "¤",⏎"name": "John Doe"⏎}
" | " | " | curl -X GET "http://your-server-ip:port/api/users/me" \⏎-H "Authorization: Bearer ¤" \⏎-H "Content-Type: application/json"
" | " | <word:14> guessed | -d '{⏎"username": "john_doe",⏎"password": "¤",⏎"api_key": ""⏎}'
GeoCam | https://manager.geocam.xyz/docs/api/sessions/successful_login.html | <uuid> | {⏎  "token": "¤",⏎  "data": {⏎    "success": true,
" | " | " | "data": {⏎    "success": true,⏎    "token": "¤",⏎    "user": {⏎      "id": "t-nauk8",
Unity Package Manager | https://docs-alpha.unity3d.com/es/2020.1/Manual/upm-config-scoped.html | NpmToken.<uuid> | registry=https://example.com:1234/mylocation/⏎//example.com:1234/mylocation/:_authToken=¤
" | " | <base64:38>== | registry=https://example.com:1234/mylocation⏎_auth=¤⏎email=ana@acme.test⏎always-auth=true
" | " | NpmToken.<uuid> | [npmAuth."http://localhost:8081/myrepository"]⏎token = "¤"⏎email = "ana@acme.test"⏎alwaysAuth = true
QI Tech | https://docs.qitech.com.br/en/documentation/caas/onboarding/authentication | <uuid> guessed | curl "https://api.caas.qitech.app/onboarding/natural_person"⏎-H "Authorization: ¤"
" | " | " | Authorization: ¤
AI21 | https://docs.ai21.com/reference/authentication | <word:32> guessed | Header format:⏎Authorization: Bearer ¤
" | " | " | client = AI21Client(api_key="¤")
ShellHub | https://docs.shellhub.io/user-guides/settings/namespace/api-keys/use | <uuid> guessed | curl -X GET "https://cloud.shellhub.io/api/devices" -H "X-API-Key: ¤"
" | " | " | SHELLHUB_API_KEY=¤
BitLaunch | https://developers.bitlaunch.io/docs/authentication | <word:64> guessed | curl -X GET \⏎-H "Authorization: Bearer ¤" \⏎https://app.bitlaunch.io/api/servers
" | " | " | Authorization: Bearer ¤
Zenloop | https://docs.zenloop.com/reference/authentication | eyJhbGciOiJIUzUxMiIsInR5cCI6IkpXVCJ9.<claims:70>.<url:86> guessed | Authorization: Bearer ¤
" | " | " | curl https://api.zenloop.com/v1/surveys --header 'Authorization: Bearer ¤'
TelemetryTV | https://apidocs.telemetrytv.com/docs/authentication | <lower:18> guessed | Authorization: Token ¤
" | " | " | curl https://api.telemetrytv.com/devices -H "Authorization: Token ¤"
Roadie | https://roadie.io/md/docs/api/authorization/ | <hex:64> guessed | curl \⏎  -X GET \⏎  -H 'Accept: application/json' \⏎  -H "Authorization: bearer ¤" \⏎  https://api.roadie.so/api/catalog/entities
" | " | " | ROADIE_API_TOKEN=¤
Commercetools | https://wrnmd.com/commercetools/commercetools-sdk-php-v2/blob/master/Migration.md | <url:32> | $authConfig = new ClientCredentialsConfig(new ClientCredentials('Zm9vYmFy', '¤'), [], $oauthUrl);
" | " | " | const CLIENT_SECRET = '¤';
VdoCipher | https://vdocipher.com/docs/server/authorization | <word:64> guessed | Authorization: Apisecret ¤
" | " | " | API key "¤", so the header is:
Africa's Talking | http://docs.africastalking.com/sms/sending | <hex:64> | apiKey: ¤⏎Accept: application/json⏎Content-Type: application/x-www-form-urlencoded
" | " | " | String username = "MyAppUsername";⏎String apiKey   = "¤";
" | " | atsk_<hex:72> | curl -X POST https://api.africastalking.com/version1/messaging -H 'apiKey: ¤' -d 'username=sandbox'
Afrokatt | https://afrokatt.com/bulksms-api | <hex:32> guessed | https://account.afrokatt.com/sms/api?action=send-sms&api_key=¤&to=254712345678&from=ACME&sms=hello
" | " | " | {⏎"apikey":"¤",⏎"partnerID":"123",⏎"message":"this is a test message",⏎"shortcode":"SENDERID",⏎"mobile":"254712345678"
DuckDNS | https://www.duckdns.org/spec.jsp | <uuid> | https://www.duckdns.org/update?domains=acme&token=¤&ip=
" | " | " | https://duckdns.org/update/acme/¤
" | " | " | echo url="https://www.duckdns.org/update?domains=acme&token=¤&ip=" | curl -k -o ~/duckdns/duck.log -K -
DeSEC | https://talk.desec.io/t/how-to-configure-dynamic-dns-dyndns-using-restricted-tokens-and-custom-domain/396/9 | <url:28> | curl --header "Authorization: Token ¤" "https://update.dedyn.io/?hostname=dev1.dyn.example.com"
" | " | " | curl --user dev1.dedyn.io:¤ https://update.dedyn.io/
ThingSpeak | https://la.mathworks.com/help/thingspeak/writedataandexecutetalkbackcommand.html | <upper:16> | https://api.thingspeak.com/update.json?api_key=¤
" | " | " | thingSpeakWrite(channelId,data,'WriteKey','¤');
" | " | " | thingSpeakRead(channelID,'ReadKey','¤');
" | " | " | THINGSPEAKAPIKEY: ¤
Authorize.Net | https://developer.authorize.net/api/reference/index.html | <word:16> | <merchantAuthentication>⏎        <name>5KP3u95bQpv</name>⏎        <transactionKey>¤</transactionKey>⏎    </merchantAuthentication>
" | " | " | "merchantAuthentication": {⏎            "name": "5KP3u95bQpv",⏎            "transactionKey": "¤"⏎        },
EdgeMQ | https://edgemq.pages.dev/docs/authentication | ing_live_<word:32> | ¤
" | " | " | curl -X POST https://acme.edgemq.io/ingest -H "X-API-Key: ¤" -d '{"t":21}'
" | " | " | mosquitto_pub -h mqtt.edgemq.io -p 8883 -u acme -P ¤ -t sensors/1 -m '{"t":21}'
Ontraport | https://www.rubydoc.info/gems/ontraport/0.1 | <word:15> | Ontraport.configure do |config|⏎  config.api_id = '2_181404_AFzuWztKz'⏎  config.api_key = '¤'⏎end
" | " | " | curl -X GET --header 'Api-Key: ¤' --header 'Api-Appid: 2_181404_AFzuWztKz' 'https://api.ontraport.com/1/Contacts'
FRED | https://www.rubydoc.info/gems/fred/Fred | <lower:32> | Fred.configure do |config|⏎config.api_key = '¤'⏎end
" | " | " | Fred::Client.new(:api_key => '¤')
" | " | " | https://api.stlouisfed.org/fred/series?series_id=GNPCA&api_key=¤&file_type=json
Ravelry | https://www.rubydoc.info/gems/ravelry/Ravelry/Configuration | <word:40> guessed | Ravelry.configure do |config|⏎  config.access_key = 'A1B2C3D4E5F6'⏎  config.secret_key = '¤'⏎end
" | " | " | config.personal_key = '¤'⏎config.callback_url = 'https://acme.test/cb'
Sardine | https://docs.payments.sardine.ai/guides/integration/payments/nftCheckout/integrationGuide/webhook-support | whsec_<base64:32> | signing secret: ¤
" | " | <base64:32> | the key is ¤ (without whsec_)
Warpcs | https://docs.warpcs.org/d/omegazero/api/2_Endpoints/v3/dns/dyndns | <word:32> guessed | curl -X POST "https://api.warpcs.org/v3/dns/dyndns?zone=example.com&subdomain=@&ipaddr=auto" -H "x-domain-auth: ¤"
" | " | " | https://api.warpcs.org/v3/dns/dyndns?zone=example.com&subdomain=home&ipaddr=auto4&x-domain-auth=¤
MrDomain | https://dondominio.dev/en/dondns/docs/api | <word:12> guessed | https://dondns.dondominio.com/json/?user=YOURUSER&apikey=¤&host=home.mydomain.com&ip=8.8.8.8
" | " | " | user=YOURUSER&apikey=¤&host=home.mydomain.com
Zonomi | https://github.cotory.com/rubycluster/zonomi/blob/master/zonomi_api_description.txt | <digits:30> guessed | https://zonomi.com/app/dns/dyndns.jsp?host=www.example.com&api_key=¤
" | " | " | wget -q -O - "https://zonomi.com/app/dns/dyndns.jsp?action=SET&name=example.com&value=10.0.0.1&type=A&api_key=¤"
Dynu | https://www.dynu.com/Support/API | <word:32> guessed | curl -X GET https://api.dynu.com/v2/dns \⏎        -H "accept: application/json" \⏎        -H "API-Key: ¤"
" | " | " | API-Key: ¤
" | " | <word:27> guessed | curl -X GET https://api.dynu.com/v2/oauth2/token -H "accept: application/json" -u "d0d4b6b1-4d5c-4e6f:¤"
HostUp | https://developer.hostup.se/endpoints/domain-services/get-domains-domainid-dyndns | <hex:32> guessed | "configs": [⏎{⏎"id": 120,⏎"hostname": "example.com",⏎"record_type": "A",⏎"token": "¤",
" | " | <word:40> guessed | curl -X GET "https://cloud.hostup.se/api/domains/20985/dyndns" \⏎-H "X-API-Key: ¤" \⏎-H "Content-Type: application/json"
DnsHome.de | https://git.frostfs.info/potyarkin/lego/blame/commit/aeec5be129cfe1230ef9ab19bc48c3a5eddd411a/providers/dns/dnshomede/internal/readme.md | <word:12> guessed | https://lego.dnshome.de:¤@www.dnshome.de/dyndns.php?acme=add&txt=aaaabbbbcccc
" | " | " | https://lego.dnshome.de:¤@www.dnshome.de/dyndns.php?acme=rm
ModelStream | https://modelstream.ai/docs/api/createSpeech | sk-<word:48> guessed | Authorization: Bearer ¤
" | " | " | curl https://modelstream.ai/v1/audio/speech -H "Authorization: Bearer ¤" -d '{"model":"tts-1","input":"hi","voice":"alloy"}'
Homele | https://docs.homele.com/authentication | 1|<word:40> | curl -H "Authorization: Bearer ¤" \⏎     https://acme.homele.com/api/v2/crm/customers
" | " | " | Authorization: Bearer ¤
Intum | https://intum.pl/help/account/api-tokens | <word:32> guessed | Authorization: Bearer ¤
" | " | " | ?api_token=¤
FOSSA | https://docs.fossa.com/docs/vulnerability-service-api-token-provisioning | <hex:64> guessed | Authorization: token 3f2a1c:¤
" | " | <hex:32> guessed | export FOSSA_API_KEY=¤
SecurityScanner.dev | https://securityscanner.dev/docs/api | sk-sec-<word:32> guessed | curl -X POST https://securityscanner.dev/v1/scan \⏎  -H "Authorization: Bearer ¤" \⏎  -H "Content-Type: application/json" \⏎  -d '{"host": "https://myapp.com"}'
" | " | " | API = "https://securityscanner.dev"⏎KEY = "¤"
" | " | " | const KEY = "¤";⏎const H = { Authorization: 'Bearer ' + KEY };
Sportradar | https://developer.sportradar.com/getting-started/docs/authentication | <word:40> | curl --request GET \⏎--url https://api.sportradar.com/nfl/official/trial/v7/en/games/2024/REG/schedule.json \⏎--header 'accept: application/json' \⏎--header 'x-api-key: ¤'
" | " | " | request["accept"] = 'application/json'⏎request["x-api-key"] = '¤'
" | " | " | headers = {⏎"accept": "application/json",⏎"x-api-key": "¤"⏎}
Live-score-api | https://live-score-api.com/index.php?url=documentation/reference/2/response_formats | <word:32> guessed | https://livescore-api.com/api-client/scores/live.json?key=AeQxk1Ux1bPzBXrO&secret=¤
" | " | " | GET /api-client/fixtures/matches.json?competition_id=2&key=AeQxk1Ux1bPzBXrO&secret=¤
Enzoguard | https://enzoguard.com/docs/anatomy-of-proxy-url/ | <word:13> | https://quickstart-app:¤@d3wmlvl.enzoproxy.com
" | " | " | curl --proxy https://quickstart-app:¤@d3wmlvl.enzoproxy.com https://debug.enzoguard.com/ip
" | " | " | username⏎quickstart-app⏎password⏎¤
Hygraph | https://graphcms.com/docs/reference/authorization | eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.<claims:150>.<url:342> | Authorization: Bearer ¤
" | " | " | headers: {⏎'Content-Type': 'application/json',⏎Authorization: 'Bearer ¤',⏎},
" | " | " | GRAPHCMS_TOKEN=¤
Honeywell Home | https://developer.honeywellhome.com/content/oauth2-client-credentials | <basic:16> | curl -X POST "https://api.honeywellhome.com/oauth2/accesstoken" -H "Authorization: Basic ¤" -H "Content-Type: application/x-www-form-urlencoded" -d 'grant_type=client_credentials'
" | " | <word:28> | "issued_at": "1487281223451",⏎  "client_id": "123abc",⏎  "access_token": "¤",⏎  "scope": "user",
" | " | " | --header 'UserRefID: 625115' \⏎--header 'Authorization: Bearer ¤'
Secuconnect | https://developer.secuconnect.com/integration/Start_a_Device_Session.html | <hex:64> | "device"⏎,⏎"client_secret"⏎:⏎"¤"⏎,
" | " | <lower:26> | {⏎"access_token"⏎:⏎"¤"⏎,⏎"expires_in"
" | " | <hex:40> | "refresh_token"⏎:⏎"¤"⏎}
Lunu | http://docs.lunu.io/docs/c2f/payment-gateway/authentification/ | <basic:32> | Authorization: Basic ¤
" | " | " | ¤ = base64(app_id + ':' + secret_key)
Rewix | https://developer.rewixecommerce.com/getting-started | <basic:14> | Authorization : Basic ¤
" | " | <uuid> guessed | X-Customer-API-KEY: ¤⏎Accept: application/xml
Delivergo | http://api.delivergo.com/print/Header.ashx | <bigHex:8>-<bigHex:4>-<bigHex:4>-<bigHex:4>-<bigHex:12> | ApiKey: ¤⏎ApiSecret: secret
" | " | <word:16> guessed | Concatenated:⏎00D8DDFE-86BF-4913-A3A3-4F12FD252EA6:¤
" | " | <basic:26> | Base64-encoded:⏎¤⏎Complete Header line:
PlayFab | https://learn.microsoft.com/en-us/rest/api/playfab/authentication/authentication/get-entity-token?view=playfab-rest | <upper:50> | POST https://titleId.playfabapi.com/Authentication/GetEntityToken⏎X-SecretKey: ¤
" | " | <base64:220> guessed | X-EntityToken: ¤⏎Content-Type: application/json
" | " | <upper:50> | PFAuthenticationGetEntityWithSecretKeyAsync(serviceConfigHandle, "¤", &request, &async);
PayU | https://developers.payu.com/europe/docs/payment-flows/auth-and-order | <hex:32> | curl -X POST https://secure.payu.com/pl/standard/user/oauth/authorize \⏎-d 'grant_type=client_credentials' \⏎-d 'client_id=300746' \⏎-d 'client_secret=¤'
" | " | <uuid> | {⏎"access_token": "¤",⏎"token_type": "bearer",⏎"expires_in": 43199,⏎"grant_type": "client_credentials"⏎}
" | " | <hex:32> | curl -X POST https://secure.payu.com/pl/standard/user/oauth/authorize \⏎-d 'grant_type=trusted_merchant' \⏎-d 'client_secret=¤' \⏎-d 'email=ana@acme.test'
CurseForge | https://giters.com/dzkdev/api | <uuid> | X-Api-Token: ¤
" | " | " | https://minecraft.curseforge.com/api/game/versions?token=¤
" | https://blog.curseforge.com/introducing-api-key-authentication-for-curseforge-file-downloads/ | $2a$10$<word:53> | x-api-key: ¤
Porkbun | https://porkbun.com/api/json/v3/documentation | sk1_<hex:64> | {⏎"secretapikey": "¤",⏎"apikey": "pk1_acme"⏎}
" | " | " | curl -X POST https://api.porkbun.com/api/json/v3/dns/create/example.com \⏎  -H "Content-Type: application/json" \⏎  -d '{"apikey":"pk1_acme","secretapikey":"¤","type":"A","content":"1.2.3.4","ttl":"600"}'
" | " | pk1_<hex:64> | {"apikey":"¤","secretapikey":"sk1_acme"}
Trakt | https://docs.trakt.tv/docs/required-headers | <hex:64> | [trakt]⏎client_id = "your_client_id"⏎client_secret = "¤"
" | " | " | Authorization: Bearer ¤
" | " | " | "refresh_token": "¤",⏎  "scope": "public",
" | " | " | trakt-api-key: ¤⏎trakt-api-version: 2
Gemfury | https://gemfury.com/help/upload-packages | <word:20> | https://USER:¤@push.fury.io/ACCOUNT/
" | https://devcenter.heroku.com/articles/gemfury | " | $ heroku config:get GEMFURY_URL⏎https://repo.fury.io/¤/me/
" | https://www.rubydoc.info/gems/gemfury | " | client = Gemfury::Client.new(user_api_key: "¤")
Mullvad | https://www.mintlify.com/mullvad/mullvadvpn-app/account/authentication | <digits:16> | mullvad account login ¤
" | " | " | Mullvad account: ¤⏎Expires at     : 2026-12-31
DingTalk | https://think-link.net/docs/en/AN/DingTalkAlertIntegration | <hex:64> | Webhook: https://oapi.dingtalk.com/robot/send?access_token=¤
" | " | SEC<hex:64> | Secret: ¤
" | " | " | {⏎    "dingtalk_token": "acme",⏎    "dingtalk_secret": "¤"⏎}
" | https://glama.ai/mcp/servers/@weibaohui/k8m/blob/bbea2b055b60cc23b2dc91bdd2e8235894bc1587/docs/dingtalk_webhook.md | " | channel := webhook.NewDingtalkChannel(⏎"https://oapi.dingtalk.com/robot/send?access_token=acme",⏎"¤",⏎)
Feishu | https://www.feishu.cn/hc/en-US/articles/360024984973 | <uuid> | https://open.feishu.cn/open-apis/bot/v2/hook/¤
" | https://papercliporg.com/skills/openclaudia/openclaudia-skills/feishu-lark | " | FEISHU_WEBHOOK_URL=https://open.feishu.cn/open-apis/bot/v2/hook/¤
" | " | <word:22> guessed | FEISHU_WEBHOOK_SECRET=¤  # optional, for signed webhooks
" | " | <word:32> | FEISHU_APP_SECRET=¤
`;
