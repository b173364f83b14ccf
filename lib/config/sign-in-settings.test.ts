import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

const secrets = {
  AUTH_SECRET: 'kG7tYpQ2xVb9ZsLr4MnC8wHd1JfEa6Uo',
  ENCRYPTION_KEY: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
}
const team = { SEXTANT_AUTH: 'team', APP_URL: 'https://ai.example.org', ...secrets }
const sso = { ...team, SEXTANT_AUTH: 'sso' }
const oidc = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'sextant', OIDC_CLIENT_SECRET: 'hush' }

test('with sign-in the console can bind to any address', () => {
  using folder = makeFolder()

  const config = folder.load({ ...team, HOST: '0.0.0.0' })

  expect(config).toMatchObject({ auth: 'team', host: '0.0.0.0', appUrl: 'https://ai.example.org' })
  expect(config.signIn).toEqual({ passwords: true, admin: null, oidc: null, github: null, domains: [] })
})

test('all missing settings are reported at once, with a command to generate them', () => {
  using folder = makeFolder()

  const lines = folder.failure({ SEXTANT_AUTH: 'team' }).split('\n')

  expect(lines.map(line => line.split(':')[0])).toEqual(['APP_URL', 'AUTH_SECRET', 'ENCRYPTION_KEY'])
  expect(lines[1]).toContain('openssl rand')
})

test.each([
  [{ ...team, APP_URL: 'https://example.org/ai' }, /^APP_URL: must not have a path/],
  [{ ...team, AUTH_SECRET: 'changeme-changeme-changeme-changeme' }, /^AUTH_SECRET: is a published example/],
  [{ ...team, SEXTANT_PASSWORDS: 'off' }, /^SEXTANT_PASSWORDS: .*no other sign-in method/],
  [{ ...team, ADMIN_EMAIL: 'a@example.org' }, /^ADMIN_PASSWORD_HASH: .*admin hash/],
  [{ ...team, ADMIN_EMAIL: 'nobody' }, /^ADMIN_EMAIL: must be an email address/],
  [{ ...team, ADMIN_PASSWORD_HASH: 'plain' }, /^ADMIN_PASSWORD_HASH: must be/],
  [{ ...team, ADMIN_PASSWORD_HASH: '$argon2id$v=19$m=1,t=1,p=1$aa$bb' }, /^ADMIN_EMAIL: /],
  [sso, /^OIDC_ISSUER: .*OIDC_CLIENT_ID/],
  [{ ...sso, OIDC_ISSUER: oidc.OIDC_ISSUER, OIDC_CLIENT_ID: 'only' }, /^OIDC_ISSUER: /],
  [{ ...sso, GITHUB_CLIENT_ID: 'only' }, /^OIDC_ISSUER: .*\nGITHUB_CLIENT_SECRET: /],
  [{ ...sso, ...oidc, GITHUB_ORGANISATION: 'harbour' }, /^GITHUB_CLIENT_ID: /],
  [{ ...sso, ...oidc, GITHUB_ORGANISATION: 'har/bour' }, /^GITHUB_ORGANISATION: must be/],
  [{ ...sso, ...oidc, GITHUB_URL: 'http://git.example.org' }, /^GITHUB_URL: must be an https URL/],
  [{ ...sso, ...oidc, OIDC_ISSUER: 'http://id.example.org' }, /^OIDC_ISSUER: must be an https URL/],
])('an unsafe or unusable combination stops the start: %j', (environment, message) => {
  using folder = makeFolder()

  const failure = folder.failure(environment)

  expect(failure).toMatch(message)
  expect(failure).not.toContain('hush')
})

test('single sign-on can be the only sign-in method, and its first user becomes the owner', () => {
  using folder = makeFolder()

  const { signIn } = folder.load({
    ...sso,
    ...oidc,
    SEXTANT_PASSWORDS: 'off',
    ADMIN_EMAIL: 'Boss@Example.org',
    SSO_DOMAINS: 'Example.org, example.com',
  })

  expect(signIn).toEqual({
    passwords: false,
    admin: { email: 'boss@example.org', passwordHash: null },
    oidc: {
      name: 'single sign-on',
      issuer: 'https://id.example.org',
      clientId: 'sextant',
      clientSecret: 'hush',
    },
    github: null,
    domains: ['example.org', 'example.com'],
  })
})

test('GitHub alone is a valid sign-in method; another GitHub server has its API below it', () => {
  using folder = makeFolder()
  const github = { GITHUB_CLIENT_ID: 'sextant', GITHUB_CLIENT_SECRET: 'hush' }

  expect(folder.load({ ...sso, ...github, GITHUB_ORGANISATION: 'harbour' }).signIn.github).toEqual({
    url: 'https://github.com',
    apiUrl: 'https://api.github.com',
    clientId: 'sextant',
    clientSecret: 'hush',
    organisation: 'harbour',
  })
  const own = folder.load({ ...sso, ...github, GITHUB_URL: 'https://git.example.org/' }).signIn.github
  expect(own).toMatchObject({
    url: 'https://git.example.org',
    apiUrl: 'https://git.example.org/api/v3',
    organisation: null,
  })
})
