import type { Page } from '@playwright/test'
import { lastAnswer, liveRegion, openChat, send } from './support/chat-page.ts'
import { expect, test } from './support/server.ts'

// Loads a real model and calls it many times, on a machine that may be busy.
test.describe.configure({ timeout: 240_000 })

const model = 'local/qwen2.5-coder-0.5b-instruct'
// A real model on a machine that may be busy.
const patient = { timeout: 80_000 }

/** The output of a small model varies; at temperature 0 it is deterministic. */
async function alwaysTheSame(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'temperature', exact: true }).fill('0')
}

test('the first question of a first start is answered by the embedded model, with no key and no server', async ({
  page,
}) => {
  await openChat(page)
  // A model is already selected; this server has a provider besides the embedded models.
  await openChat(page, model)
  await alwaysTheSame(page)

  await send(page, 'What is the capital of France?')

  await expect(liveRegion(page)).toHaveText(
    /^(Answer finished|Cut off at the token limit), \d+ tokens, /,
    patient,
  )
  await expect(lastAnswer(page)).toContainText('Paris')
  await expect(page.getByLabel('Run metrics')).toContainText(/\d+ → \d+ tokens/)
})

test('the embedded model is stopped in the middle of an answer', async ({ page }) => {
  await openChat(page, model)
  await alwaysTheSame(page)
  await send(page, 'Write a story about a lighthouse in ten long paragraphs.')
  await expect(lastAnswer(page)).toContainText('lighthouse', patient)

  await page.getByRole('button', { name: /^Stop/ }).click()

  await expect(lastAnswer(page)).toContainText('Stopped')
})

test('an image for the embedded model is rejected with the API’s message', async ({ page }) => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await openChat(page, model)
  await page
    .getByLabel('Files to attach')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })

  await send(page, 'What is this?')

  await expect(lastAnswer(page).getByRole('alert')).toContainText('400 · unsupported_parameter', patient)
})
