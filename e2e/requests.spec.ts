import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { savedInHistory } from './support/chat-page.ts'
import { comeAlive, showRequest } from './support/open-playground.ts'
import { expect } from './support/server.ts'
import { askConsole, invite, join, signIn, test } from './support/team-server.ts'
import { untilWritten } from './support/written-rows.ts'

// The browser also logs the errors that these tests provoke.
test.use({ expectedErrors: [/^Failed to load resource: the server responded with a status of 4\d\d/] })

/** The open request: a column beside the list at this width. */
function openRequest(page: Page): Locator {
  return page.getByRole('region', { name: 'Request', exact: true })
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

  const drawer = openRequest(page)
  await expect(drawer.getByText('scripted/moody').first()).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Timing' })).toContainText('failed')
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
  const drawer = openRequest(page)
  await expect(drawer.getByText('Chat, streamed')).toBeVisible()
  await expectNoViolations(page)
  await expect(drawer.getByRole('region', { name: 'HTTP request' })).toContainText('Say it: sk-[redacted]')
  await drawer.getByRole('radio', { name: /^\d+ events$/ }).check()
  await expect(drawer.getByRole('table', { name: 'Events' })).toContainText('[DONE]')
  await expect(drawer).not.toContainText('abcdefgh12345')

  await drawer.getByRole('button', { name: 'Filter by key' }).click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()
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
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Say it: sk-[redacted]')
  await expect(page.getByText(`Replay of ${id}`)).toBeVisible()
})

test('a request of the Messages API names its formats and its default model, and opens in Chat', async ({
  page,
  server,
}) => {
  await signIn(page)
  await page.goto('/team/keys')
  await page.getByRole('button', { name: 'Create key' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create API key' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Agent')
  await form.getByRole('combobox', { name: 'Default model' }).fill('scripted/echo')
  await form.getByRole('switch', { name: 'Log bodies' }).check()
  await form.getByRole('button', { name: 'Create key' }).click()
  const token = await page.getByLabel('API key', { exact: true }).innerText()
  const response = await fetch(`${server.url}/v1/messages`, {
    method: 'POST',
    headers: {
      'x-api-key': token,
      'content-type': 'application/json',
      'x-claude-code-session-id': 'session-1',
    },
    body: JSON.stringify({
      model: 'claude-haiku-4-5',
      max_tokens: 50,
      messages: [{ role: 'user', content: 'Good morning' }],
    }),
  })
  expect(await response.json()).toMatchObject({ type: 'message', model: 'scripted/echo' })

  const id = response.headers.get('x-request-id') ?? ''
  await page.goto(`/team/requests?id=${id}`)
  const drawer = openRequest(page)
  await expect(drawer).toContainText('claude-haiku-4-5 → scripted/echo')
  await expect(drawer).toContainText('Messages, translated to Chat completions')
  await drawer.getByRole('button', { name: 'Filter by session' }).click()
  await expect(page).toHaveURL(/session=[\da-f]{16}/)
  await drawer.getByRole('button', { name: 'Replay in Chat' }).click()

  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Good morning')
  await showRequest(page)
  const format = page.locator('#request').getByRole('group', { name: 'Send as' })
  await expect(format.getByRole('radio', { name: 'Messages' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'max_tokens', exact: true })).toHaveValue('50')
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
  await expect(openRequest(page).getByText('scripted/echo').first()).toBeVisible()

  const link = await invite(page, 'member')
  await using guest = await browser.newContext({ baseURL: server.url })
  const theirs = await guest.newPage()
  await join(theirs, link, 'Nils')
  await theirs.goto(`/team/requests?id=${id}`)
  await expect(openRequest(theirs).getByRole('alert')).toContainText('not in the log')
  await theirs.keyboard.press('Escape')
  await expect(theirs.getByText('No requests yet.')).toBeVisible()
})

test('both HTTP sides are shown with what the gateway changed, attempt by attempt', async ({
  page,
  server,
  upstream,
}) => {
  upstream.on('moody', { kind: 'error', status: 503 })
  await signIn(page)
  const { token } = await askConsole(page, '/api/keys', { name: 'Both', scopes: ['chat'], keep_bodies: true })
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'scripted/moody',
      models: ['scripted/echo'],
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  })
  await response.text()
  await page.goto(`/team/requests?id=${response.headers.get('x-request-id')}`)
  const request = openRequest(page)
  const http = request.getByRole('region', { name: 'HTTP request' })

  await expect(http).toContainText('POST /v1/chat/completions')
  await expect(http.getByRole('insertion').filter({ hasText: '"model": "echo"' })).toBeVisible()
  await expect(http.getByRole('deletion').filter({ hasText: '"model": "scripted/moody"' })).toBeVisible()
  await expect(http).toContainText('authorization: [redacted]')
  await expect(http).not.toContainText(String(token))
  await expectNoViolations(page)

  await http.getByRole('combobox', { name: 'Attempt' }).click()
  await page.getByRole('option', { name: /^Attempt 1 of \d · scripted · 503$/ }).click()
  await request.getByRole('radio', { name: 'Response' }).check()
  await expect(request.getByRole('region', { name: 'HTTP response' })).toContainText('503')
  await request.getByRole('switch', { name: 'Differences' }).uncheck()
  await expect(request.getByRole('insertion')).toHaveCount(0)
  await expect(request.getByRole('region', { name: 'Timing' })).toContainText('Attempt 1 failed')
})

test('a filter is saved as a view of this browser, and keys move through its rows', async ({
  page,
  server,
}) => {
  await signIn(page)
  const { token } = await askConsole(page, '/api/keys', { name: 'Views', scopes: ['chat'] })
  const ids: (string | null)[] = []
  for (const model of ['scripted/echo', 'scripted/echo', 'scripted/error-400']) {
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
    })
    await response.text()
    ids.push(response.headers.get('x-request-id'))
  }
  await untilWritten(server.dataDir, ...ids)
  await page.goto('/team/requests')
  const rows = page.getByRole('table', { name: 'Requests, newest first' }).getByRole('row')
  const views = page.getByRole('navigation', { name: 'Views' })
  await page.getByRole('textbox', { name: 'Request ID, model or key' }).fill('views')
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(4)

  await views.getByRole('button', { name: 'Save filter as view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('My key')
  await page.getByRole('button', { name: 'Save view' }).click()
  await views.getByRole('button', { name: 'Errors' }).click()
  await expect(page).toHaveURL(/outcome=failed$/)
  await page.reload()
  await views.getByRole('button', { name: 'My key', exact: true }).click()
  await expect(rows).toHaveCount(4)
  await expect(views.getByRole('button', { name: 'My key', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )

  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(rows.nth(2).getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  const request = openRequest(page)
  await expect(request).toBeVisible()
  const second = page.url()
  await page.keyboard.press('j')
  await expect(rows.nth(3).getByRole('button')).toHaveAttribute('aria-current', 'true')
  expect(page.url()).not.toBe(second)
  await page.keyboard.press('Escape')
  await expect(request).toBeHidden()
  await expect(rows.nth(3).getByRole('button')).toBeFocused()

  await views.getByRole('button', { name: 'Remove view My key' }).click()
  await expect(views.getByRole('button', { name: 'My key', exact: true })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the list fits the screen, and a request opens over it', async ({ page, server }) => {
    await signIn(page)
    const { token } = await askConsole(page, '/api/keys', {
      name: 'Phone',
      scopes: ['chat'],
      keep_bodies: true,
    })
    const response = await fetch(`${server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'scripted/echo', messages: [{ role: 'user', content: 'Hello' }] }),
    })
    await response.text()
    await page.goto('/team/requests')
    await page.getByRole('switch', { name: 'Live' }).check()
    const row = page.locator(`[data-request="${response.headers.get('x-request-id')}"]`)
    await expect(row).toBeVisible()
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)

    await row.click()
    const drawer = page.getByRole('dialog', { name: 'Request' })
    await expect(drawer.getByRole('region', { name: 'HTTP request' })).toContainText(
      'POST /v1/chat/completions',
    )
    expect(await overflow()).toBeLessThanOrEqual(0)
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
  })
})
