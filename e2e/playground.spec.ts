import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { openPlayground } from './support/open-playground.ts'
import { pickModel } from './support/handoffs.ts'
import { expect, test } from './support/server.ts'
import { copyLink } from './support/share.ts'
import { capabilities } from '#lib/contracts/api/capabilities.ts'

// The only test with animations enabled, as for most users.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const run = (page: Page) => page.waitForRequest(request => request.url().includes('/api/run/'))

async function openExample(page: Page, model = 'scripted/echo') {
  await openPlayground(page, '/chat')
  await pickModel(page, model)
  await page.getByRole('button', { name: /Explain a regular expression/ }).click()
}

test('B1 the HTTP tab and the curl command show the string that was sent', async ({ page }) => {
  await openExample(page)
  const sent = run(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  const body = (await sent).postData() ?? ''
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await page.getByRole('radio', { name: 'Raw' }).click()

  await expect(page.getByRole('region', { name: 'request body' })).toHaveText(body)
  await page.getByRole('tab', { name: 'Code' }).click()
  await expect(page.getByRole('region', { name: /^Snippet/ })).toContainText(body.replaceAll("'", `'\\''`))
})

test('the Code tab starts with the call alone; language and error handling are kept in this browser', async ({
  page,
}) => {
  await openExample(page)
  await page.getByRole('tab', { name: 'Code' }).click()
  const snippet = page.getByRole('region', { name: /^Snippet/ })
  await expect(snippet).toContainText('curl -N http')
  await page.getByRole('radio', { name: 'Python' }).check()
  await expect(snippet).toContainText('from openai import OpenAI')
  await page.getByRole('radio', { name: 'requests' }).check()
  await expect(snippet).toContainText('stream=True')
  await page.getByRole('switch', { name: 'Streaming' }).uncheck()
  await expect(snippet).not.toContainText('stream=True')
  await expect(snippet).not.toContainText('sys.exit')
  await page.getByRole('switch', { name: 'With error handling' }).check()
  await expect(snippet).toContainText('sys.exit')
  await expect(page.getByRole('link', { name: 'Connect a client' })).toHaveAttribute('href', '/connect')

  await page.reload()
  await expect(page.getByRole('radio', { name: 'requests' })).toBeChecked()
  await expect(snippet).toContainText('sys.exit')
})

test('the foot of the chat request names the API call and copies it as curl', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openExample(page)
  const request = page.getByRole('region', { name: 'Request', exact: true })
  await expect(request).toContainText('POST /v1/chat/completions')
  await request.getByRole('button', { name: 'Copy curl' }).click()

  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^curl -N http\S+\/v1\/chat\/completions /)
  expect(await copied()).toContain('-H "Authorization: Bearer $SEXTANT_API_KEY"')
})

test('HTTP and Code neither scroll sideways nor violate axe, on a wide screen and on a phone', async ({
  page,
}) => {
  await openExample(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'false')
  for (const name of ['HTTP', 'Code']) {
    await page.getByRole('tab', { name }).click()
    const panel = page.getByRole('tabpanel', { name })
    await expect(panel.getByRole('region').first()).toBeVisible()
    const countWider = () =>
      panel.evaluate(
        element =>
          [element, ...element.querySelectorAll('*')].filter(
            each => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'auto',
          ).length,
      )
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(countWider).toBe(0)
    }
    await expectNoViolations(page)
  }
})

test('B4 invalid JSON disables Run and shows the position; once fixed, it is the draft', async ({ page }) => {
  await openExample(page)
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Request body (JSON)' })
  await editor.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' x')

  await expect(
    page.getByText(/^Line \d+, column \d+: expected the end of the text, found x\.$/),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Run/ })).toBeDisabled()
  await page.keyboard.press('Backspace')
  await expect(page.getByRole('button', { name: /^Run/ })).toBeEnabled()
})

test('B5 B16 an invalid field is named, can be sent anyway, and the API error links back to it', async ({
  page,
}) => {
  await openExample(page)
  await page.getByRole('textbox', { name: 'temperature', exact: true }).fill('7')
  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(page.getByRole('textbox', { name: 'temperature', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Send anyway' }).click()
  const card = page.getByRole('alert', { name: 'Error' })
  await expect(card).toContainText('400 · decimal_above_max_value')
  await card.getByRole('button', { name: 'Go to temperature' }).click()
  await expect(page.locator('[data-field="temperature"] :focus')).toBeVisible()
})

test('B5 an error links to its field, even if collapsed', async ({ page }) => {
  await openPlayground(page, '/chat')
  await page
    .getByRole('textbox', { name: 'curl command' })
    .fill(
      `curl https://api.example/v1/chat/completions -d '{"model":"scripted/echo","top_logprobs":99,"messages":[{"role":"user","content":"hi"}]}'`,
    )
  await page.getByRole('button', { name: 'Import' }).click()
  const field = page.getByRole('textbox', { name: 'top_logprobs', exact: true })
  await expect(page.locator('[data-field="messages.0"]')).toContainText('hi')
  await page.getByText(/^Parameters · 2 set$/).click()
  await expect(field).toBeHidden()

  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Reset top_logprobs' }).click()
  await expect(field).toBeFocused()
})

test('B2 B5 an error within an object links to its field, and unset fields there are not sent', async ({
  page,
}) => {
  await openPlayground(page, '/scrape')
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const json = page.getByRole('textbox', { name: 'Request body (JSON)' })
  await json.fill('{"model":"scrape","params":{"url":"https://site.example/","timeout":1,"mobile":true}}')
  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const timeout = page.getByRole('textbox', { name: 'timeout', exact: true })
  await expect(page.getByText(/^More parameters · 2 set$/)).toBeVisible()
  await expect(timeout).toBeHidden()

  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(timeout).toBeFocused()
  await expect(page.locator('[data-field="params.timeout"]')).toContainText('1000')
  await page.getByRole('button', { name: 'Reset timeout' }).click()
  await expect(timeout).toHaveValue('')
  await page.getByRole('tab', { name: 'HTTP' }).click()
  const sent = page.getByLabel('request body', { exact: true })
  await expect(sent).toContainText('"mobile": true')
  await expect(sent).not.toContainText('timeout')
})

test('the snippet is compared with the one of an earlier run', async ({ page }) => {
  await openExample(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('article')).toHaveAttribute('aria-busy', 'false')
  await page.getByRole('textbox', { name: 'max_tokens', exact: true }).fill('77')
  await page.getByRole('tab', { name: 'Code' }).click()
  await page.getByRole('button', { name: 'Compare with an earlier run' }).click()
  const difference = page.getByRole('region', { name: 'Diff against an earlier run' })
  await difference.getByRole('combobox', { name: 'Earlier run' }).click()
  await page.getByRole('option', { name: /regular expression/ }).click()

  await expect(difference.locator('ins').filter({ hasText: '77' })).toBeVisible()
  await expect(difference.locator('del').filter({ hasText: '256' })).toBeVisible()
})

test('B12 a shared link opens the request, runs nothing, and is removed from the URL at the first edit', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openExample(page)
  const link = await copyLink(page)
  const runs: string[] = []
  const other = await context.newPage()
  other.on('request', request => void (request.url().includes('/api/run/') && runs.push(request.url())))
  await other.goto(link)

  await expect(other.getByText('Opened from a link. Nothing has run.')).toBeVisible()
  await expect(other.getByText('Write a TypeScript regular expression').first()).toBeVisible()
  expect(new URL(other.url()).hash).toMatch(/^#v1\./)
  await other.getByRole('textbox', { name: 'max_tokens', exact: true }).fill('99')
  await expect.poll(() => new URL(other.url()).hash).toBe('')
  expect(runs).toEqual([])
})

test('B15 a pasted curl fills the form without its key', async ({ page }) => {
  await openPlayground(page, '/chat')
  const field = page.getByRole('textbox', { name: 'curl command' })
  await field.fill(
    `curl https://api.example/v1/chat/completions -H 'Authorization: Bearer sk-abcdefghijklmnop' --compressed-ssh -d '{"model":"scripted/echo","messages":[{"role":"user","content":"from a curl"}]}'`,
  )
  await page.getByRole('button', { name: 'Import' }).click()

  await expect(page.getByText('from a curl').first()).toBeVisible()
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await expect(page.getByRole('region', { name: 'request body' })).not.toContainText('sk-abcdefghijklmnop')
})

test('B17 the palette mirrors the buttons and restores the focus', async ({ page }) => {
  await openPlayground(page, '/chat')
  await page.getByRole('button', { name: 'History' }).focus()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /Search commands/ }).fill('call a tool')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'History' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /Search commands/ }).fill('call a tool')
  await expect(page.getByRole('option').first()).toContainText(/call a tool/i)
  await page.keyboard.press('Enter')

  await expect(page.getByText('What is the weather in Lisbon right now?').first()).toBeVisible()
})

test('single keys switch tabs outside of fields, and can be turned off', async ({ page }) => {
  await openPlayground(page, '/chat')
  await page.keyboard.press('Escape')
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/tab=wire/)
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: /Single-key shortcuts/ }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('3')
  await expect(page).toHaveURL(/tab=wire/)
})

test('the server renders the page with its theme and pane sizes', async ({ page, request }) => {
  await openPlayground(page, '/chat')
  await page.getByRole('button', { name: 'Theme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  await page.keyboard.press('ControlOrMeta+.')
  await expect(page.getByRole('region', { name: 'Request' })).toBeHidden()
  const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const html = await (await request.get('/chat', { headers: { cookie: cookies } })).text()

  expect(html).toContain('data-theme="dark"')
  expect(html).toMatch(/<section id="request"[^>]*data-open="false"/)
})

test('the Code tab creates a key that works at once', async ({ page, server }) => {
  await page.goto('/chat?tab=code')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  const key = (await dialog.getByText(/^sxt_\w{36}$/).textContent()) ?? ''
  const answered = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted/echo', messages: [{ role: 'user', content: 'hello' }] }),
  })

  expect(answered.status).toBe(200)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: /^Snippet/ })).not.toContainText(key)
})

test('pages have the security policy, error pages too, and a foreign host name gets no page', async ({
  request,
}) => {
  for (const path of ['/chat', '/there-is-no-such-page']) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic';/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  }
  const foreign = await request.get('/chat', { headers: { host: 'evil.example' } })
  expect(foreign.status()).toBe(403)
})

const budgets = [
  ...Object.values(capabilities).map(({ path }) => [path, 240] as const),
  ['/team/keys', 220] as const,
  ['/reference/chat', 220] as const,
  ['/docs/api', 220] as const,
]
for (const [path, budget] of budgets) {
  test(`the first load of ${path} is at most ${budget} KB of script, gzipped`, async ({ request }) => {
    // Otherwise `/library` is an API call.
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    // Scripts that the page itself names: after hydration it loads more. Browsers skip `nomodule` scripts.
    const named = html
      .replaceAll(/<script[^>]*\bnomodule\b[^>]*>/gi, '')
      .match(/\/_next\/static\/[\w./~-]+\.js/g)
    const sizes = await Promise.all(
      [...new Set(named)].map(
        async url => gzipSync(await (await request.get(url)).body(), { level: 6 }).length,
      ),
    )
    const kilobytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024
    test.info().annotations.push({ type: 'first-load', description: `${kilobytes.toFixed(1)} KB` })

    expect(kilobytes).toBeGreaterThan(100)
    expect(kilobytes).toBeLessThanOrEqual(budget)
  })
}

test('without sign-in, the page of members says how to turn it on', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page.getByText('Sign-in is off')).toBeVisible()
  await expect(page.getByLabel('Commands that start team mode')).toContainText('SEXTANT_AUTH=team')
  await expectNoViolations(page)
})
