import { type Rule, token } from './rule.ts';

const { raw } = String;

/** Token formats of git hosts, package registries, build services and work trackers. */
export const FORGE_TOKENS: readonly Rule[] = [
	// Of any provider whose prefix is well known: one that is put together of two pieces.
	token(
		'token',
		['ghp_', 'github_pat_', 'glpat-', 'npm_', 'sk-', 'sk_live_', 'xox', 'hf_'],
		raw`(?:gh[pousr]_|github_pat_|glpat-|npm_|sk-|[sr]k_live_|xox[bp]-|hf_)[\w-]{4,80}(?:["'\x60]\s{0,20}\+\s{0,20}["'\x60]|\\\r?\n[ \t]{0,20})(?=\w{0,60}\d)[\w-]{8,}`,
	),
	token('github', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], raw`gh[pousr]_[\w.-]{30,}`),
	token('github', ['github_pat_'], raw`github_pat_\w{22,}`),
	token(
		'gitlab',
		[
			'glpat-',
			'gldt-',
			'glrt',
			'glcbt-',
			'glptt-',
			'glsoat-',
			'glft-',
			'glimt-',
			'glagent-',
			'gloas-',
			'glffct-',
		],
		raw`gl(?:pat|dt|rtr?|cbt|ptt|soat|ft|imt|agent|oas|ffct)-[\w.-]{20,}`,
	),
	token('gitlab', ['gr1348941'], raw`GR1348941[\w-]{20,}`),
	token(
		'atlassian',
		['atatt3', 'atctt3', 'atbb', 'atoa3'],
		raw`AT(?:ATT3|CTT3|BB|OA3)[\w=.-]{20,}`,
	),
	token('npm', ['npm_'], raw`npm_[A-Za-z0-9]{36,}`),
	token(
		'npm',
		['_auth', '_password'],
		raw`((?::|^|\s)_(?:authToken|auth|password)\s?=\s?"?)(?!\$|\[)[^\s"]{8,}`,
	),
	token('pypi', ['pypi-'], raw`pypi-Ag[\w-]{40,}`),
	token('rubygems', ['rubygems_'], raw`rubygems_[a-f0-9]{48}`),
	token('crates', ['cio'], raw`cio[A-Za-z0-9]{32}(?!\w)`),
	token('nuget', ['oy2'], raw`oy2[a-z0-9]{43}(?!\w)`),
	token('clojars', ['clojars_'], raw`CLOJARS_[a-z0-9]{40,}`),
	token('docker', ['dckr_'], raw`dckr_[po]at_[\w-]{20,}`),
	token('artifactory', ['akcp'], raw`AKCp[A-Za-z0-9]{60,}`),
	token('circleci', ['ccipat_', 'cciprj_'], raw`CCIP(?:AT|RJ)_\w{20,}`),
	token('buildkite', ['bkua_', 'bkpa_', 'bkct_'], raw`bk(?:ua|pa|ct)_[a-f0-9]{40}`),
	token('sonar', ['sqp_', 'squ_', 'sqa_'], raw`sq[pua]_[a-f0-9]{40}`),
	token('linear', ['lin_api_', 'lin_oauth_'], raw`lin_(?:api|oauth)_[A-Za-z0-9]{32,}`),
	token('notion', ['ntn_'], raw`ntn_[A-Za-z0-9]{40,}`),
	token('notion', ['secret_'], raw`secret_[A-Za-z0-9]{43}(?!\w)`),
	token('figma', ['figd_', 'figo_', 'figu_', 'figr_'], raw`fig[dour]h?_[\w-]{20,}`),
	token('airtable', ['pat'], raw`pat[A-Za-z0-9]{14}\.[a-f0-9]{64}`),
	token('postman', ['pmak-'], raw`PMAK-[a-f0-9]{24}-[a-f0-9]{34}`),
	token(
		'asana',
		[...'0123456789'].map((digit) => `/${digit}`),
		raw`(?<![_-])\d/\d{10,20}(?:/\d{10,20})?:[a-f0-9]{32}`,
	),
	token('clickup', ['pk_'], raw`pk_\d{6,12}_[A-Z0-9]{32}`),
	token('contentful', ['cfpat-'], raw`CFPAT-[\w-]{40,}`),
	token('hubspot', ['pat-'], raw`pat-(?:na|eu|ap)\d-[a-f0-9-]{36}`),
	token('typeform', ['tfp_'], raw`tfp_[\w.-]{40,}`),
];
