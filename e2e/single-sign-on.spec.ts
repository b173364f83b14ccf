import type { Browser, Page } from '@playwright/test'
import { type GitHubServer, startGitHubServer } from './support/github-server.ts'
import type { LaunchedServer } from './support/launch-server.ts'
import { type OpenIdProvider, startOpenIdProvider } from './support/openid-provider.ts'
import { expect, test } from './support/server.ts'
import { freePort } from './support/free-port.ts'
import { launchTeamServer } from './support/team-server.ts'

test('only users of the OpenID provider or the GitHub organization can sign in', async ({ browser }) => {
  // A separate server and six users, each in their own browser.
  test.setTimeout(180_000)
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  await using provider = await startOpenIdProvider(`${appUrl}/api/auth/callback/oidc`)
  await using github = await startGitHubServer(`${appUrl}/api/auth/callback/github`)
  await using server = await launchTeamServer({
    port,
    environment: {
      SEXTANT_AUTH: 'sso',
      SEXTANT_PASSWORDS: 'off',
      ADMIN_EMAIL: 'boss@example.org',
      SSO_DOMAINS: 'example.org',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'Harbour ID',
      GITHUB_URL: github.url,
      GITHUB_CLIENT_ID: github.clientId,
      GITHUB_CLIENT_SECRET: github.clientSecret,
      GITHUB_ORGANISATION: 'harbour',
      // With this setting the SSO library would trust any host that a client names.
      AUTH_TRUST_HOST: 'true',
    },
  })
  const comeAs = async (who: string) => {
    const page = await (await browser.newContext({ baseURL: server.url })).newPage()
    await page.goto('/team/keys')
    await expect(page.getByLabel('Password')).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click()
    await signInThere(page, who)
    return page
  }

  const boss = await comeAs('boss@example.org')
  await expect(boss).toHaveURL(`${server.url}/team/keys`)
  await expect(boss.getByRole('button', { name: 'boss owner' })).toBeVisible()
  const member = await comeAs('ada@example.org')
  await expect(member.getByRole('button', { name: 'ada member' })).toBeVisible()
  for (const stranger of ['eve@evil.example', 'unverified-eve@example.org']) {
    const page = await comeAs(stranger)
    await expect(page.getByText('found no account here')).toBeVisible()
    await page.goto('/chat')
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fchat$/)
    await page.context().close()
  }

  // Passwords are off on every route: none of these can set one or sign in with one.
  const account = { email: 'x@example.org', name: 'x', password: 'correct horse battery', secret: 'x' }
  for (const path of [
    '/api/sign-in',
    '/api/set-up',
    '/api/invitations/accept',
    '/api/settings/you/password',
  ]) {
    const response = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { origin: server.url, 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'sign_in_failed' } })
  }
  await expectOnlyMembers(browser, server, github)
  await expectNoRedirectElsewhere(server, provider)
  await boss.context().close()
  await member.context().close()
})

/** GitHub admits members of the organization, identified by account ID. */
async function expectOnlyMembers(
  browser: Browser,
  server: LaunchedServer,
  { accounts }: GitHubServer,
): Promise<void> {
  const email = { email: 'grace@elsewhere.example', verified: true }
  const grace = { id: 815, login: 'grace', name: 'Grace', email, membership: 'active' } as const
  accounts.set('grace', grace)
  accounts.set('mallory', { ...grace, id: 816, login: 'mallory', membership: null })
  const comeAs = async (login: string) => {
    await using context = await browser.newContext({ baseURL: server.url })
    const page = await context.newPage()
    await page.goto('/sign-in?next=%2Fteam%2Fkeys')
    await page.getByRole('button', { name: 'Sign in with GitHub' }).click()
    await page.getByRole('link', { name: `Continue as ${login}` }).click()
    await expect(page.getByRole('heading', { name: /^(API keys|Sign in)$/ })).toBeVisible()
    return (await page.getByRole('heading', { name: 'API keys' }).isVisible())
      ? await page.getByRole('button', { name: / member$/ }).innerText()
      : await page.getByRole('alert').filter({ hasText: 'Single' }).innerText()
  }

  expect(await comeAs('grace')).toMatch(/^Grace\s+member$/)
  expect(await comeAs('mallory')).toContain('found no account here')
  // A new account with an old login is another user; a renamed account is the same user.
  accounts.set('hopper', { ...grace, login: 'hopper', name: 'Hopper', email: { ...email, verified: false } })
  expect(await comeAs('hopper')).toMatch(/^Grace\s+member$/)
}

/** Starts a sign-in with every client-controlled value forged. */
async function expectNoRedirectElsewhere(server: LaunchedServer, provider: OpenIdProvider): Promise<void> {
  const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const csrf = await fetch(`${server.url}/api/auth/csrf`, { headers: forged })
  const { csrfToken } = (await csrf.json()) as { csrfToken: string }
  const cookies = csrf.headers.getSetCookie().map(each => each.split(';')[0])

  const begun = await fetch(`${server.url}/api/auth/signin/oidc`, {
    method: 'POST',
    headers: {
      ...forged,
      origin: server.url,
      'content-type': 'application/json',
      cookie: cookies.join('; '),
    },
    body: JSON.stringify({ csrfToken, callbackUrl: 'https://evil.example/', json: 'true' }),
  })

  const { url } = (await begun.json()) as { url: string }
  const asked = new URL(url).searchParams
  expect(url.startsWith(provider.issuer)).toBe(true)
  expect(asked.get('redirect_uri')).toBe(`${server.url}/api/auth/callback/oidc`)
  expect(['code_challenge', 'state', 'nonce'].map(name => asked.has(name))).toEqual([true, true, true])
  expect(begun.headers.getSetCookie().join()).not.toContain('evil')

  // A late, repeated or foreign callback shows a page, not JSON.
  const stale = await fetch(`${server.url}/api/auth/callback/oidc?code=x&state=forged`)
  expect([stale.status, stale.url]).toEqual([200, `${server.url}/sign-in?problem=failed`])
  expect(await stale.text()).toContain('found no account here')
}

/** The provider's pages: sign-in, then consent. */
async function signInThere(page: Page, who: string): Promise<void> {
  await page.locator('input[name=login]').fill(who)
  await page.locator('input[name=password]').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}
