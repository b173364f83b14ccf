import { guide, pdfFile, textFile } from './support/document-files.ts'
import { dropOnPage, openDocuments, reader as documentReader, readFiles } from './support/documents-page.ts'
import { addText, itemLink, itemRows, saveIn, openLibrary, passages } from './support/library-page.ts'
import { searchLibrary, storedPage } from './support/library-page.ts'
import { mapSite, treeItem } from './support/map-page.ts'
import { origin } from './support/handoffs.ts'
import { expect, test } from './support/server.ts'
import { openScrape, reader, scrape } from './support/scrape-page.ts'

test('a text added by hand is listed, found by search, moved and deleted', async ({ page }) => {
  await openLibrary(page, '?collection=desk')
  await addText(page, {
    title: 'Spare key',
    text: 'The spare key hangs in the kitchen cupboard. Mara knows the code.',
    collection: 'desk',
  })
  await expect(page.getByText('“Spare key” added')).toBeVisible()
  await expect(itemRows(page)).toHaveCount(1)

  await searchLibrary(page, 'where is the spare key')
  await expect(passages(page).first().locator('mark').first()).toHaveText(/spare|key/)
  await page.reload()
  await expect(passages(page).first()).toContainText('kitchen cupboard')
  await page.getByRole('button', { name: 'All items' }).click()

  await page.getByRole('checkbox', { name: 'Select Spare key' }).check()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const move = page.getByRole('dialog', { name: 'Move 1 item' })
  await move.getByRole('combobox', { name: 'Collection' }).fill('hallway')
  await move.getByRole('button', { name: 'Move 1 item' }).click()
  await expect(page.getByText('No items match.')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Collections' })
    .getByRole('button', { name: /^hallway/ })
    .click()
  await expect(itemLink(page, 'Spare key')).toBeVisible()

  await itemLink(page, 'Spare key').click()
  await expect(page).toHaveURL(/\/library\/lib_\w+$/)
  const address = page.url()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this item?' })
  await expect(dialog).toContainText('Spare key')
  await dialog.getByRole('button', { name: 'Delete item' }).click()
  await expect(page).toHaveURL(/\/library$/)
  await page.goto(address)
  await expect(page.getByRole('alert').filter({ hasText: '404' })).toBeVisible()
})

test('files dropped on the library are added to the shown collection; refused ones have their reason', async ({
  page,
}) => {
  await openLibrary(page, '?collection=harbor')
  await dropOnPage(page, 'Drop to add to harbor', [
    await pdfFile('guide.pdf', guide),
    textFile('blank.txt', ' \n'),
    textFile('all.zip', 'PK'),
  ])
  const uploads = page.getByRole('region', { name: 'Uploads' })
  const upload = (name: string) => uploads.getByRole('listitem').filter({ hasText: name })
  await expect(upload('all.zip')).toContainText('Archives are not supported.')
  await expect(upload('guide.pdf')).toContainText('Added')
  await expect(upload('blank.txt')).toContainText('No text was found in the file.')
  await expect(uploads.getByRole('heading')).toHaveText('1 of 3 files added, 2 not added')
  await expect(itemLink(page, 'guide.pdf')).toBeVisible()

  await uploads.getByRole('button', { name: 'Clear' }).click()
  await expect(uploads).toBeHidden()
  await searchLibrary(page, 'on which channel do boats report')
  await expect(passages(page).first()).toContainText('channel 12')
})

test('files chosen for the library upload one by one, and one is canceled while the others go on', async ({
  page,
}) => {
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/run/upload', async route => {
    await gate.promise
    const headers = { 'sextant-library': 'lib_4fQz8Yc1Wm0Rk7Tn2Vb9Xa5D' }
    // A request canceled meanwhile cannot be answered.
    await route.fulfill({ headers, json: { status: true } }).catch(() => undefined)
  })
  await openLibrary(page)
  const files = ['a', 'b', 'c', 'd'].map(name => textFile(`${name}.txt`, `Text of ${name}.`))
  await page.getByLabel('Add files', { exact: true }).and(page.locator('input')).setInputFiles(files)
  const uploads = page.getByRole('region', { name: 'Uploads' })
  const upload = (name: string) => uploads.getByRole('listitem').filter({ hasText: name })
  await expect(upload('d.txt')).toContainText('Queued')
  await uploads.getByRole('button', { name: 'Cancel b.txt' }).click()
  await expect(upload('b.txt')).toContainText('Canceled')
  await expect(upload('d.txt')).toContainText(/Uploading|Reading/)
  gate.resolve()
  await expect(uploads.getByRole('heading')).toHaveText('3 of 4 files added, 1 canceled')
  await uploads.getByRole('button', { name: 'Retry b.txt' }).click()
  await expect(uploads.getByRole('heading')).toHaveText('4 of 4 files added')
})

test('a scraped page is saved without fetching it again', async ({ page, site }) => {
  await openScrape(page)
  await scrape(page, `${site.origin}/docs/tides`)
  await expect(reader(page)).toContainText('The moon moves the tides')
  const asked = site.asked.length

  await reader(page).getByRole('button', { name: 'Add to library' }).click()
  await saveIn(page, 'sea')
  await page.getByRole('button', { name: 'Open', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Tides', level: 1, exact: true })).toBeVisible()
  await expect(storedPage(page, 1)).toContainText('Water rises twice a day')
  await expect(page.getByRole('link', { name: `${site.host}/docs/tides` })).toHaveAttribute(
    'href',
    `${site.origin}/docs/tides`,
  )
  expect(site.asked).toHaveLength(asked)
})

test('a document is saved by page: a passage links to its page, which can be sent to Chat', async ({
  page,
  upstream,
}) => {
  await openDocuments(page)
  await readFiles(page, await pdfFile('guide.pdf', guide))
  await expect(documentReader(page)).toContainText('Boats report')
  await documentReader(page).getByRole('button', { name: 'Add to library' }).click()
  await saveIn(page, 'papers')

  await openLibrary(page, '?collection=papers')
  await searchLibrary(page, 'what do eight metres cost')
  const hit = passages(page).filter({ hasText: '14 euros' })
  await expect(hit).toContainText('2 pages')
  await hit.getByRole('link', { name: 'guide.pdf' }).click()

  await expect(page).toHaveURL(/#page=2$/)
  await expect(storedPage(page, 2)).toHaveAttribute('aria-current', 'location')
  await storedPage(page, 1).getByRole('link', { name: 'Page 1' }).click()
  await page.reload()
  await expect(storedPage(page, 1)).toHaveAttribute('aria-current', 'location')
  await expect(storedPage(page, 1)).toBeInViewport()
  await expect(storedPage(page, 2)).not.toHaveAttribute('aria-current')
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('asked') ?? [])].map(String)))
    .toEqual(['eight', 'metres'])

  const before = upstream.requests.length
  await page.getByRole('button', { name: 'Send to' }).click()
  await page.getByRole('menuitem', { name: 'Chat', exact: true }).click()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(origin(page)).toContainText('2 pages from Library')
  await expect(page.getByText('[2] guide.pdf, page 2')).toBeVisible()
  expect(upstream.requests).toHaveLength(before)
  await origin(page).getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/library$/)
})

test('links of a map are scraped and saved; a failed one is reported with its reason', async ({
  page,
  site,
}) => {
  await mapSite(page, site.origin)
  for (const name of ['big', 'gone']) await treeItem(page, name).press('Space')
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Add to library' }).click()
  const dialog = page.getByRole('dialog', { name: /to the library$/ })
  await dialog.getByRole('combobox', { name: 'Collection' }).fill('fleet')
  await dialog.getByRole('button', { name: 'Add to library' }).click()
  await expect(dialog.getByRole('alert')).toContainText('/gone: The page returned an HTTP error.')
  await expect(dialog.getByRole('button', { name: 'Retry 1 page' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await openLibrary(page, '?collection=fleet')
  await expect(itemRows(page)).toHaveCount(1)
  await expect(itemLink(page, 'Log of the tides')).toContainText(site.host)
  // Indexing this long text would delay the tests after this one.
  await page.getByRole('checkbox', { name: 'Select Log of the tides' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Delete this item?' })
    .getByRole('button', { name: 'Delete item' })
    .click()
  await expect(page.getByText('No items match.')).toBeVisible()
})
