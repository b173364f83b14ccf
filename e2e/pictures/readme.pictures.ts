import { statSync } from 'node:fs'
import path from 'node:path'
import { ask, openChat } from '#e2e/support/chat-page.ts'
import { expect } from '#e2e/support/server.ts'
import { freeze } from './freeze.ts'
import { chatModel, test } from './pictures-server.ts'
import { weekdayAnswer, weekdayQuestion } from './weekday.ts'

const picture = path.resolve(import.meta.dirname, '../../docs/pictures/console.png')
const sizeBytesMax = 300_000

test('the picture of the README shows the console of today', async ({ page, upstream }) => {
  upstream.on('echo', { kind: 'answer', text: weekdayAnswer })
  await openChat(page, chatModel)
  await page.getByLabel('System').fill('You are a concise senior engineer.')
  await ask(page, weekdayQuestion)
  // The last colors of the code arrive after the answer.
  await expect(page.locator('pre span[style]').first()).toBeVisible()
  await page.mouse.move(0, 0)
  await freeze(page)

  await page.screenshot({ path: picture, animations: 'disabled', caret: 'hide' })

  expect(statSync(picture).size).toBeLessThanOrEqual(sizeBytesMax)
})
