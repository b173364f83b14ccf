import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from './support/axe.ts'
import { ask, lastAnswer, liveRegion, openChat, send } from './support/chat-page.ts'
import { showRequest } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'
import { copyLink } from './support/share.ts'

// Loads a real model on a machine that may be busy.
test.describe.configure({ timeout: 240_000 })

const patient = { timeout: 80_000 }

function formatChoice(page: Page): Locator {
  return page.locator('#request').getByRole('group', { name: 'Send as' })
}

/** By keyboard: the arrow selects the next format. */
async function sendAsResponses(page: Page): Promise<void> {
  await showRequest(page)
  await formatChoice(page).getByRole('radio', { name: 'Chat' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(formatChoice(page).getByRole('radio', { name: 'Responses' })).toBeChecked()
}

test('a chat is sent to /v1/responses, answered by the embedded model, and replayed from the log', async ({
  page,
}) => {
  await openChat(page, 'local/qwen2.5-coder-0.5b-instruct')
  await page.getByRole('textbox', { name: 'temperature', exact: true }).fill('0')
  await sendAsResponses(page)
  const format = page.getByRole('region', { name: 'API format' })
  await expect(format.getByRole('status')).toContainText('Run calls POST /v1/responses.')
  await page.getByRole('textbox', { name: 'max_tokens', exact: true }).fill('60')
  await page.getByText('More parameters').click()
  await page.getByRole('textbox', { name: 'seed', exact: true }).fill('7')
  await expect(format.getByRole('status')).toContainText('The Responses API has no seed; not sent.')
  await expectNoViolations(page)

  await send(page, 'What is the capital of France?')

  await expect(liveRegion(page)).toHaveText(
    /^(Answer finished|Cut off at the token limit), \d+ tokens, /,
    patient,
  )
  await expect(lastAnswer(page)).toContainText('Paris')
  await expect(page.getByLabel('Run metrics')).toContainText(/\d+ → \d+ tokens/)
  await expect(page.getByText('from an earlier request')).toHaveCount(0)

  await page.getByRole('tab', { name: 'HTTP' }).click()
  const http = page.getByRole('tabpanel', { name: 'HTTP' })
  await expect(http).toContainText('/v1/responses')
  await expect(http).toContainText('response.completed')

  await page.getByRole('tab', { name: 'Code' }).click()
  const code = page.getByRole('tabpanel', { name: 'Code' })
  await code.getByRole('radio', { name: 'TypeScript' }).check({ force: true })
  await expect(code).toContainText('client.responses.create')
  await code.getByRole('radio', { name: 'Python' }).check({ force: true })
  await expect(code).toContainText('from openai import OpenAI')
  await code.getByRole('radio', { name: 'curl' }).check({ force: true })
  await expect(code).toContainText('/v1/responses')
  await page.getByRole('tab', { name: 'Conversation' }).click()

  await page.getByRole('link', { name: /^req_/ }).first().click()
  await page.getByRole('button', { name: 'Replay in Chat' }).click()

  await expect(page.getByText('Request opened from the log. Nothing has run.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('What is the capital of France?')
  await showRequest(page)
  await expect(formatChoice(page).getByRole('radio', { name: 'Responses' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'max_tokens', exact: true })).toHaveValue('60')
})

test('reasoning, tool calls and their answers go through the Responses API, round by round', async ({
  page,
  upstream,
}) => {
  await openChat(page, 'scripted/agent')
  await page.getByRole('button', { name: 'Add tool' }).click()
  await page.getByRole('region', { name: 'Tools' }).getByLabel('Name').fill('get_weather')
  await sendAsResponses(page)
  const sent: { path: string; body: { input: unknown[] } }[] = []
  page.on('request', request => {
    if (!request.url().includes('/api/run/v1/')) return
    sent.push({
      path: new URL(request.url()).pathname,
      body: request.postDataJSON() as { input: unknown[] },
    })
  })
  const toolCalls = [{ name: 'get_weather', arguments: { city: 'Lisbon' } }]
  upstream.on('agent', { kind: 'answer', reasoning: 'I look it up.', toolCalls })

  await ask(page, 'Is it warm in Lisbon?')
  const first = page.getByRole('article').first()
  await expect(first).toContainText('1 of 1 call unanswered · round 1')
  await first.getByLabel('Answer to get_weather').fill('21 degrees')
  upstream.on('agent', { kind: 'answer', text: 'It is warm.' })
  await first.getByRole('button', { name: 'Continue' }).click()

  await expect(lastAnswer(page)).toContainText('It is warm.')
  expect(sent.map(({ path }) => path)).toEqual(['/api/run/v1/responses', '/api/run/v1/responses'])
  expect(sent[1]?.body).toMatchObject({
    store: false,
    input: [
      { role: 'user', content: 'Is it warm in Lisbon?' },
      { type: 'function_call', name: 'get_weather', arguments: JSON.stringify({ city: 'Lisbon' }) },
      { type: 'function_call_output', output: '21 degrees' },
    ],
  })
})

test('an error of the Responses API and a broken stream are shown with their code', async ({
  page,
  upstream,
}) => {
  upstream.on('refused', { kind: 'error', status: 400 })
  upstream.on('broken', { kind: 'answer', text: 'one two three four', after: { events: 3, end: 'cut' } })
  await openChat(page, 'scripted/refused', 'scripted/broken')
  await sendAsResponses(page)
  await page.getByRole('button', { name: '2 · broken' }).click()
  await sendAsResponses(page)

  await send(page, 'Hi')

  const columns = page.getByRole('region', { name: /^Column \d$/ })
  await expect(columns.first().getByRole('alert')).toContainText('400 · ')
  await expect(columns.last()).toContainText('one')
  await expect(columns.last().getByRole('alert')).toContainText('server_error')
})

test('columns of three formats run together, and survive a reload and a link', async ({
  page,
  context,
  upstream,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openChat(page, 'scripted/echo', 'scripted/echo', 'scripted/echo')
  await sendAsResponses(page)
  await page.getByRole('button', { name: '2 · echo' }).click()
  await formatChoice(page).getByRole('radio', { name: 'Messages' }).check({ force: true })
  const before = upstream.requests.length

  await send(page, 'Good morning')

  await expect(liveRegion(page)).toHaveText(
    /1 · echo · Responses: Answer finished.* 2 · echo · Messages: Answer finished.* 3 · echo: Answer finished/,
  )
  expect(upstream.requests).toHaveLength(before + 3)
  await page.reload()
  await expect(page.getByRole('button', { name: '1 · echo · Responses' })).toBeVisible()
  const columns = page.getByRole('region', { name: /^Column \d$/ })
  await expect(columns.first()).toContainText('Good morning')
  const link = await copyLink(page)
  await page.goto('about:blank')
  await page.goto(link)
  await expect(page.getByText('Opened from a link. Nothing has run.')).toBeVisible()
  await showRequest(page)
  // The active column comes first.
  await expect(page.getByRole('button', { name: '1 · echo · Messages' })).toBeVisible()
  await expect(page.getByRole('button', { name: '2 · echo · Responses' })).toBeVisible()
  await expect(page.getByRole('button', { name: '3 · echo', exact: true })).toBeVisible()
})

test.describe('a format that cannot be loaded', () => {
  test.use({ expectedErrors: [/Failed to load resource|ERR_FAILED|chunk/i] })

  test('is named with what to do, and loads with the next attempt', async ({ page }) => {
    await openChat(page, 'scripted/echo')
    await ask(page, 'Hello')
    await page.route('**/_next/static/chunks/**', route => route.abort())

    await sendAsResponses(page)

    const request = page.locator('#request')
    await expect(request.getByRole('alert')).toContainText('The Responses format could not be loaded.')
    await page.unroute('**/_next/static/chunks/**')
    await request.getByRole('button', { name: 'Try again' }).click()
    await expect(request).toContainText('/v1/responses')
    await expect(request.getByRole('alert')).toHaveCount(0)

    await ask(page, 'Good morning')
    await expect(lastAnswer(page)).toContainText('Good morning')
  })
})
