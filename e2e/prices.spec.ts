import { readFile } from 'node:fs/promises'
import { expectNoViolations } from './support/axe.ts'
import { expect } from './support/server.ts'
import { signIn, test } from './support/team-server.ts'
import { untilWritten } from './support/written-rows.ts'

test.use({
  serverName: 'prices',
  // A request to a model that the budget rejects.
  expectedErrors: [/^Failed to load resource: the server responded with a status of 403/],
})

test('models, requests and usage say where costs come from; budgets warn, and can reject models without a price', async ({
  page,
  server,
}) => {
  await signIn(page)
  const ids = new Map<string, string>()
  for (const model of ['scripted/echo', 'scripted/priced']) {
    const answer = await callChat(server, model)
    expect(answer.status).toBe(200)
    ids.set(model, answer.requestId)
  }

  await page.goto('/models/scripted/echo')
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('No price: its cost is not counted')
  await expect(page.getByRole('row').filter({ hasText: 'scripted/echo' })).toContainText('No price')
  await expectNoViolations(page)
  await page.goto('/models/scripted/priced')
  await expect(details).toContainText('Set by an admin')

  await untilWritten(server.dataDir, ...ids.values())
  await page.goto(`/team/requests?id=${ids.get('scripted/echo')}`)
  await expect(page.getByRole('region', { name: 'Details' })).toContainText(
    'No price: the cost is not counted',
  )
  await page.goto(`/team/requests?id=${ids.get('scripted/priced')}`)
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Price set by an admin')
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('op:scripted/priced')

  await page.goto('/team/usage?by=model')
  await expect(page.getByText('excludes 1 request without a price')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Monthly bill' }).press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const file = await readFile(await (await downloading).path(), 'utf8')
  expect(file).toMatch(
    /scripted,scripted\/priced,operator,op:scripted\/priced:[0-9a-f]{8},requests,1,,,0,rounding/,
  )
  expect(file).toContain('scripted,scripted/echo,unpriced,,requests,1,,,,unpriced')

  // The request above has spent $0.003 of it.
  await page.goto('/team/settings/team')
  await page.getByLabel('Budget (USD)').fill('0.0035')
  await page.getByLabel('Budget period').selectOption('per month')
  await page.getByRole('button', { name: 'Save budget' }).click()
  await expect(page.getByRole('region', { name: 'Gateways' })).toContainText('the only gateway')
  // As in every new team.
  await expect(page.getByRole('switch', { name: 'Reject under a budget' })).toBeChecked()
  await expect.poll(async () => (await callChat(server, 'scripted/echo')).status).toBe(403)

  await page.goto('/')
  await expect(
    page.getByText(/The team has used 8\d% of its budget: \$0\.003 of \$0\.0035 per month\./),
  ).toBeVisible()
  await expectNoViolations(page)
})

async function callChat(server: { readonly url: string; readonly apiKey: string }, model: string) {
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }], max_tokens: 3 }),
  })
  await response.text()
  return { status: response.status, requestId: response.headers.get('x-request-id') ?? '' }
}
