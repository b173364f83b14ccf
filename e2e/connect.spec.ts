import { expectNoViolations } from './support/axe.ts'
import { expect } from './support/server.ts'
import { signIn, test } from './support/team-server.ts'

test.use({ serverName: 'connect' })

test("a new key's first request is received, and one with a wrong key is explained, on a phone too", async ({
  page,
  server,
}) => {
  await signIn(page)
  await page.goto('/connect?client=curl')
  await expect(page.getByRole('radio', { name: /^curl/ })).toBeChecked()
  await expect(page.getByRole('region', { name: 'Setup', exact: true })).toContainText(`${server.url}/v1`)
  await expect(page.getByText('No key yet')).toBeVisible()

  await page.getByLabel('Key name').fill('laptop')
  await page.getByRole('button', { name: 'Create key' }).click()
  const line = page.getByRole('region', { name: 'API key', exact: true })
  await expect(line).toContainText('export SEXTANT_API_KEY=')
  await expect(page.getByText('Waiting for the first request…')).toBeVisible()
  await expectNoViolations(page)

  const token = (await line.innerText()).trim().split('=')[1]
  const body = { model: 'scripted/echo', messages: [{ role: 'user', content: 'Say hello' }] }
  const call = (key = '') =>
    fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'user-agent': 'claude-cli/2',
      },
      body: JSON.stringify(body),
    })
  expect((await call('sk-another')).status).toBe(401)
  await expect(page.getByText('claude-cli/2')).toBeVisible()
  await expect(page.getByText(/If ANTHROPIC_API_KEY is set, Claude Code sends that key/)).toBeVisible()
  expect((await call(token)).status).toBe(200)
  await expect(page.getByText('First request received')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoViolations(page)
  await page.getByRole('link', { name: 'View request' }).click()
  await expect(page.getByLabel('Request', { exact: true })).toContainText('scripted/echo')
})

test('the chosen client is in the URL, and its lines have this server’s default model', async ({
  page,
  server,
}) => {
  await signIn(page)
  await page.goto('/connect')
  await expect(page.getByRole('radio', { name: /^Claude Code/ })).toBeChecked()
  await page.getByRole('searchbox', { name: 'Search clients' }).fill('openai')
  await page.getByRole('radio', { name: /^OpenAI SDK/ }).check()
  await page.getByRole('radio', { name: 'TypeScript', exact: true }).check()

  await expect(page).toHaveURL('/connect?client=openai-typescript')
  const setup = page.getByRole('region', { name: 'Setup', exact: true })
  await expect(setup).toContainText(`baseURL: '${server.url}/v1'`)
  await expect(setup).toContainText("model: 'scripted/echo'")
  await page.reload()
  await expect(page.getByRole('radio', { name: 'TypeScript', exact: true })).toBeChecked()
})
