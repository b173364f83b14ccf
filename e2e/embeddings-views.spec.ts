import {
  embed,
  neighbours,
  openEmbeddings,
  show,
  tableRows,
  textsBox,
  twoTopics,
} from './support/embeddings-page.ts'
import { expect, test } from './support/server.ts'

test('a query is embedded with the parameters of its texts, and ranked by either distance', async ({
  page,
  upstream,
}) => {
  upstream.on('wide', { kind: 'vectors', dimensions: 32 })
  await openEmbeddings(page, 'scripted/wide')
  await embed(page, twoTopics)
  await show(page, 'Dimensions')
  await page.getByRole('slider', { name: 'Dimensions' }).press('Home')
  await page.getByRole('button', { name: /^Request \d+ dimensions$/ }).click()
  await show(page, 'Plot')

  await page.getByRole('searchbox', { name: 'Find texts' }).fill('which bread needs yeast')
  await page.getByRole('button', { name: 'Rank by similarity' }).click()
  await expect(neighbours(page).first()).toHaveText(/(bread|flour|yeast|salt)/)
  const cosine = await neighbours(page).first().textContent()
  const sent = upstream.requests.length
  await page.getByText('Euclidean', { exact: true }).click()

  await expect(neighbours(page).first()).not.toHaveText(cosine ?? '')
  expect(upstream.requests.slice(-1)[0]?.json).not.toHaveProperty('dimensions')
  expect(upstream.requests).toHaveLength(sent)
})

test('hovering a matrix cell highlights its row and column', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  await embed(page, twoTopics)
  await show(page, 'Matrix')
  const matrix = page.getByRole('region', { name: 'Similarity matrix' })
  const marked = matrix.locator('[data-marked]')

  await matrix.locator('[data-row="1"][data-column="2"]').hover()
  // Ten cells of each, one shared, and the two headers.
  await expect(marked).toHaveCount(21)
  await expect(matrix.getByRole('button', { name: /^2 / })).toHaveAttribute('data-marked')
  await matrix.locator('[data-row="3"][data-column="4"]').hover()

  await expect(matrix.locator('[data-row="1"][data-column="2"]')).not.toHaveAttribute('data-marked')
  await expect(marked).toHaveCount(21)
})

test('the table shows all as selected only when every listed row is', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  await embed(page, twoTopics)
  const find = page.getByRole('searchbox', { name: 'Find texts' })
  const all = page.getByRole('checkbox', { name: 'Select all' })

  await find.fill('bread')
  await show(page, 'Table')
  await expect(tableRows(page)).toHaveCount(5)
  await all.check()
  await show(page, 'Plot')
  await find.fill('moon')
  await show(page, 'Table')
  await expect(tableRows(page).first()).toContainText('moon')

  await expect(all).not.toBeChecked()
})

test('during a new run, no view shows results of the previous one', async ({ page, upstream }) => {
  upstream.on('slow', { kind: 'vectors', dimensions: 32 })
  await openEmbeddings(page, 'scripted/slow')
  await embed(page, twoTopics)
  await show(page, 'Dimensions')
  await expect(page.getByRole('slider', { name: 'Dimensions' })).toBeVisible()
  upstream.on('slow', { kind: 'hang', at: 'head' })

  await textsBox(page).fill(twoTopics.slice(0, 6).join('\n'))
  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(page.getByRole('button', { name: /^Stop/ })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Dimensions' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Stop/ }).click()
})
