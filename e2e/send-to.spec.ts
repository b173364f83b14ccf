import { ask, lastAnswer, openChat } from './support/chat-page.ts'
import { openEmbeddings, textsBox } from './support/embeddings-page.ts'
import { origin, pickModel, sendTo } from './support/handoffs.ts'
import { expect, test } from './support/server.ts'
import { openRerank } from './support/rerank-page.ts'

const texts = [
  'The moon moves the tides.',
  'Bread needs salt.',
  'Tides follow the moon around the earth.',
  'A violin has four strings.',
]

test('texts are sent from embeddings to a ranking to a chat, and each step links back', async ({
  page,
  upstream,
}) => {
  await openEmbeddings(page, 'scripted/any')
  await textsBox(page).fill(texts.join('\n'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await sendTo(page, /^Send all to$/, 'Rerank')

  await expect(origin(page)).toContainText('4 texts from Embeddings')
  await pickModel(page, 'scripted/any')
  const before = upstream.requests.length
  await page.getByRole('textbox', { name: 'Query' }).fill('moon tides')
  expect(upstream.requests).toHaveLength(before)
  await page.keyboard.press('ControlOrMeta+Enter')
  await sendTo(page, /^Send .*to$/, 'Chat')

  await expect(origin(page)).toContainText('from Rerank')
  await pickModel(page, 'scripted/echo')
  expect(upstream.requests).toHaveLength(before + 1)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(lastAnswer(page)).toContainText('[1] The moon moves the tides.')
  await expect(lastAnswer(page)).toContainText('moon tides')

  await origin(page).getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/rerank$/)
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue('moon tides')
  await expect(page.getByText('The moon moves the tides.').last()).toBeVisible()
  await origin(page).getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/embeddings$/)
  await expect(page.getByRole('textbox', { name: /^Texts/ })).toHaveValue(texts.join('\n'))
  expect(upstream.requests).toHaveLength(before + 2)
})

test('a handoff replaces the draft, lists skipped parts, and can be undone', async ({ page }) => {
  await openRerank(page, 'scripted/any')
  await page.getByRole('textbox', { name: 'Query' }).fill('mine')
  await openEmbeddings(page, 'scripted/any')
  await textsBox(page).fill([...texts, 'Bread needs salt.'].join('\n'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await sendTo(page, /^Send all to$/, 'Rerank')
  await expect(origin(page)).toContainText('Skipped: 1 duplicate.')

  await origin(page).getByRole('button', { name: 'Undo' }).click()

  await expect(origin(page)).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue('mine')
})

test('an answer is sent to embeddings from the palette, and the history records its origin', async ({
  page,
}) => {
  await openChat(page, 'scripted/echo')
  await ask(page, 'First thought.\n\nSecond thought.')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: /^Search commands/ }).fill('send answer')
  await page.getByRole('option', { name: 'Send answer to Embeddings' }).click()

  await expect(page).toHaveURL(/\/embeddings$/)
  await expect(origin(page)).toContainText('1 answer from Chat')
  await pickModel(page, 'scripted/any')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('button', { name: /^Send all to$/ })).toBeEnabled()

  await origin(page).getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(lastAnswer(page)).toContainText('Second thought.')
})

test('a URL with an expired handoff shows an error and changes nothing', async ({ page }) => {
  await page.goto('/rerank?parcel=0123456789abcdef')

  await expect(page.getByText('Sent items not found')).toBeVisible()
  await expect(page).toHaveURL(/\/rerank$/)
  await expect(origin(page)).toBeHidden()
})
