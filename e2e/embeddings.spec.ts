import {
  embed,
  map,
  neighbours,
  openEmbeddings,
  openTexts,
  show,
  tableRows,
  textsBox,
  fidelityLine,
  twoTopics,
} from './support/embeddings-page.ts'
import { expect, test } from './support/server.ts'
import { copyLink } from './support/share.ts'

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `text number ${index} of the set`)

test('E1, E3, E5: texts become a map; a point shows its neighbors in the original space, with distances', async ({
  page,
}) => {
  await openEmbeddings(page, 'scripted/vectors')
  await expect(page.getByText('Start with an example')).toBeVisible()

  await embed(page, twoTopics)

  await expect(page.getByText('10 texts · 8 dimensions')).toBeVisible()
  await show(page, 'Table')
  await tableRows(page).first().press('Enter')
  await expect(map(page)).toBeVisible()
  await expect(neighbours(page)).toHaveCount(9)
  await expect(neighbours(page).first()).toHaveText(/(moon|ocean|tides|wave).*0\.\d{3}$/)
  const cosine = await neighbours(page).allTextContents()
  await page.getByText('Euclidean', { exact: true }).click()
  await expect(neighbours(page).first()).not.toHaveText(cosine[0] ?? '')
  await neighbours(page).first().getByRole('button').click()
  await expect(neighbours(page)).toHaveCount(9)
  await page.getByRole('button', { name: 'Close neighbors' }).click()
  await expect(neighbours(page)).toHaveCount(0)
})

test('E2: a set over the maximum is sent in several requests; Stop keeps received vectors, and the rest can be requested separately', async ({
  page,
  upstream,
}) => {
  await openEmbeddings(page, 'scripted/split')
  let asked = 0
  // The third and later requests get no response.
  await page.route('**/api/run/v1/embeddings', async route => {
    asked += 1
    if (asked <= 2) await route.continue()
  })
  await openTexts(page, lines(8300))
  await expect(page.getByText(/^5 requests /)).toBeVisible()

  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText(/^4,096 of 8,300 texts, 2 of 5 requests$/)).toBeVisible()
  await expect(page.getByText(/^Waiting for 4,096 texts in 2 requests · /)).toBeVisible()
  await page.getByRole('button', { name: /^Stop/ }).click()

  await expect(page.getByText(/of 8,300 texts have no vector by scripted\/split\./)).toBeVisible()
  await expect(fidelityLine(page)).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/run/v1/embeddings')
  const before = upstream.requests.length
  await page.getByRole('button', { name: 'Embed remaining' }).click()
  await expect(page.getByText('8,300 texts · 8 dimensions')).toBeVisible({ timeout: 30_000 })
  const sent = upstream.requests.slice(before).flatMap(({ json }) => json?.input ?? [])
  expect(sent.length).toBe(8300 - 4096)
  expect(sent).not.toContain('text number 0 of the set')
})

test('thousands of pasted lines appear at once, even when they are too many to edit', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  const paste = (count: number) =>
    textsBox(page).evaluate((field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, lines(count).join('\n'))

  await paste(3000)
  await expect(page.getByText('3,000 texts', { exact: true })).toBeVisible()
  await expect(textsBox(page)).toHaveValue(/^text number 0 .*text number 2999 of the set$/s)

  await textsBox(page).press('ControlOrMeta+a')
  await paste(20_000)
  await expect(page.getByRole('region', { name: 'Texts' })).toContainText('Pasted texts')
  await expect(page.getByText('20,000 texts', { exact: true })).toBeVisible()
})

test('a failed request keeps the vectors of others and names the texts without vectors', async ({
  page,
  upstream,
}) => {
  await openEmbeddings(page, 'scripted/partly')
  upstream.next(
    { kind: 'vectors' },
    { kind: 'error', status: 400, body: { error: { message: 'No such text.', code: 'invalid_value' } } },
  )
  await openTexts(page, lines(2100))

  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(page.getByRole('alert').filter({ hasText: '400' })).toBeVisible()
  await expect(page.getByText(/of 2,100 texts have no vector/)).toBeVisible()
  await expect(fidelityLine(page)).toBeVisible({ timeout: 30_000 })
})

test('E3: the plot fills the screen by f and its button, and Escape leaves', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  await embed(page, twoTopics)
  const width = () => map(page).evaluate(element => element.clientWidth)
  const before = await width()

  // In a field, the key is a letter.
  await map(page).focus()
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'HTTP' })).toBeHidden()
  expect(await width()).toBeGreaterThan(before * 1.3)
  await page.getByRole('button', { name: 'Details', exact: true }).click()
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('tab', { name: 'HTTP' })).toBeVisible()

  await page.getByRole('button', { name: 'Full screen' }).click()
  await expect(page.getByRole('tab', { name: 'HTTP' })).toBeHidden()
  await page.keyboard.press('f')
  await expect(page.getByRole('tab', { name: 'HTTP' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Full screen plot')
})

test('New and Clear bring the examples back; New keeps the model', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  await embed(page, twoTopics)
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('Start with an example')).toBeVisible()

  await embed(page, twoTopics)
  await page.getByRole('button', { name: 'New texts' }).click()
  await expect(page.getByText('Start with an example')).toBeVisible()
  await expect(textsBox(page)).toHaveValue('')
  await expect(page.getByLabel('Model: scripted/vectors')).toBeVisible()
})

test('many texts say that they are requested as base64, and one click changes it', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  await openTexts(page, lines(300))
  const note = page.getByRole('note').filter({ hasText: 'encoding_format' })
  await expect(note).toContainText('encoding_format is set to base64: the vectors of 300 texts')
  await note.getByRole('button', { name: 'Use float' }).click()
  await expect(note).toBeHidden()
  await page.getByRole('tab', { name: 'Code' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Code' })).toContainText('float')
})

test('E6, E8: an area of the map and the rows of the table are one selection', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  await embed(page, twoTopics)
  const box = await map(page).boundingBox()
  if (!box) throw new Error('The map has no place.')

  await page.keyboard.down('Shift')
  // Not from the very edge, where the pane divider is.
  await page.mouse.move(box.x + 16, box.y + 16)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 16, box.y + box.height - 16, { steps: 3 })
  await page.mouse.up()
  await page.keyboard.up('Shift')

  await expect(page.getByRole('heading', { name: '10 selected' })).toBeVisible()
  await show(page, 'Table')
  await expect(page.getByRole('row', { selected: true })).toHaveCount(10)
  await tableRows(page).nth(2).click()
  await expect(page.getByRole('row', { selected: true })).toHaveCount(9)
  await expect(page.getByRole('button', { name: 'Export selection' })).toBeVisible()
})

test('E7: words are found at once; a question is embedded by the same model, and a failure shows the reason', async ({
  page,
  upstream,
}) => {
  await openEmbeddings(page, 'scripted/ask')
  await embed(page, twoTopics)
  const before = upstream.requests.length
  const find = page.getByRole('searchbox', { name: 'Find texts' })

  await find.fill('oven bread')
  await expect(page.getByRole('heading', { name: '1 found' })).toBeVisible()
  expect(upstream.requests).toHaveLength(before)

  await find.fill('yeast salt bread')
  await find.press('Enter')
  await expect(neighbours(page).first()).toHaveText(/^yeast salt bread0\.000$/)
  const asked: unknown = JSON.parse(String(upstream.requests.at(-1)?.body))
  expect(asked).toMatchObject({ input: ['yeast salt bread'], model: 'ask' })

  upstream.next({
    kind: 'error',
    status: 400,
    body: { error: { message: 'Not today.', code: 'invalid_value' } },
  })
  await find.fill('moon')
  await find.press('Enter')
  await expect(page.getByRole('search').getByRole('alert')).toContainText('Not today.')
})

test('E4, E25: UMAP starts with visible settings, reports its sample, and can be canceled', async ({
  page,
}) => {
  await openEmbeddings(page, 'scripted/vectors')
  await embed(page, lines(2050))

  await page.getByText('UMAP', { exact: true }).click()
  await expect(page.getByText(/stratified sample of 2,000 of 2,050 texts/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Neighbors' }).fill('200')
  await page.getByRole('button', { name: 'Compute layout', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('radio', { name: 'PCA' })).toBeChecked()

  await page.getByText('UMAP', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Neighbors' }).fill('5')
  await page.getByRole('textbox', { name: 'Seed' }).fill('11')
  await page.getByRole('button', { name: 'Compute layout', exact: true }).click()
  await expect(page.getByText(/UMAP of 2,000 of 2,050, seed 11 · [\d.]+% of neighbors/)).toBeVisible({
    timeout: 60_000,
  })
})

test('E21: two models share texts, hover and selection; the largest disagreement comes first', async ({
  page,
  upstream,
}) => {
  upstream.on('one', { kind: 'vectors', dimensions: 16 })
  upstream.on('two', { kind: 'vectors', dimensions: 6 })
  await openEmbeddings(page, 'scripted/one', 'scripted/two')
  await embed(page, twoTopics)

  await expect(page.getByRole('application')).toHaveCount(2)
  await expect(fidelityLine(page)).toHaveCount(2)
  await show(page, 'Agreement')
  const list = page.getByRole('list', { name: 'Texts by disagreement' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  await list.first().getByRole('button').click()
  await expect(page.getByRole('list', { name: 'By scripted/one' }).getByRole('listitem')).toHaveCount(9)
  await expect(page.getByRole('list', { name: 'By scripted/two' }).getByRole('listitem')).toHaveCount(9)
  await neighbours(page).first().getByRole('button').hover()
  await expect(page.locator('.pop').filter({ hasText: /Text \d+/ })).toHaveCount(2)
})

test('E20, E22, E23, E24: fidelity, matrix, health and dimensions of the same vectors', async ({
  page,
  upstream,
}) => {
  upstream.on('wide', { kind: 'vectors', dimensions: 32 })
  await openEmbeddings(page, 'scripted/wide')
  await embed(page, [...twoTopics, 'bread flour yeast', 'bread flour yeast'])

  await page.getByRole('combobox', { name: 'Color by' }).click()
  await page.getByRole('option', { name: 'By fidelity' }).click()
  await expect(page.getByRole('region', { name: 'Legend' }).getByRole('button').last()).toHaveText(/\d%/)

  await show(page, 'Matrix')
  const cells = page.getByRole('region', { name: 'Similarity matrix' }).getByRole('cell')
  await expect(cells).toHaveCount(144)
  await expect(cells.first()).toHaveText('1.00')

  await show(page, 'Health')
  await expect(
    page.getByText('12 texts, 32 dimensions, lengths 1.000 to 1.000, all of length 1'),
  ).toBeVisible()
  const same = page.getByRole('listitem').filter({ hasText: 'Duplicate text' })
  await same.getByRole('button', { name: 'Select them' }).click()
  await expect(page.getByRole('button', { name: 'Export selection' })).toBeVisible()

  await show(page, 'Dimensions')
  const slider = page.getByRole('slider', { name: 'Dimensions' })
  await slider.press('Home')
  await page.getByRole('button', { name: /^Request \d+ dimensions$/ }).click()
  await expect(page.getByRole('textbox', { name: 'dimensions' })).not.toHaveValue('')
})

test('a link opens the texts with the view and the coloring of the sender', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openEmbeddings(page, 'scripted/any')
  await embed(page, twoTopics)
  await page.getByRole('combobox', { name: 'Color by' }).click()
  await page.getByRole('option', { name: 'By fidelity' }).click()
  await show(page, 'Table')
  const link = await copyLink(page)

  const other = await context.newPage()
  await other.goto(link)
  await expect(other.getByText('Opened from a link. Nothing has run.')).toBeVisible()
  await other.keyboard.press('ControlOrMeta+Enter')

  await expect(other.getByRole('tab', { name: 'Table', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await show(other, 'Plot')
  await expect(other.getByRole('combobox', { name: 'Color by' })).toContainText('By fidelity')
})

test('a reload shows the same map without a request; token ids are sent unchanged', async ({
  page,
  upstream,
}) => {
  await openEmbeddings(page, 'scripted/kept')
  await embed(page, twoTopics)
  const before = upstream.requests.length

  await page.reload()
  await expect(fidelityLine(page)).toBeVisible({ timeout: 30_000 })
  await expect(textsBox(page)).toHaveValue(twoTopics.join('\n'))
  expect(upstream.requests).toHaveLength(before)

  await page.getByRole('button', { name: 'JSON', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Request body (JSON)' })
  await editor.fill('{"model": "scripted/kept", "input": [[1, 2], [3]]}')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('2 texts · 8 dimensions')).toBeVisible()
  expect(JSON.parse(String(upstream.requests.at(-1)?.body))).toMatchObject({ input: [[1, 2], [3]] })
})
