import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { savedInHistory } from './support/chat-page.ts'
import { comeAlive } from './support/open-playground.ts'
import { expect } from './support/server.ts'
import { invite, join, signIn, test } from './support/team-server.ts'

// The browser also logs the errors that these tests provoke.
test.use({ expectedErrors: [/^Failed to load resource: the server responded with a status of 4\d\d/] })

/** Calls a console route, as its pages do. */
function askConsole(page: Page, path: string, body: object): Promise<Record<string, unknown>> {
  return page.evaluate(
    async ([to, text]) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(to, { method: 'POST', headers, body: text })
      return (await response.json()) as Record<string, unknown>
    },
    [path, JSON.stringify(body)] as const,
  )
}

test('a failed run links to its row, the row to a replay, and the replay to a comparison', async ({
  page,
  upstream,
}) => {
  upstream.on('moody', { kind: 'error', status: 400 })
  await signIn(page)
  await page.goto('/chat?models=scripted/moody')
  await comeAlive(page)
  await page.keyboard.type('How are you?')
  await page.keyboard.press('ControlOrMeta+Enter')
  const card = page.getByRole('alert', { name: 'Error' })
  await expect(card).toContainText('400 · ')
  // The same request would be refused again.
  await expect(card.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await card.getByRole('link', { name: 'Show in log' }).click()

  const drawer = page.getByRole('dialog', { name: 'Request' })
  await expect(drawer.getByText('scripted/moody').first()).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Timeline' })).toContainText('failed')
  await drawer.getByRole('tab', { name: 'Response' }).click()
  await expect(drawer.getByText('were not logged')).toBeVisible()

  upstream.on('moody', { kind: 'answer', text: 'All is well.' })
  await drawer.getByRole('button', { name: 'Replay in Chat' }).click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(page.getByText('Request opened from the log. Nothing has run.')).toBeVisible()
  await comeAlive(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('button', { name: 'Compare runs' }).click()

  const both = page.getByRole('dialog', { name: 'Original and replay' })
  await expect(both.getByRole('row', { name: /^Status/ })).toContainText('400200')
  const difference = both.getByRole('region', { name: 'Word diff' })
  await expect(difference.locator('ins').first()).toBeVisible()
  await expect(difference.locator('del').first()).toBeVisible()
  await expectNoViolations(page)
})

test('a replay replaces an open comparison instead of running in its columns', async ({ page, upstream }) => {
  await signIn(page)
  await page.goto('/chat?models=scripted/echo')
  await comeAlive(page)
  await page.keyboard.type('Logged question')
  await page.keyboard.press('ControlOrMeta+Enter')
  await savedInHistory(page, 'You said: Logged question')
  await page.getByRole('tab', { name: 'HTTP' }).click()
  const id = await page
    .getByText(/^req_\w+$/)
    .first()
    .textContent()
  await page.goto('/chat?models=scripted/echo,scripted/other')
  await comeAlive(page)
  const columns = page.getByRole('region', { name: /^Column \d$/ })
  await expect(columns).toHaveCount(2)
  const before = upstream.requests.length

  await page.goto(`/chat?request=${id}`)
  await expect(page.getByText('Request opened from the log. Nothing has run.')).toBeVisible()
  await expect(columns).toHaveCount(0)
  await comeAlive(page)
  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(page.getByRole('group', { name: 'Answers' })).toContainText('You said: Logged question')
  expect(upstream.requests.length).toBe(before + 1)
})

test('bodies are logged for a key with body logging, without secrets, and can be replayed', async ({
  page,
  server,
}) => {
  await signIn(page)
  const { token } = await askConsole(page, '/api/keys', { name: 'Kept', scopes: ['chat'], keep_bodies: true })
  const said = 'Say it: sk-proj-abcdefgh12345'
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'scripted/echo',
      stream: true,
      messages: [{ role: 'user', content: said }],
    }),
  })
  expect(await response.text()).toContain('[DONE]')
  const id = response.headers.get('x-request-id') ?? ''

  await page.goto(`/team/requests?id=${id}`)
  const drawer = page.getByRole('dialog', { name: 'Request' })
  await expect(drawer.getByText('Chat, streamed')).toBeVisible()
  await expectNoViolations(page)
  await drawer.getByRole('tab', { name: 'Request' }).click()
  const body = drawer.getByRole('region', { name: 'Request body as text' })
  await expect(body).toContainText('Say it: sk-[redacted]')
  await drawer.getByRole('tab', { name: 'Events' }).click()
  await expect(drawer.getByRole('table', { name: 'Events' })).toContainText('[DONE]')
  await expect(drawer).not.toContainText('abcdefgh12345')

  await drawer.getByRole('tab', { name: 'Summary' }).click()
  await drawer.getByRole('button', { name: 'Filter by key' }).click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  const rows = page.getByRole('table', { name: 'Requests, newest first' })
  await expect(rows.getByRole('row')).toHaveCount(2)
  await page.keyboard.press('j')
  await expect(rows.getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  await page.goBack()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL(/\/requests\?key=\w+$/)
  await page.goForward()
  await drawer.getByRole('button', { name: 'Replay in Chat' }).click()
  await expect(page.getByText('Say it: sk-[redacted]')).toBeVisible()
  await expect(page.getByText(`Replay of ${id}`)).toBeVisible()
})

test('a member sees only their own requests', async ({ page, browser, server }) => {
  await signIn(page)
  const { token } = await askConsole(page, '/api/keys', { name: 'Hers', scopes: ['chat'], keep_bodies: true })
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted/echo', messages: [{ role: 'user', content: 'Hello' }] }),
  })
  const id = response.headers.get('x-request-id') ?? ''
  await page.goto(`/team/requests?id=${id}`)
  await expect(page.getByRole('dialog', { name: 'Request' }).getByText('scripted/echo').first()).toBeVisible()

  const link = await invite(page, 'member')
  await using guest = await browser.newContext({ baseURL: server.url })
  const theirs = await guest.newPage()
  await join(theirs, link, 'Nils')
  await theirs.goto(`/team/requests?id=${id}`)
  await expect(theirs.getByRole('dialog', { name: 'Request' }).getByRole('alert')).toContainText(
    'not in the log',
  )
  await theirs.keyboard.press('Escape')
  await expect(theirs.getByText('No requests yet.')).toBeVisible()
})
