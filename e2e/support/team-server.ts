/** A server with sign-in, and its users. */
import type { Page } from '@playwright/test'
import { freePort } from './free-port.ts'
import { launchServer, type LaunchedServer, type LaunchOptions } from './launch-server.ts'
import { comeAlive } from './open-playground.ts'
import { expect, test as base } from './server.ts'

export const password = 'correct horse battery'
export const owner = { email: 'owner@example.org', password }

/** Hash of that password. */
export const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$77QQrDFfFBcJOrrfDzzqwg$Yyw+sKpoJkhL8wKts0/fqX7j6gvR+DeRaw9VTSv4bXU'

/** Starts a server at a known URL: with sign-in it has only one. */
export async function launchTeamServer({
  port: given,
  ...options
}: LaunchOptions & { readonly port?: number } = {}): Promise<LaunchedServer> {
  const port = given ?? (await freePort())
  return launchServer({
    ...options,
    environment: {
      SEXTANT_AUTH: 'team',
      PORT: String(port),
      APP_URL: `http://localhost:${port}`,
      AUTH_SECRET: crypto.randomUUID() + crypto.randomUUID(),
      ENCRYPTION_KEY: `k1:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}`,
      MODEL_SOURCES: 'file',
      ...options.environment,
    },
  })
}

/** One server with an owner, shared by all files; a test that counts all activity names its own. */
export const test = base.extend<object, { server: LaunchedServer; serverName: string }>({
  serverName: ['shared', { option: true, scope: 'worker' }],
  server: [
    // oxlint-disable-next-line no-unused-vars -- another name means another worker, and so another server
    async ({ upstream, serverName }, provide) => {
      await using server = await launchTeamServer({
        configuration: `
providers:
  - { id: scripted, kind: openai, baseUrl: "${upstream.baseUrl}" }
models:
  - { id: scripted/echo, provider: scripted, upstream: echo, kind: chat, context: 32768 }
  - { id: scripted/priced, provider: scripted, upstream: echo, kind: chat, price: { input: 0, output: 1000 } }
  - { id: scripted/any, provider: scripted, upstream: any, kind: embeddings }
defaults: { chat: scripted/echo, embeddings: scripted/any }
`,
        environment: { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD_HASH: passwordHash },
      })
      await provide(server)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

/** Signs in without a form, which `team.spec.ts` tests; opens no page. */
export async function signIn(
  page: Page,
  { email, password }: { email: string; password: string } = owner,
): Promise<void> {
  await askConsole(page, '/api/sign-in', { email, password })
}

/** Joins with an invitation link, without a form; opens no page. */
export async function join(
  page: Page,
  link: string,
  name: string,
): Promise<{ email: string; password: string }> {
  const email = `${name.toLowerCase()}@example.org`
  const secret = new URL(link).hash.slice(1)
  await askConsole(page, '/api/invitations/accept', { secret, name, email, password })
  return { email, password }
}

/** Creates an invitation, without a form. @returns its link */
export async function invite(page: Page, role: string): Promise<string> {
  const { secret } = await askConsole(page, '/api/invitations', { role })
  return new URL(`/invitation#${String(secret)}`, await originOf(page)).href
}

/** Calls a console route with the session of the browser, as its pages do. */
export async function askConsole(
  page: Page,
  path: string,
  data: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await page.request.post(path, { headers: { origin: await originOf(page) }, data })
  expect({ path, status: response.status(), ok: response.ok() }).toMatchObject({ ok: true })
  return (await response.json()) as Record<string, unknown>
}

// A context does not tell its base URL.
async function originOf(page: Page): Promise<string> {
  return new URL((await page.request.get('/healthz')).url()).origin
}

/** Creates an invitation on the members page. @returns its link */
export async function inviteByForm(page: Page, role: string): Promise<string> {
  await page.goto('/team/members')
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite member' })
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const shown = page.getByRole('dialog', { name: 'Invitation link' })
  const link = shown.getByLabel('Invitation link')
  await expect(link).toContainText('/invitation#')
  const text = await link.innerText()
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  return text
}

/** Waits until the chat has loaded its model and can run. */
export async function ready(page: Page): Promise<void> {
  await comeAlive(page)
  await expect(page.getByRole('combobox', { name: 'Model: scripted/echo' })).toBeVisible()
}

/** Sends a message in the open chat. */
export async function ask(page: Page, text: string): Promise<void> {
  await ready(page)
  await page.keyboard.type(text)
  await page.keyboard.press('ControlOrMeta+Enter')
}
