import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { launchServer } from './support/launch-server.ts'
import { comeAlive } from './support/open-playground.ts'
import { expect, test as base } from './support/server.ts'
import { spoilKey } from './support/spoil-key.ts'

const goodKey = 'good-key-of-acme-0123456789'
const spareKey = 'spare-key-of-acme-4567890123'
const wrongKey = 'wrong-key-of-acme-9876543210'

/** A server without providers that allows providers on loopback. */
const test = base.extend({
  server: [
    async ({ upstream }, provide) => {
      upstream.accept([goodKey, spareKey])
      await using server = await launchServer({
        environment: { ALLOW_PRIVATE_PROVIDERS: '127.0.0.1', MODEL_SOURCES: 'file' },
      })
      await provide(server)
      upstream.accept(null)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

test.describe.configure({ mode: 'serial' })
// The browser also logs the errors that these tests provoke.
test.use({ expectedErrors: [/^Failed to load resource: the server responded with a status of 400/] })

test('a provider added in the browser is tested with a real request, and works without a restart', async ({
  page,
  server,
  upstream,
}) => {
  await page.goto('/team/providers')
  await page.getByRole('tab', { name: 'Embedded' }).click()
  await expect(page.getByRole('table', { name: 'Embedded models' })).toContainText('local/bge-small-en-v1.5')
  await expectNoViolations(page)
  await page.getByRole('tab', { name: 'Providers' }).click()
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await dialog.getByLabel('Provider').selectOption('Custom server')
  await dialog.getByLabel('Name').fill('acme')
  await dialog.getByLabel('Base URL').fill(upstream.baseUrl)
  await dialog.getByLabel('API key', { exact: true }).fill(wrongKey)

  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: 'acme returned 401' })).toContainText(
    'Incorrect API key provided: [redacted]',
  )
  await dialog.getByLabel('API key', { exact: true }).fill(goodKey)
  await dialog.getByRole('button', { name: 'Test' }).click()
  const result = dialog.getByRole('status').filter({ hasText: 'acme responded in' })
  await expect(result).toContainText('echo')
  await expect(result).not.toContainText('Messages API')
  await dialog.getByLabel('Messages API', { exact: true }).selectOption('Forward to another path')
  await dialog.getByLabel('Path of the Messages API').fill('/v1')
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(result).toContainText('The Messages API responded.')
  await dialog.getByLabel('Responses API', { exact: true }).selectOption('Forward to the base URL')
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(result).toContainText('The Responses API responded.')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Default models are unchanged.')).toBeVisible()
  const row = page
    .getByRole('table', { name: 'Model providers' })
    .getByRole('row')
    .filter({ hasText: 'acme' })
  await expect(row).toContainText('goo…6789')
  await expect(row).toContainText('Active')

  await page.goto('/chat')
  await comeAlive(page)
  await page.getByRole('combobox', { name: /^Model: / }).click()
  await page.getByRole('combobox', { name: 'Find a model' }).fill('acme/echo')
  await page.getByRole('option', { name: /acme\/echo/ }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('group', { name: 'Answers' }).getByText('You said: Hello')).toBeVisible()

  const answers = await Promise.all(
    ['/api/providers', '/api/models/settings'].map(async path => (await page.request.get(path)).text()),
  )
  for (const text of [...answers, server.output()]) {
    expect(text).not.toContain(goodKey)
    expect(text).not.toContain(wrongKey)
  }
})

test('a price can be set, a new base URL clears the key, and a removed provider is gone', async ({
  page,
}) => {
  await page.goto('/team/providers?tab=defaults')
  const model = page
    .getByRole('table', { name: 'Models', exact: true })
    .getByRole('row')
    .filter({ hasText: 'acme/echo' })
  await page.getByRole('button', { name: 'Edit acme/echo' }).click()
  const price = page.getByRole('dialog', { name: 'Edit acme/echo' })
  await price.getByLabel('Input price ($ per 1M tokens)').fill('1,5')
  await price.getByRole('button', { name: 'Save' }).click()
  await expect(price).toContainText('Enter a number such as 10.5, without commas or symbols.')
  await price.getByLabel('Input price ($ per 1M tokens)').fill('0.1')
  await price.getByLabel('Output price ($ per 1M tokens)').fill('0.4')
  await price.getByRole('button', { name: 'Add', exact: true }).click()
  const fallback = price.getByLabel('Fallback 1', { exact: true })
  await fallback.fill('acme/ecko')
  await price.getByRole('button', { name: 'Save' }).click()
  await expect(price).toContainText('Model acme/ecko does not exist.')
  await expect(fallback).toBeFocused()
  await fallback.fill('local/qwen2.5-coder-0.5b-instruct')
  await price.getByRole('button', { name: 'Save' }).click()
  await expect(model).toContainText('$0.10 / $0.40')
  await expect(model).toContainText('local/qwen2.5-coder-0.5b-instruct')

  await page.getByRole('tab', { name: 'Providers' }).click()
  await openAct(page, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit acme' })
  await edit.getByLabel('Base URL').fill('https://acme.example/v1')
  await expect(edit).toContainText('belongs to the previous base URL and will be cleared')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  const row = page
    .getByRole('table', { name: 'Model providers' })
    .getByRole('row')
    .filter({ hasText: 'acme' })
  await expect(row).toContainText('https://acme.example/v1')
  await expect(row).toContainText('none')

  await openAct(page, 'Remove')
  await page.getByRole('dialog', { name: 'Remove acme' }).getByRole('button', { name: 'Remove acme' }).click()
  await expect(page.getByText('No providers yet.')).toBeVisible()
})

async function openAct(page: Page, act: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions for acme' }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

test('a provider without a model list takes model IDs where it is added and where it is tested', async ({
  page,
}) => {
  const listless = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1')
  await once(listless, 'listening')
  await page.goto('/team/providers')
  await page.getByRole('button', { name: 'Add provider' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add provider' })
  await dialog.getByLabel('Provider').selectOption('Custom server')
  await dialog.getByLabel('Name').fill('listless')
  await dialog.getByLabel('Base URL').fill(`http://127.0.0.1:${(listless.address() as AddressInfo).port}/v1`)
  await dialog.getByRole('button', { name: 'Test' }).click()
  await dialog.getByLabel('Model IDs').fill('qwen3-32b\nacme/other')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()

  const models = page.getByRole('table', { name: 'Models', exact: true })
  await page.getByRole('tab', { name: 'Defaults and prices' }).click()
  await expect(models).toContainText('listless/qwen3-32b')
  await expect(models).toContainText('listless/acme/other')
  await page.getByRole('tab', { name: 'Providers' }).click()
  await page.getByRole('button', { name: 'Test listless' }).click()
  const test = page.getByRole('dialog', { name: 'Test listless' })
  await test.getByLabel('Model IDs').fill('third')
  await test.getByRole('button', { name: 'Add models' }).click()
  await expect(test).toBeHidden()
  await page.getByRole('tab', { name: 'Defaults and prices' }).click()
  await expect(models).toContainText('listless/third')
  listless.close()
})

test('providers keep the order that arrow keys and dragging give them', async ({
  page,
  server,
  upstream,
}) => {
  for (const name of ['first', 'second']) {
    const added = await page.request.post('/api/providers', {
      headers: { origin: server.url },
      data: { purpose: 'models', name, kind: 'openai', base_url: upstream.baseUrl },
    })
    expect(added.status()).toBe(201)
  }
  await page.goto('/team/providers')
  const handles = page.getByRole('table', { name: 'Model providers' }).getByRole('button', { name: /^Move / })
  const order = () => handles.evaluateAll(all => all.map(each => each.ariaLabel?.split(/[ :]/)[1]))
  await expect.poll(order).toEqual(['listless', 'first', 'second'])

  await page.getByRole('button', { name: 'Move second' }).press('ArrowUp')
  await expect.poll(order).toEqual(['listless', 'second', 'first'])
  await expect(page.getByRole('button', { name: 'Move second' })).toBeFocused()
  await page
    .getByRole('button', { name: 'Move listless' })
    .dragTo(page.getByRole('button', { name: 'Move first' }))
  await expect.poll(order).toEqual(['second', 'first', 'listless'])
  await page.reload()
  await expect.poll(order).toEqual(['second', 'first', 'listless'])
})

test('several keys are saved in their order and never shown again; one that is rejected leaves the requests to the other', async ({
  page,
  server,
  upstream,
}) => {
  await page.goto('/team/providers')
  await page.getByRole('button', { name: 'Add provider' }).click()
  const adding = page.getByRole('dialog', { name: 'Add provider' })
  await adding.getByLabel('Provider').selectOption('Custom server')
  await adding.getByLabel('Name').fill('pair')
  await adding.getByLabel('Base URL').fill(upstream.baseUrl)
  await adding.getByLabel('API key', { exact: true }).fill(wrongKey)
  await adding.getByRole('button', { name: 'Add API key' }).click()
  await adding.getByLabel('API key 2', { exact: true }).fill(goodKey)
  await adding.getByRole('button', { name: 'Test' }).click()
  await expect(adding.getByRole('alert')).toContainText('Key 1 of 2: Incorrect API key provided')
  await expectNoViolations(page)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding).toBeHidden()
  const row = page
    .getByRole('table', { name: 'Model providers' })
    .getByRole('row')
    .filter({ hasText: 'pair' })
  await expect(row).toContainText('2 keys')

  const ask = async () =>
    await page.request.post(`${server.url}/v1/chat/completions`, {
      headers: { authorization: `Bearer ${server.apiKey}`, 'x-session-id': crypto.randomUUID() },
      data: { model: 'pair/echo', messages: [{ role: 'user', content: 'Hello' }] },
    })
  // Each session stays with one deployment: eight of them nearly always meet both.
  const deployments = async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, ask))
    return new Set(answers.map(answer => answer.headers()['sextant-deployment']))
  }
  await expect.poll(deployments).toEqual(new Set(['pair#2/echo']))

  await row.getByRole('button', { name: 'Actions for pair' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit pair' })
  await expect(edit.getByLabel('API key 1', { exact: true })).toHaveValue('')
  await expect(edit.getByLabel('API key 1', { exact: true })).toHaveAttribute('placeholder', 'wro…3210')
  await edit.getByRole('button', { name: 'Move API key 2 up' }).click()
  await expect(edit.getByLabel('API key 1', { exact: true })).toHaveAttribute('placeholder', 'goo…6789')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect.poll(deployments).toEqual(new Set(['pair#1/echo']))

  // A second key that is accepted: a rejected one would leave no key beside the lost one.
  await row.getByRole('button', { name: 'Actions for pair' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await edit.getByLabel('API key 2', { exact: true }).fill(spareKey)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect.poll(deployments).toEqual(new Set(['pair#1/echo', 'pair#2/echo']))

  const isLost = page.getByRole('region', { name: 'pair: 1 of 2 API keys unavailable' })
  spoilKey(server.dataDir, 'pair')
  const origin = new URL(server.url).origin
  const told = await page.request.post('/api/providers/order', { headers: { origin }, data: { ids: [] } })
  expect(told.status()).toBe(200)
  await expect.poll(async () => (await page.request.get('/api/providers')).text()).toContain('"lost":true')
  await page.reload()
  await expect(isLost).toContainText('ENCRYPTION_KEY cannot decrypt pair#1 (goo…6789)')
  await expect(row).toContainText('1 of 2 keys unavailable')
  await expectNoViolations(page)
  await isLost.getByRole('button', { name: 'Enter the key again: pair' }).click()
  await expect(edit).toContainText('ENCRYPTION_KEY cannot decrypt this key. Enter it again, or remove it.')
  await edit.getByLabel('API key 1', { exact: true }).fill(goodKey)
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(isLost).toBeHidden()
  await expect.poll(deployments).toEqual(new Set(['pair#1/echo', 'pair#2/echo']))

  await row.getByRole('button', { name: 'Actions for pair' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await edit.getByRole('button', { name: 'Remove API key 2' }).click()
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(row).not.toContainText('keys')
  await expect.poll(deployments).toEqual(new Set([undefined]))
  expect((await ask()).status()).toBe(200)
  for (const path of ['/api/providers', '/api/audit'])
    expect(await (await page.request.get(path)).text()).not.toMatch(/(good|spare|wrong)-key-of/)
})
