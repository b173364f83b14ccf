import { pickModel } from './support/handoffs.ts'
import { expect } from './support/server.ts'
import { ready, signIn, test } from './support/team-server.ts'
import { untilWritten } from './support/written-rows.ts'

// The browser also logs the errors that these tests provoke.
test.use({ expectedErrors: [/^Failed to load resource: the server responded with a status of 4\d\d/] })

// `You said: hi` is three tokens at $0.001 each, so the reserved and the actual cost are equal.
const call = { model: 'scripted/priced', messages: [{ role: 'user', content: 'hi' }], max_tokens: 3 }

test('a key that exhausted its budget is rejected, and works again once the budget is raised', async ({
  page,
  server,
}) => {
  await signIn(page)
  await page.goto('/team/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByLabel('Name').fill('Thrifty')
  // A key without the budget that was meant would spend without limit.
  const budget = dialog.getByLabel('Budget (USD)')
  await budget.fill('10,5')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(budget).toHaveAttribute('aria-invalid', 'true')
  await expect(budget).toHaveValue('10,5')
  await expect(dialog).toContainText('Enter a number such as 10.5, without commas or symbols.')
  await budget.fill('0.007')
  await dialog.getByLabel('Budget period').selectOption('per day')
  await dialog.getByRole('switch', { name: 'Log bodies' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Your new API key' })
  const token = await shown.getByLabel('API key', { exact: true }).innerText()
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: 'Thrifty' })
  await expect(row).toContainText('$0.00 of $0.007 per day')
  await expect(row).toContainText('Resets on')

  const paid = [await ask(server.url, token), await ask(server.url, token)]
  expect(paid.map(({ status }) => status)).toEqual([200, 200])
  const refused = await ask(server.url, token)
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('"type":"insufficient_quota"')

  await untilWritten(server.dataDir, ...paid.map(({ id }) => id))
  await page.reload()
  await expect(row).toContainText('$0.006 of $0.007 per day')
  await page.getByLabel('Cost', { exact: true }).selectOption('Budget nearly used')
  await expect(row).toBeVisible()

  await page.getByRole('button', { name: 'Actions for Thrifty' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit Thrifty' })
  await expect(edit.getByRole('switch', { name: 'Log bodies' })).toBeChecked()
  await edit.getByLabel('Budget (USD)').fill('-1')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit.getByText('Budget must be a number above 0, up to 1,000,000.')).toBeVisible()
  await edit.getByLabel('Budget (USD)').fill('1')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(row).toHaveCount(0)
  await page.getByLabel('Cost', { exact: true }).selectOption('Has cost')
  await expect(row).toContainText('$0.006 of $1.00 per day')
  await expect.poll(async () => (await ask(server.url, token)).status).toBe(200)
})

test('the team’s budget stops a playground, and says so', async ({ page, server }) => {
  await signIn(page)
  await page.goto('/team/settings/team')
  await page.getByLabel('Budget (USD)').fill('0.000001')
  await page.getByLabel('Budget period').selectOption('total')
  await page.getByRole('button', { name: 'Save budget' }).click()
  await expect(page.getByText('Team budget updated')).toBeVisible()

  // A change of the budget reaches the gateway within a second.
  await expect.poll(async () => (await ask(server.url, server.apiKey)).status).toBe(429)
  await page.goto('/chat')
  await ready(page)
  await pickModel(page, 'scripted/priced')
  await page.getByRole('textbox', { name: 'Message' }).fill('hi')
  const card = page.getByRole('alert', { name: 'Error' })
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(card).toContainText('429 · insufficient_quota')
  await expect(card.getByRole('link', { name: 'Open API keys' })).toHaveAttribute('href', '/team/keys')
  await expect(card.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expect(card).toContainText('This team’s $0.000001 budget is used up.')

  await page.goto('/team/settings/team')
  await page.getByLabel('Budget (USD)').fill('')
  await page.getByRole('button', { name: 'Remove budget' }).click()
  await expect(page.getByText('Team budget removed')).toBeVisible()
})

async function ask(url: string, token: string): Promise<{ status: number; text: string; id: string | null }> {
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  const id = response.headers.get('x-request-id')
  return { status: response.status, text: await response.text(), id }
}
