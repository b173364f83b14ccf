import { ask, lastAnswer, openChat } from './support/chat-page.ts'
import { expect, test } from './support/server.ts'
import { recordMarkup } from './support/record-markup.ts'

test('C22: the recorded events of an answer are replayed in Result, one by one or at original speed', async ({
  page,
  upstream,
}) => {
  upstream.on('tale', {
    kind: 'answer',
    text: Array.from({ length: 20 }, (_, index) => `word${index} `),
    delayMs: 30,
  })
  await openChat(page, 'scripted/tale')
  await ask(page, 'Tell me')
  const runs: string[] = []
  page.on('request', request => void (request.url().includes('/api/run/') && runs.push(request.url())))
  await page.getByRole('tab', { name: 'HTTP' }).click()

  const slider = page.getByRole('slider', { name: 'Events shown in the result' })
  await slider.fill('5')
  await page.getByRole('tab', { name: 'Conversation' }).click()
  const replay = page.getByRole('tabpanel', { name: 'Conversation' }).getByRole('region', { name: 'Replay' })
  await expect(lastAnswer(page)).toContainText('word3')
  await expect(lastAnswer(page)).not.toContainText('word4')
  await replay.getByRole('button', { name: 'Next event' }).click()
  await expect(lastAnswer(page)).toContainText('word4')
  await expect(lastAnswer(page)).not.toContainText('word5')

  const answers = await recordMarkup(lastAnswer(page))
  const controls = await recordMarkup(replay)
  await replay.getByRole('button', { name: 'Replay at 1×' }).click()
  await expect(lastAnswer(page)).toContainText('word19')
  const lengths = (await answers()).map(markup => markup.match(/word\d+/g)?.length)
  expect(new Set(lengths).size).toBeGreaterThan(3)
  expect((await controls()).join('\n')).toContain('Pause')

  await slider.fill('3')
  await replay.getByRole('button', { name: 'Show full answer' }).click()
  await expect(replay).toBeHidden()
  await expect(lastAnswer(page)).toContainText('word19')
  expect(runs).toEqual([])
})
