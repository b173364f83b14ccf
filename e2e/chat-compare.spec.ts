import type { Page } from '@playwright/test'
import { lastAnswer, liveRegion, openChat, send } from './support/chat-page.ts'
import { expect, test } from './support/server.ts'
import { copyLink } from './support/share.ts'

test('C3, C20: one prompt goes to two models; one can be stopped, metrics and text are compared, and a reload restores it', async ({
  page,
  upstream,
}) => {
  upstream.on('left', { kind: 'answer', text: 'The quick brown fox.' })
  upstream.on('right', { kind: 'answer', text: Array.from({ length: 300 }, () => 'slow '), delayMs: 40 })
  await openChat(page, 'scripted/left', 'scripted/right')
  await expect(page).toHaveURL(/\/chat$/)

  await send(page, 'Hi')

  const columns = page.getByRole('region', { name: /^Column \d$/ })
  await expect(columns).toHaveCount(2)
  await expect(columns.first()).toContainText('The quick brown fox.')
  await expect(columns.last()).toContainText('slow slow')
  await columns.last().getByRole('button', { name: 'Stop column 2' }).click()
  await expect(columns.last()).toContainText('Stopped')
  await expect(liveRegion(page)).toHaveText(/1 · left: Answer finished, .* 2 · right: Stopped/)

  await page.getByRole('radio', { name: 'Metrics' }).click()
  for (const title of ['Time to first token', 'Tokens per second', 'Duration', 'Cost', 'Time breakdown'])
    await expect(page.getByRole('region', { name: title, exact: true })).toBeVisible()
  await page.getByRole('radio', { name: 'Differences' }).click()
  await expect(page.locator('del').first()).toContainText('The')
  await expect(page.locator('ins').first()).toContainText('slow')

  await page.reload()
  await expect(columns).toHaveCount(2)
  await expect(columns.first()).toContainText('The quick brown fox.')
  await expect(columns.last()).toContainText('Stopped')
})

test('Compare adds a column with another model that is ready', async ({ page, upstream }) => {
  upstream.on('compared', { kind: 'answer', text: 'One.' })
  // The gateway lists an upstream's models only every few seconds.
  const data = ['scripted/compared', 'scripted/echo'].map(id => ({ id, object: 'model', state: 'ready' }))
  await page.route('**/api/models', route => route.fulfill({ json: { object: 'list', data } }))
  await openChat(page, 'scripted/compared')

  await page.getByRole('button', { name: 'Compare' }).click()

  const columns = page.getByRole('region', { name: /^Column \d$/ })
  await expect(columns).toHaveCount(2)
  await expect(columns.first()).toContainText('scripted/compared')
  await expect(columns.last()).toContainText('scripted/echo')
})

test('C3: each column has its own system text and parameters; a column is added, copied and removed', async ({
  page,
  upstream,
}) => {
  await openChat(page, 'scripted/echo', 'scripted/echo')
  const columns = page.getByRole('region', { name: /^Column \d$/ })
  await columns.first().getByLabel('System').fill('Be brief.')
  const before = upstream.requests.length

  await send(page, 'Hi')

  await expect(columns.first()).toContainText('You said: Hi')
  await expect(columns.last()).toContainText('You said: Hi')
  // The gateway may list the upstream's models meanwhile.
  const lengths = upstream.requests.slice(before).flatMap(({ json }) => json?.messages?.length ?? [])
  expect(new Set(lengths)).toEqual(new Set([1, 2]))

  await columns.first().getByRole('button', { name: 'Copy column 1' }).click()
  await page.getByRole('button', { name: 'Add column' }).click()
  await expect(columns).toHaveCount(4)
  await expect(page.getByRole('button', { name: 'Add column' })).toHaveAttribute('aria-disabled', 'true')
  for (const left of [3, 2]) {
    await columns
      .last()
      .getByRole('button', { name: /^Remove column/ })
      .click()
    await expect(columns).toHaveCount(left)
  }
})

test('C20: one link opens all columns, in another tab, and runs nothing', async ({
  page,
  context,
  upstream,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openChat(page, 'scripted/echo', 'scripted/chunks-3')
  const columns = (of: Page) => of.getByRole('region', { name: /^Column \d$/ })
  await columns(page).first().getByLabel('System').fill('Be brief.')
  await send(page, 'Shared question')
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
  const link = await copyLink(page)
  expect(link).toContain('/chat#v1.')
  const before = upstream.requests.length

  const other = await context.newPage()
  await other.goto(link)

  await expect(columns(other)).toHaveCount(2)
  await expect(columns(other).first().getByLabel('System')).toHaveValue('Be brief.')
  await expect(columns(other).last().getByLabel('System')).toHaveValue('')
  await expect(other.getByText('Shared question').first()).toBeVisible()
  expect(upstream.requests).toHaveLength(before)
})

test('“Continue from here” goes on with one column; the comparison stays in the history', async ({
  page,
  upstream,
}) => {
  upstream.on('left', { kind: 'answer', text: 'The left answer.' })
  upstream.on('right', { kind: 'answer', text: 'The right answer.' })
  await openChat(page, 'scripted/left', 'scripted/right')
  await send(page, 'Hi')
  const columns = page.getByRole('region', { name: /^Column \d$/ })
  await expect(columns.first()).toContainText('The left answer.')
  await expect(columns.last()).toContainText('The right answer.')

  await page.getByRole('button', { name: 'Continue from here with column 2 alone' }).click()

  await expect(columns).toHaveCount(0)
  await expect(lastAnswer(page)).toContainText('The right answer.')
  const before = upstream.requests.length
  await send(page, 'And now?')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
  const sent = upstream.requests.slice(before).filter(({ path }) => path.endsWith('/chat/completions'))
  expect(sent.map(({ json }) => json?.messages?.map(({ content }) => content))).toEqual([
    ['Hi', 'The right answer.', 'And now?'],
  ])
})
