import { ask, lastAnswer, openChat } from './support/chat-page.ts'
import { expect, test } from './support/server.ts'

const twoCalls = {
  kind: 'answer',
  toolCalls: [
    { name: 'get_weather', arguments: { city: 'Lisbon' } },
    { name: 'get_weather', arguments: { city: 'Porto' } },
  ],
} as const

test('C6, C21: calls are answered by hand or by a saved mock, ids are preserved, rounds are counted', async ({
  page,
  upstream,
}) => {
  await openChat(page, 'scripted/tooler')
  await page.getByRole('button', { name: 'Add tool' }).click()
  const tools = page.getByRole('region', { name: 'Tools' })
  await tools.getByLabel('Name').fill('get_weather')
  await tools.getByLabel('Description').fill('Current weather of a city')
  await tools.getByLabel('Saved mock').fill('{"temperature":17}')
  upstream.on('tooler', twoCalls)

  await ask(page, 'Is it warmer in Lisbon or in Porto?')
  const first = page.getByRole('article').first()

  expect(upstream.requests.at(-1)?.json?.tools).toMatchObject([{ function: { name: 'get_weather' } }])
  const [lisbon, porto] = [
    first.getByLabel('Answer to get_weather').first(),
    first.getByLabel('Answer to get_weather').last(),
  ]
  await expect(first).toContainText('2 of 2 calls unanswered · round 1')
  await lisbon.fill('{"temperature":')
  await expect(first).toContainText('Not JSON; sent as plain text')
  await lisbon.fill('{"temperature":21}')
  await first.getByRole('button', { name: 'Use saved mock' }).last().click()
  await expect(porto).toHaveValue('{"temperature":17}')

  const before = upstream.requests.length
  await first.getByRole('button', { name: 'Continue' }).click()
  await expect(lastAnswer(page)).toContainText('round 2')
  await expect(first).toContainText('answered by hand')
  await expect(first).toContainText('saved mock')
  expect(upstream.requests).toHaveLength(before + 1)

  const messages = upstream.requests.at(-1)?.json?.messages as unknown as {
    role: string
    content: string | null
    tool_calls?: { id: string }[]
    tool_call_id?: string
  }[]
  const ids = messages[1]?.tool_calls?.map(({ id }) => id)
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool'])
  expect(messages.slice(2).map(each => each.tool_call_id)).toEqual(ids)
  expect(messages.slice(2).map(({ content }) => content)).toEqual([
    '{"temperature":21}',
    '{"temperature":17}',
  ])
})

test('C6: a response is validated against the requested schema, and the failing path is shown', async ({
  page,
  upstream,
}) => {
  upstream.on('filler', { kind: 'answer', text: '{"name":"Ada","age":200}' })
  await openChat(page, 'scripted/filler')
  await page.getByRole('button', { name: /^Structured output/ }).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  const failures = page.getByRole('list', { name: 'Schema violations' })

  await expect(failures).toContainText('age')
  await expect(failures).toContainText('email')

  upstream.on('filler', { kind: 'answer', text: '{"name":"Ada","age":36,"email":"ada@example.com"}' })
  await lastAnswer(page).getByRole('button', { name: 'Regenerate as a branch' }).click()
  await expect(page.getByText('Matches the schema')).toBeVisible()
})
