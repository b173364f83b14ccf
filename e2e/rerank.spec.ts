import { readFile } from 'node:fs/promises'
import { savedInHistory } from './support/chat-page.ts'
import { documentBox, fillRequest, openRerank, queryBox, rankedRows, run } from './support/rerank-page.ts'
import { expect, test } from './support/server.ts'
import { copyLink } from './support/share.ts'

const fruit = ['apples are red', 'bananas are yellow', 'cherries are red and small', 'dates are brown']
const query = 'red fruit'

test('R4, R5, R20: new rank, change as text, score; documents cut by top_n stay visible; sorting sends nothing', async ({
  page,
  upstream,
}) => {
  upstream.on('left', { kind: 'scores', scores: [0.25, 0.1, 0.9, 0.05] })
  await openRerank(page, 'scripted/left')
  await fillRequest(page, query, fruit)
  await page.getByRole('textbox', { name: 'top_n', exact: true }).fill('3')

  await run(page)

  const rows = rankedRows(page, 'scripted/left')
  await expect(rows).toContainText([
    /Rank 1, up 2 from 3\. Score 0\.900\..*cherries/,
    /Rank 2, down 1 from 1\. Score 0\.250\..*apples/,
    /Rank 3, down 1 from 2\. Score 0\.100\..*bananas/,
    /Input 4, not returned\..*dates/,
  ])
  await expect(page.getByText('1 not returned: top_n cutoff')).toBeVisible()
  await expect(page.getByText('3 of 4 returned', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Run metrics')).toContainText(/\d+ tokens1 search unit/)
  await expect(page.locator('output').filter({ hasText: '3 of 4 documents ranked' })).toBeAttached()

  const before = upstream.requests.length
  await page.getByRole('button', { name: 'Input', exact: true }).click()
  await expect(rows).toContainText([/apples/, /bananas/, /cherries/, /dates/])
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(rows.first()).toContainText('cherries')
  await expect(documentBox(page, 1)).toHaveValue('apples are red')
  expect(upstream.requests).toHaveLength(before)
})

test('j and k move between results, and type letters in a field', async ({ page }) => {
  await openRerank(page, 'scripted/any')
  await fillRequest(page, query, fruit)
  await run(page)
  const rows = rankedRows(page, 'scripted/any')
  await expect(rows.first()).toContainText('Rank 1')

  await page.keyboard.press('j')
  await expect(documentBox(page, 4)).toHaveValue('dates are brownj')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.first()).toBeFocused()
})

test('R22, R24: two models and keywords are compared with τ; a failed one can be retried alone', async ({
  page,
  upstream,
}) => {
  upstream.on('left', { kind: 'scores', scores: [0.9, 0.8, 0.7, 0.6] })
  upstream.on('right', { kind: 'error', status: 500 })
  await openRerank(page, 'scripted/left', 'scripted/right')
  await fillRequest(page, query, fruit)

  await run(page)

  const right = page.getByRole('region', { name: 'scripted/right', exact: true })
  await expect(right.getByRole('alert')).toBeVisible()
  await expect(rankedRows(page, 'scripted/left').first()).toContainText('Rank 1, stayed')
  upstream.on('right', { kind: 'scores', scores: [0.9, 0.6, 0.7, 0.8] })
  const asked = upstream.requests.length
  await right.getByRole('button', { name: 'Retry' }).click()
  await expect(rankedRows(page, 'scripted/right').nth(1)).toContainText('dates')
  expect(upstream.requests.slice(asked).map(({ json }) => json?.model)).toEqual(['right'])

  // Three of six document pairs are swapped, and the top two share one document.
  const agreement = page.getByRole('region', { name: 'Agreement' })
  await agreement.getByRole('textbox', { name: 'k', exact: true }).fill('2')
  await expect(agreement).toContainText('0.00 · 50%')
  await page.getByRole('button', { name: 'Disagreement' }).click()
  await expect(rankedRows(page, 'scripted/left').first()).toContainText('bananas')
  await expect(rankedRows(page, 'scripted/right').first()).toContainText('bananas')

  await page.getByRole('button', { name: 'Keywords' }).click()
  await page.getByRole('button', { name: 'Score', exact: true }).click()
  await expect(rankedRows(page, 'Keywords (BM25)').first()).toContainText('apples are red')
  await expect(agreement).toContainText('left ↔ right')
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await expect(page.getByRole('tabpanel', { name: 'HTTP' })).toContainText('scripted/right')
})

test('R22: a comparison proposes a ready model only, and says in place why a model is missing', async ({
  page,
  upstream,
}) => {
  const model = (id: string, state: string) => ({ id, object: 'model', type: 'rerank', state })
  await page.route('**/api/models', route =>
    route.fulfill({
      json: { data: [model('scripted/left', 'ready'), model('local/other', 'not_downloaded')] },
    }),
  )
  upstream.on('left', { kind: 'scores', scores: [0.9, 0.8, 0.7, 0.6] })
  await openRerank(page, 'scripted/left')
  await page.getByRole('button', { name: 'Compare' }).click()
  const compared = page.getByRole('group', { name: 'Compared models' })
  await expect(compared).toContainText('No other rerank model is ready.')
  await fillRequest(page, query, fruit)
  const asked = upstream.requests.length

  await run(page)

  await expect(rankedRows(page, 'scripted/left').first()).toContainText('Rank 1')
  expect(upstream.requests.slice(asked)).toHaveLength(1)
})

test('R22: a model without a ranking is named with its reason in every view', async ({ page, upstream }) => {
  upstream.on('left', { kind: 'scores', scores: [0.9, 0.8, 0.7, 0.6] })
  upstream.on('right', { kind: 'error', status: 500 })
  await openRerank(page, 'scripted/left', 'scripted/right')
  await fillRequest(page, query, fruit)
  await run(page)
  await expect(rankedRows(page, 'scripted/left').first()).toContainText('Rank 1')

  await page.getByRole('radio', { name: 'Judgments' }).check()

  const missing = page.getByRole('list', { name: 'Models without a ranking' })
  await expect(missing).toContainText(/^scripted\/right has no ranking: \S+/)
  await missing.getByRole('button', { name: 'Show' }).click()
  await expect(
    page.getByRole('region', { name: 'scripted/right', exact: true }).getByRole('alert'),
  ).toBeVisible()
})

test('R21: the threshold shows the documents above it, and copies exactly those', async ({
  page,
  context,
  upstream,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  upstream.on('left', { kind: 'scores', scores: [0.25, 0.1, 0.9, 0.05] })
  await openRerank(page, 'scripted/left')
  await fillRequest(page, query, fruit)
  await run(page)
  await expect(page.getByText('4 of 4 kept')).toBeVisible()

  await page.getByRole('slider', { name: 'Threshold' }).fill('0.25')

  await expect(page.getByText('2 of 4 kept').first()).toBeVisible()
  await expect(page.getByText('Below 0.25')).toBeVisible()
  await page.getByRole('button', { name: 'Copy 2 documents' }).click()
  await expect(page.getByText('2 documents copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'cherries are red and small\n\napples are red',
  )
})

test('R23: grades measure both models, and persist with run, reload, history and link', async ({
  page,
  context,
  upstream,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  upstream.on('left', { kind: 'scores', scores: [0.2, 0.3, 0.9, 0.1] })
  upstream.on('right', { kind: 'scores', scores: [0.9, 0.8, 0.7, 0.6] })
  await openRerank(page, 'scripted/left', 'scripted/right')
  await fillRequest(page, 'graded fruit', fruit)
  await run(page)
  await expect(rankedRows(page, 'scripted/right')).toHaveCount(4)
  await page.getByRole('radio', { name: 'Judgments' }).check()

  await page.getByRole('group', { name: 'Grade of document 3' }).getByRole('radio', { name: '3' }).check()
  await page.getByRole('group', { name: 'Grade of document 1' }).getByRole('radio', { name: '1' }).check()

  // Gains 7 for cherries, 1 for apples. Left ranks them 1 and 3, right 3 and 1.
  const measured = page.getByRole('table', { name: 'Ranking metrics' }).getByRole('row')
  const expectMeasures = async () => {
    await expect(measured.nth(1).getByRole('cell')).toHaveText(['scripted/left', '0.983 ✓', '1.000', '0.500'])
    await expect(measured.nth(2).getByRole('cell')).toHaveText(['scripted/right', '0.590', '1.000', '0.500'])
  }
  await expectMeasures()
  await savedInHistory(page, '"cherries are red and small":3')
  const before = upstream.requests.length

  await page.reload()
  await expectMeasures()

  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export ranking' }).click()
  await page.getByRole('menuitem', { name: 'Grades (TREC qrels)' }).click()
  expect(await readFile(await (await file).path(), 'utf8')).toBe('1 0 d1 1\n1 0 d3 3\n')

  const link = await copyLink(page)

  await page.getByRole('button', { name: 'New ranking' }).click()
  await expect(queryBox(page)).toHaveValue('')
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('dialog').getByText('graded fruit').first().click()
  await expectMeasures()

  const other = await context.newPage()
  await other.goto(link)
  await expect(queryBox(other)).toHaveValue('graded fruit')
  await expect(other.getByRole('group', { name: 'Compared models' })).toContainText('scripted/right')
  expect(upstream.requests).toHaveLength(before)
  await run(other)
  const judged = other.getByRole('table', { name: 'Ranking metrics' }).getByRole('row')
  await expect(judged.nth(1)).toContainText('0.983')
})

test('R23: an ideal order is set by Alt and arrow key, by button or by drag', async ({ page, upstream }) => {
  upstream.on('left', { kind: 'scores', scores: [0.9, 0.8, 0.7, 0.6] })
  await openRerank(page, 'scripted/left')
  await fillRequest(page, query, fruit)
  await run(page)
  await expect(rankedRows(page, 'scripted/left')).toHaveCount(4)
  await page.getByRole('radio', { name: 'Judgments' }).check()
  await page.getByRole('radio', { name: 'Order' }).check()
  const order = page.getByRole('list', { name: 'Ideal order' }).getByRole('listitem')
  const measured = page.getByRole('table', { name: 'Ranking metrics' }).getByRole('row').nth(1)
  await expect(measured).toContainText('–')
  await page.getByRole('textbox', { name: 'k', exact: true }).fill('1')

  await page.getByRole('button', { name: 'Move document 1', exact: true }).focus()
  await page.keyboard.press('Alt+ArrowDown')

  await expect(order).toContainText([/bananas/, /apples/, /cherries/, /dates/])
  await expect(page.getByRole('button', { name: 'Move document 1', exact: true })).toBeFocused()
  // The model ranks the second document of the ideal order first: gain 3 of 4.
  await expect(measured.getByRole('cell')).toHaveText(['scripted/left', '0.750', '0.500', '0.000'])

  await page.getByRole('button', { name: 'Move document 4 up' }).click()
  await expect(order).toContainText([/bananas/, /apples/, /dates/, /cherries/])

  const handle = page.getByRole('button', { name: 'Move document 2', exact: true })
  const target = await order.nth(2).boundingBox()
  if (target === null) throw new Error('the third row is on the page')
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move(target.x + 20, target.y + target.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect(order).toContainText([/apples/, /dates/, /bananas/, /cherries/])
})

test('R20, R25: moves as a chart, highlighted query words, and where a document was truncated', async ({
  page,
  upstream,
}) => {
  upstream.on('left', { kind: 'scores', scores: [0.1, 0.9] })
  await openRerank(page, 'scripted/left')
  await fillRequest(page, 'red fox', ['the fox is red', 'word '.repeat(60)])
  await page.getByRole('textbox', { name: 'max_tokens_per_doc', exact: true }).fill('25')

  await run(page)

  await expect(page.locator('mark')).toHaveText(['fox', 'red'])
  await expect(page.getByText('≈ 33% read')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByText('≈ truncated from here')).toBeVisible()

  await page.getByRole('radio', { name: 'Moves' }).check()
  const chart = page.getByRole('img', { name: /How 2 documents moved/ })
  await expect(chart.locator('path')).toHaveCount(2)
})

test('a running request can be stopped, and a reload shows it as interrupted', async ({ page }) => {
  await openRerank(page, 'scripted/hang-head')
  await fillRequest(page, query, fruit)
  await run(page)
  await expect(rankedRows(page, 'scripted/hang-head').first()).toContainText('not ranked')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Stopped before the ranking was complete.')).toBeVisible()

  await run(page)
  await expect(rankedRows(page, 'scripted/hang-head').first()).toContainText('not ranked')
  await savedInHistory(page, '"state":"running"')
  await page.reload()
  await expect(page.getByText('You left the page before the response was complete').first()).toBeVisible()
  await expect(documentBox(page, 4)).toHaveValue('dates are brown')
})
