import { ask, lastAnswer, liveRegion, messageBox, openChat, send } from './support/chat-page.ts'
import { expect, test } from './support/server.ts'

test('C1, C4: a response streams word by word, with metrics and live region announcements', async ({
  page,
  upstream,
}) => {
  const looked = Promise.withResolvers<void>()
  upstream.on('slow', {
    kind: 'answer',
    text: Array.from({ length: 30 }, (_, index) => `word${index} `),
    wait: { beforeEvent: 10, until: looked.promise },
    delayMs: 20,
  })
  await openChat(page, 'scripted/slow')

  await send(page, 'Tell me a story')

  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'true')
  await expect(lastAnswer(page)).toContainText('word3')
  await expect(liveRegion(page)).toHaveText('Answer started')
  await expect(lastAnswer(page)).not.toContainText('word29')
  looked.resolve()
  await expect(lastAnswer(page)).toContainText('word29')
  await expect(liveRegion(page)).toHaveText(/^Answer finished, \d+ tokens, \d+\.\d seconds$/)
  await expect(page.getByLabel('Run metrics')).toContainText(
    /TTFT \d+ ms.*total [\d.,]+ m?s.*\d+ → \d+ tokens.*[\d.]+ tok\/s/,
  )
})

test('C1: Stop keeps the text, aborts the upstream, and the response can continue', async ({
  page,
  upstream,
}) => {
  upstream.on('endless', { kind: 'answer', text: Array.from({ length: 500 }, () => 'and on '), delayMs: 30 })
  await openChat(page, 'scripted/endless')
  await send(page, 'Go')
  await expect(lastAnswer(page)).toContainText('and on and on')

  await page.keyboard.press('Escape')

  await expect(lastAnswer(page)).toContainText('Stopped')
  await expect(lastAnswer(page)).toContainText('and on and on')
  await expect(liveRegion(page)).toHaveText('Stopped')
  const sent = await upstream.seen(request => request.json?.model === 'endless')
  await expect.poll(() => sent.abortedAt).not.toBeNull()

  upstream.on('endless', { kind: 'answer', text: 'to the end.' })
  await lastAnswer(page).getByRole('button', { name: 'Continue' }).click()
  await expect(lastAnswer(page)).toContainText('to the end.')
  const roles = upstream.requests.at(-1)?.json?.messages?.map(({ role }) => role)
  expect(roles).toEqual(['user', 'assistant', 'user'])
})

test('C1: an error is added below the partial text, and Retry sends the request again', async ({
  page,
  upstream,
}) => {
  upstream.on('breaks', {
    kind: 'answer',
    text: ['Half ', 'an ', 'answer '],
    after: { events: 3, end: 'cut' },
  })
  await openChat(page, 'scripted/breaks')

  await send(page, 'Hi')

  const card = lastAnswer(page).getByRole('alert')
  await expect(card).toContainText('Answer interrupted')
  await expect(lastAnswer(page)).toContainText('Half an')
  await expect(liveRegion(page)).toHaveText(/^Failed: /)

  upstream.on('breaks', { kind: 'answer', text: 'Whole.' })
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(lastAnswer(page)).toContainText('Whole.')
  await expect(lastAnswer(page)).toContainText('2/2')
})

test('C2: regenerating, editing and deleting keep every branch', async ({ page, upstream }) => {
  await openChat(page, 'scripted/echo')
  await ask(page, 'One')

  upstream.next({ kind: 'answer', text: 'Another answer' })
  await lastAnswer(page).getByRole('button', { name: 'Regenerate as a branch' }).click()
  await expect(lastAnswer(page)).toContainText('Another answer')
  await lastAnswer(page).getByRole('button', { name: 'Previous branch' }).click()
  await expect(lastAnswer(page)).toContainText('You said: One')
  await expect(lastAnswer(page)).toContainText('1/2')

  await page.getByRole('button', { name: 'Edit the user message' }).click()
  await page.getByLabel('Text of the user message').fill('Two')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(lastAnswer(page)).toContainText('You said: Two')
  await expect(page.getByRole('button', { name: 'Edit the user message' })).toBeFocused()

  const user = page.locator('[data-field="messages.0"]')
  await user.getByRole('button', { name: 'Previous branch' }).click()
  await expect(lastAnswer(page)).toContainText('You said: One')

  await page.getByRole('button', { name: 'Delete the assistant message' }).click()
  await expect(lastAnswer(page)).toContainText('Another answer')
})

test('C7: system text, parameters and variables are sent; a missing variable stops Run and is named', async ({
  page,
  upstream,
}) => {
  await openChat(page, 'scripted/echo')
  await page.getByLabel('System').fill('Answer in {{language}}.')
  await page.getByLabel('temperature').last().fill('0.4')
  await page.keyboard.press('Tab')
  const before = upstream.requests.length

  await send(page, 'Hi')

  await expect(page.getByText('Set a value for {{language}}')).toBeVisible()
  expect(upstream.requests).toHaveLength(before)
  await page.getByLabel('Value of language').fill('Danish')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(lastAnswer(page)).toContainText('You said: Hi')
  expect(upstream.requests.at(-1)?.json).toMatchObject({
    temperature: 0.4,
    messages: [
      { role: 'system', content: 'Answer in Danish.' },
      { role: 'user', content: 'Hi' },
    ],
  })
})

test('C8: reasoning is collapsed with its duration, code is highlighted and can be copied, raw text shows the source', async ({
  page,
  upstream,
}) => {
  upstream.on('thinker', {
    kind: 'answer',
    reasoning: 'First I think.',
    text: ['Use **this**:\n\n', '```ts\nconst a: number = 1\n```\n'],
    delayMs: 30,
  })
  await openChat(page, 'scripted/thinker')

  const answer = await ask(page, 'How?')

  await expect(answer.getByText(/Reasoned for \d+ ms/)).toBeVisible()
  await expect(answer.getByText('First I think.')).toBeHidden()
  await answer.getByText(/Reasoned for/).click()
  await expect(answer.getByText('First I think.')).toBeVisible()
  await expect(answer.locator('strong')).toHaveText('this')
  const keyword = answer.locator('pre span', { hasText: /^const$/ })
  await expect(keyword).toHaveAttribute('style', /color/)
  await expect(answer.getByRole('button', { name: 'Copy code' })).toBeVisible()
  await answer.getByRole('button', { name: 'Raw text' }).click()
  await expect(answer.getByText('Use **this**:')).toBeVisible()
})

test('C24: an excluded message is saved but not sent', async ({ page, upstream }) => {
  await openChat(page, 'scripted/echo')
  await ask(page, 'Secret')
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByRole('button', { name: 'Exclude message: keep it without sending' }).first().click()

  await ask(page, 'Next')

  const said = upstream.requests.at(-1)?.json?.messages?.map(({ content }) => content)
  expect(said).toEqual(['You said: Secret', 'Next'])
  await expect(messages.getByText('Excluded')).toHaveCount(1)
})

test('B1: the bytes that the API got are those in the HTTP tab, and the draft of the run', async ({
  page,
  upstream,
}) => {
  await openChat(page, 'scripted/echo')
  await ask(page, 'Grüße "quoted" \\ 日本 🙂')

  await page.getByRole('tab', { name: 'HTTP' }).click()

  const sent = JSON.parse(upstream.requests.at(-1)?.body.toString() ?? '{}') as { messages: unknown }
  const shown = page.getByRole('tabpanel', { name: 'HTTP' })
  await expect(shown).toContainText('Grüße')
  expect(sent.messages).toEqual([{ role: 'user', content: 'Grüße "quoted" \\ 日本 🙂' }])
  await expect(page.getByText('Result of an earlier request')).toBeHidden()
  await page.getByRole('tab', { name: 'Conversation' }).click()
  await messageBox(page).fill('changed')
  await expect(page.getByText('Result of an earlier request')).toBeVisible()
})

test('B15: a curl pasted into the composer becomes the request; its key is dropped and nothing runs', async ({
  page,
  upstream,
}) => {
  await openChat(page, 'scripted/echo')
  const body = {
    model: 'scripted/echo',
    messages: [{ role: 'user', content: 'From a curl' }],
    temperature: 0.3,
  }
  const before = upstream.requests.length
  const paste = (command: string) =>
    messageBox(page).evaluate((box, text) => {
      const data = new DataTransfer()
      data.setData('text/plain', text)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, command)

  await paste('curl --location')
  await expect(page.getByText('The command has no URL.')).toBeVisible()
  await expect(messageBox(page)).toHaveValue('curl --location')
  await messageBox(page).fill('')
  await paste(
    `curl https://api.example/v1/chat/completions -H 'Authorization: Bearer sk-secret' -d '${JSON.stringify(body)}'`,
  )

  await expect(page.getByText('The API key in the command was removed')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Messages' }).filter({ hasText: 'From a curl' }),
  ).toBeVisible()
  await expect(messageBox(page)).toHaveValue('')
  expect(upstream.requests).toHaveLength(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Messages' }).filter({ hasText: 'From a curl' })).toHaveCount(
    0,
  )
})

test('formulas are typeset, and amounts of money, code and tables stay', async ({ page, upstream }) => {
  upstream.on('tex', {
    kind: 'answer',
    text: [
      'The roots are \\(x = \\frac{-b',
      ' \\pm \\sqrt{b^2-4ac}}{2a}\\).\n\n\\[\n\\int_0^1 x^2\\,dx = \\tfrac13\n\\]\n\n',
      'It costs $5 and $6.\n\n| Name | Value |\n|---|---:|\n| area | $\\pi r^2$ |\n\n`$x$` stays code.',
    ],
  })
  await openChat(page, 'scripted/tex')

  const answer = await ask(page, 'Solve it')

  await expect(answer.locator('.katex')).toHaveCount(3)
  await expect(answer.locator('math').first()).toContainText('b')
  await expect(answer.getByRole('group', { name: 'Formula' })).toHaveCount(1)
  await expect(answer).toContainText('It costs $5 and $6.')
  await expect(answer.getByRole('cell').last().locator('.katex')).toBeVisible()
  await expect(answer.getByText('$x$', { exact: true })).toBeVisible()
  await expect(answer).not.toContainText('\uE0A1')
  const family = await answer
    .locator('.katex')
    .first()
    .evaluate(element => getComputedStyle(element).fontFamily)
  expect(family).toContain('KaTeX')
  await page.reload()
  await expect(lastAnswer(page).locator('.katex')).toHaveCount(3)
})
