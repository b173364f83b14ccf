import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from './config/__fixtures__/test-folder.ts'

const secret = 'kG7tYpQ2xVb9ZsLr4MnC8wHd1JfEa6Uo'

test('by default it listens only on this machine and uses the embedded models', () => {
  using folder = makeFolder()

  const config = folder.load({})

  expect(config).toMatchObject({
    port: 3000,
    portGiven: false,
    host: '127.0.0.1',
    auth: 'open',
    providers: [],
  })
  expect(config.dataDir).toBe(join(folder.path, '.sextant'))
  expect(config.timers.idleMs).toBe(60_000)
  expect(config.remote).toBeNull()
  expect(config.internal).toBeNull()
})

const zeroKey = `k1:${Buffer.alloc(32).toString('base64')}`

test.each([
  [{ PORT: 'http' }, 'PORT: must be a port number'],
  [{ PORT: '65536' }, /^PORT: /],
  [{ SEXTANT_CONSOLE: 'no' }, /^SEXTANT_CONSOLE: must be on or off/],
  [{ MODEL_SOURCES: 'hub,ftp' }, /^MODEL_SOURCES: /],
  [{ MODEL_IDLE_MINUTES: '-1' }, 'MODEL_IDLE_MINUTES: must be above 0'],
  [{ MODEL_CONTEXT: '2048' }, 'MODEL_CONTEXT: must be at least 4096'],
  [{ DATABASE_URL: 'mysql://a/b' }, 'DATABASE_URL: must be a postgres:// URL'],
  [{ HF_ENDPOINT: 'mirror' }, 'HF_ENDPOINT: must be an http or https URL'],
  [{ ENCRYPTION_KEY: secret }, /^ENCRYPTION_KEY: must be name:key/],
  [{ ENCRYPTION_KEY: zeroKey }, /^ENCRYPTION_KEY: begins with a key of zero bytes/],
  [
    { ENCRYPTION_KEY: `${zeroKey},k2:${'b'.repeat(43)}=` },
    /^ENCRYPTION_KEY: begins with a key of zero bytes/,
  ],
  [{ SSO_DOMAINS: '*' }, /^SSO_DOMAINS.*: must be domains such as example.com/],
  [{ SSO_DOMAINS: 'example.com,*.example.com' }, /^SSO_DOMAINS.*: must be domains/],
  [{ SSO_DOMAINS: 'com' }, /^SSO_DOMAINS.*: must be domains/],
  [{ OLLAMA_HOST: 'http://[' }, /^OLLAMA_HOST: must be a host/],
  [{ TRUSTED_PROXIES: '1.5' }, 'TRUSTED_PROXIES: must be an integer'],
])('an invalid variable is named with the reason: %j', (environment, message) => {
  using folder = makeFolder()

  expect(() => folder.load(environment)).toThrow(message)
})

test.each([
  ['short', 'must have at least 32 characters'],
  ['changeme-changeme-changeme-changeme', 'is a published example'],
  ['please-change-this-secret-0123456789', 'is a published example'],
  ['your-very-secret-api-key-goes-here-1234', 'is a published example'],
  ['x'.repeat(40), 'is a published example'],
  ['0123456789abcdef0123456789abcdef', 'is a published example'],
  ['secretsecretsecretsecretsecretsecret', 'is a published example'],
])('a guessable secret is rejected and not printed: %s', (value, reason) => {
  using folder = makeFolder()

  for (const name of ['SEXTANT_INITIAL_API_KEY', 'AUTH_SECRET']) {
    const message = folder.failure({ [name]: value })
    expect(message).toMatch(`${name}: ${reason}`)
    expect(message).not.toContain(value)
  }
})

test('a valid initial key is accepted; one with a space is rejected, because no client could send it', () => {
  using folder = makeFolder()

  expect(folder.load({ SEXTANT_INITIAL_API_KEY: secret }).initialApiKey).toBe(secret)
  expect(folder.failure({ SEXTANT_INITIAL_API_KEY: `${secret} ${secret}` })).toMatch('without spaces')
})

test('the key for another server is read only together with its URL', () => {
  using folder = makeFolder()
  const key = { SEXTANT_API_KEY: 'sxt_for_snippets' }

  expect(folder.load(key).remote).toBeNull()
  expect(folder.load({ ...key, SEXTANT_BASE_URL: 'https://api.example.org/v1/' }).remote).toEqual({
    baseUrl: 'https://api.example.org',
    crawlUrl: 'https://api.example.org',
    uploadUrl: 'https://api.example.org',
    apiKey: 'sxt_for_snippets',
  })
})

test('variables that the supervisor sets for its child processes are read back', () => {
  using folder = makeFolder()
  const { internal } = folder.load({
    SEXTANT_INTERNAL_TOKEN: 'token',
    SEXTANT_CONSOLE_PORT: '4001',
    SEXTANT_MODELS_PORT: '4002',
    SEXTANT_GATEWAY_PORT: '4000',
  })

  expect(internal).toEqual({ token: 'token', consolePort: 4001, modelsPort: 4002, gatewayPort: 4000 })
})

test('weights are stored in the cache folder of the user, or in MODELS_DIR', () => {
  using folder = makeFolder()

  expect(folder.load({ XDG_CACHE_HOME: '/cache', HOME: '/home/me' }).modelsDir).toBe('/cache/sextant/models')
  expect(folder.load({ MODELS_DIR: 'weights' }).modelsDir).toBe(join(folder.path, 'weights'))
})

test('uploads need a key unless only this machine can reach the server, without sign-in', () => {
  using folder = makeFolder()
  const uploadAuth = (variables: Record<string, string>) => folder.load(variables).uploadAuth
  const team = {
    SEXTANT_AUTH: 'team',
    APP_URL: 'http://localhost:3000',
    AUTH_SECRET: secret,
    ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  }
  const isPublic = { SEXTANT_CONSOLE: 'off', HOST: '0.0.0.0' }

  expect(uploadAuth({})).toBe('optional')
  expect(uploadAuth({ HOST: '::1' })).toBe('optional')
  expect(uploadAuth(isPublic)).toBe('required')
  expect(uploadAuth({ ...isPublic, UPLOAD_AUTH: 'optional' })).toBe('optional')
  expect(uploadAuth(team)).toBe('required')
})
