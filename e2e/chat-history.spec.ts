import { ask, savedInHistory, lastAnswer, messageBox, openChat, send } from './support/chat-page.ts'
import { expect, test } from './support/server.ts'
import { copyLink } from './support/share.ts'

test('B11: a reload or the history restores a conversation with its branches and HTTP tab', async ({
  page,
  upstream,
}) => {
  await openChat(page, 'scripted/echo')
  await ask(page, 'First question')
  await lastAnswer(page).getByRole('button', { name: 'Regenerate as a branch' }).click()
  await expect(lastAnswer(page)).toContainText('2/2')
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
  await messageBox(page).fill('Not sent yet')
  await savedInHistory(page, 'Not sent yet')
  const before = upstream.requests.length

  await page.reload()

  await expect(lastAnswer(page)).toContainText('You said: First question')
  await expect(lastAnswer(page)).toContainText('2/2')
  await expect(messageBox(page)).toHaveValue('Not sent yet')
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await expect(page.getByRole('tabpanel', { name: 'HTTP' })).toContainText('chat.completion.chunk')

  await page.getByRole('button', { name: 'New chat' }).click()
  await page.getByRole('tab', { name: 'Conversation' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('dialog').getByText('First question').first().click()
  await expect(lastAnswer(page)).toContainText('2/2')
  expect(upstream.requests).toHaveLength(before)
})

test('a reload during a response keeps the partial text as interrupted, with Retry', async ({
  page,
  upstream,
}) => {
  upstream.on('long', {
    kind: 'answer',
    text: Array.from({ length: 400 }, (_, index) => `word${index} `),
    delayMs: 30,
  })
  await openChat(page, 'scripted/long')
  await send(page, 'Go')
  await expect(lastAnswer(page)).toContainText('word40')

  await page.reload()

  await expect(lastAnswer(page)).toContainText('word3')
  await expect(lastAnswer(page).getByRole('alert')).toContainText(
    'You left the page before the response was complete',
  )
  upstream.on('long', { kind: 'answer', text: 'Whole.' })
  await lastAnswer(page).getByRole('button', { name: 'Retry' }).click()
  await expect(lastAnswer(page)).toContainText('Whole.')
})

test('B12: a link opens the same request without running it; a second link leaves the chat in the history', async ({
  page,
  context,
  upstream,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openChat(page, 'scripted/echo')
  await page.getByLabel('System').fill('From a link')
  await messageBox(page).fill('Linked question')
  const fragment = new URL(await copyLink(page)).hash
  await page.getByRole('button', { name: 'New chat' }).click()
  await page.getByLabel('System').fill('')
  await ask(page, 'Something else')
  const before = upstream.requests.length

  await page.evaluate(hash => {
    location.hash = hash
  }, fragment)

  await expect(page.getByLabel('System')).toHaveValue('From a link')
  await expect(
    page.getByRole('region', { name: 'Messages' }).filter({ hasText: 'Linked question' }),
  ).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  expect(upstream.requests).toHaveLength(before)
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByText('Something else').first()).toBeVisible()
})

test('C9: the conversation is saved as Markdown and the request as JSON, which opens again', async ({
  page,
}) => {
  await openChat(page, 'scripted/echo')
  await ask(page, 'Export me')

  const save = async (name: string) => {
    await page.getByRole('button', { name: 'More' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name, exact: true }).click(),
    ])
    await expect(page.getByRole('menu')).toBeHidden()
    return file.path()
  }
  const markdown = await save('Conversation (Markdown)')
  const request = await save('Request (JSON)')
  const { readFile } = await import('node:fs/promises')
  expect(await readFile(markdown, 'utf8')).toMatch(/## Assistant \(scripted\/echo\)[^]*TTFT \d+ ms/)

  await page.getByRole('button', { name: 'New chat' }).click()
  await page.getByLabel('Request file').setInputFiles(request)
  await expect(page.getByRole('region', { name: 'Messages' }).filter({ hasText: 'Export me' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})
