import { expectNoViolations } from './support/axe.ts'
import { launchServer } from './support/launch-server.ts'
import { expect, test as base } from './support/server.ts'

/** A server with two providers, one of which has two keys. */
const test = base.extend({
  server: [
    async ({ upstream }, provide) => {
      const { baseUrl } = upstream
      await using server = await launchServer({
        configuration: JSON.stringify({
          providers: [
            { id: 'first', kind: 'openai', baseUrl, apiKey: 'sk-of-first-0123456789' },
            {
              id: 'pair',
              kind: 'openai',
              baseUrl,
              apiKeys: ['sk-one-of-pair-01234', 'sk-two-of-pair-01234'],
            },
            { id: 'vendor', kind: 'openai', server: 'openai', baseUrl, apiKey: 'sk-of-vendor-0123456' },
          ],
          models: [{ id: 'old-chat', kind: 'chat', provider: 'vendor', upstream: 'gpt-5' }],
          aliases: { fast: 'old-chat' },
        }),
        environment: { MODEL_SOURCES: 'file' },
      })
      await provide(server)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

// The browser also logs the rejected weight.
test.use({ expectedErrors: [/^Failed to load resource: the server responded with a status of 400/] })

test('deployments that an admin sets serve the next request, with the state of each', async ({
  page,
  server,
}) => {
  await page.goto('/team/providers?tab=defaults')
  await page.getByRole('button', { name: 'Add model' }).click()
  const naming = page.getByRole('dialog', { name: 'Add model' })
  await naming.getByLabel('Public name').fill('team-chat')
  await naming.getByLabel('Provider', { exact: true }).selectOption('first')
  await naming.getByLabel('Provider model ID').fill('error-503')
  await naming.getByRole('button', { name: 'Add model' }).click()
  await page.getByRole('searchbox', { name: 'Find a model' }).fill('team-chat')
  await page.getByRole('button', { name: 'Edit team-chat' }).click()

  const edit = page.getByRole('dialog', { name: 'Edit team-chat' })
  await expect(edit).toContainText('All requests go to first/error-503.')
  await edit.getByRole('button', { name: 'Add deployment' }).click()
  await edit.getByLabel('Provider of deployment 2').selectOption('pair')
  await edit.getByLabel('Model ID of deployment 2').fill('echo')
  await edit.getByLabel('Weight of deployment 2').fill('0')
  await edit.getByLabel('Tier of deployment 2').fill('1')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByLabel('Provider of deployment 2')).toHaveAttribute('aria-invalid', 'true')
  await expect(edit).toContainText('Deployment 2: Weight must be a whole number from 1 to 1000.')
  await edit.getByLabel('Weight of deployment 2').fill('3')
  await edit.getByText('Limit and price').last().click()
  await edit.getByLabel('Concurrent requests of deployment 2').fill('5')
  await edit.getByLabel('Catalog model of deployment 2').fill('openai/no-such-model')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toContainText('The price catalog has no model openai/no-such-model.')
  await expectNoViolations(page)
  await edit.getByLabel('Catalog model of deployment 2').fill('openai/gpt-4o')
  await edit.getByLabel('Input price ($ per 1M tokens)').fill('2')
  await edit.getByLabel('Output price ($ per 1M tokens)').fill('8')
  await edit.getByLabel('Cache read price ($ per 1M tokens)').fill('0.2')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expectNoViolations(page)
  await expect(page.getByRole('row').filter({ hasText: 'team-chat' })).toContainText('2 deployments')

  const ask = (session: string) =>
    page.request.post(`${server.url}/v1/chat/completions`, {
      headers: { authorization: `Bearer ${server.apiKey}`, 'x-session-id': session },
      data: { model: 'team-chat', messages: [{ role: 'user', content: 'Hello' }] },
    })
  await expect
    .poll(async () => (await ask('poll')).headers()['sextant-deployment'])
    .toMatch(/^pair#[12]\/echo$/)
  for (let index = 0; index < 6; index++) expect((await ask(`session-${index}`)).status()).toBe(200)

  await page.reload()
  await page.getByRole('searchbox', { name: 'Find a model' }).fill('team-chat')
  await expect(page.getByRole('row').filter({ hasText: 'team-chat' })).toContainText(
    '2 deployments, 1 unavailable',
  )
  await page.getByRole('button', { name: 'Edit team-chat' }).click()
  await expect(edit).toContainText('first/error-503 Failing; next try in')
  await expect(edit).toContainText('pair#1/echo Active')
  await expect(edit).toContainText('pair#2/echo Active')
  await expect(edit.getByLabel('Concurrent requests of deployment 2')).toHaveValue('5')
  await expect(edit.getByLabel('Catalog model of deployment 2')).toHaveValue('openai/gpt-4o')
  await expect(edit.getByLabel('Cache read price ($ per 1M tokens)')).toHaveValue('0.2')
  const details = await page.request.get(`${server.url}/v1/models/team-chat`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
  })
  expect(await details.json()).toMatchObject({
    price: { input: 2, output: 8 },
    pricing: { rates: { cacheRead: 0.2 } },
  })
})

test('the details of a request name its deployment', async ({ page, server }) => {
  const response = await page.request.post(`${server.url}/v1/chat/completions`, {
    headers: { authorization: `Bearer ${server.apiKey}` },
    data: { model: 'pair/echo', messages: [{ role: 'user', content: 'Hello' }] },
  })
  const { 'x-request-id': id, 'sextant-deployment': deployment } = response.headers()

  await page.goto(`/team/requests?id=${id}`)

  await expect(page.getByRole('region', { name: 'Details' })).toContainText(`Deployment${deployment}`)
})

test('an alias that an admin sets serves its model, and can be moved to another', async ({
  page,
  server,
}) => {
  await page.goto('/team/providers?tab=defaults')
  const aliases = page.getByRole('table', { name: 'Aliases' })
  await expect(aliases.getByRole('row').filter({ hasText: 'fast' })).toContainText('set in sextant.yaml')
  await page.getByRole('button', { name: 'Add alias' }).click()
  const adding = page.getByRole('dialog', { name: 'Add alias' })
  await adding.getByLabel('Alias').fill('fast')
  await adding.getByLabel('Model ID').fill('first/echo')
  await adding.getByRole('button', { name: 'Add alias' }).click()
  await expect(adding).toContainText('fast is set in sextant.yaml')
  await adding.getByLabel('Alias').fill('daily')
  await adding.getByRole('button', { name: 'Add alias' }).click()
  await expect(adding).toBeHidden()
  await expectNoViolations(page)

  const answeredBy = async () => {
    const response = await page.request.post(`${server.url}/v1/chat/completions`, {
      headers: { authorization: `Bearer ${server.apiKey}` },
      data: { model: 'daily', messages: [{ role: 'user', content: 'Hello' }] },
    })
    return ((await response.json()) as { model?: string }).model
  }
  await expect.poll(answeredBy).toBe('first/echo')
  await aliases.getByRole('button', { name: 'Edit daily' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit daily' })
  await edit.getByLabel('Model ID').fill('vendor/echo')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect.poll(answeredBy).toBe('vendor/echo')

  await aliases.getByRole('button', { name: 'Remove daily' }).click()
  await expect(aliases).not.toContainText('daily')
  await expect.poll(answeredBy).toBeUndefined()
})

test('the models page shows when a vendor shuts a model down, and what an alias stands for', async ({
  page,
}) => {
  await page.goto('/models')
  await expect(page.getByRole('row').filter({ hasText: /^old-chat/ })).toBeVisible()
  await expectNoViolations(page)

  await expect(page.getByRole('row').filter({ hasText: /^old-chat/ })).toContainText('Shutdown Dec 11, 2026')
  await expect(page.getByRole('row').filter({ hasText: /^fast/ })).toContainText('Alias of old-chat')
})
