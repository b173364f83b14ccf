import { write, utils } from '@e965/xlsx'
import { ask } from './support/chat-page.ts'
import { guide, pdfFile } from './support/document-files.ts'
import {
  filesToRead,
  openDocuments,
  pickFiles,
  reader,
  readFiles,
  showForm,
} from './support/documents-page.ts'
import { faxFile } from './support/fax-file.ts'
import { lockedPdf } from './support/locked-pdf.ts'
import { origin, pickModel } from './support/handoffs.ts'
import { expect, test } from './support/server.ts'

const picturePixels = 1400

test('D24: a PDF with an author triggers a warning before it is sent, and an encrypted one opens with its password', async ({
  page,
}) => {
  await openDocuments(page)
  await pickFiles(page, await pdfFile('signed.pdf', guide, 'Jane Doe'), lockedPdf('locked.pdf'))

  await expect(filesToRead(page).first()).toContainText('Contains author: Jane Doe')
  await expect(filesToRead(page).nth(1)).not.toContainText('author')
  await page.getByRole('button', { name: 'Remove signed.pdf' }).click()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByLabel('Password of locked.pdf').fill('sesame')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await expect(reader(page)).toContainText('The moon moves the tides.')
  await showForm(page, 'Pages')
  // Rendered with the password too, with the height of an A4 page.
  const picture = page.getByRole('img', { name: 'Page 1 of locked.pdf' })
  await expect(picture).toHaveJSProperty('height', Math.round((picturePixels * 842) / 595))
  const small = await picture.evaluate(({ clientWidth }) => clientWidth)
  await page.getByRole('button', { name: 'Enlarge page' }).click()
  await expect.poll(() => picture.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(small * 1.8)
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await expect(page.getByLabel('request body', { exact: true })).toContainText('$PDF_PASSWORD')
})

test('a scan offers OCR and runs it, without a search for the switch', async ({ page }) => {
  const warnings = [{ code: 'ocr_needed', message: 'Pages without readable text.', pages: [1] }]
  let requests = 0
  await page.route('**/api/run/upload', async route => {
    requests += 1
    const answer = requests > 1 ? { content: 'The moon moves the tides.' } : { content: '', warnings }
    await route.fulfill({ json: { status: true, type: 'pdf', error: '', ...answer } })
  })
  await openDocuments(page)
  await readFiles(page, await pdfFile('scan.pdf', [[]]))
  await expect(reader(page)).toContainText('Pages without readable text. (page 1)')
  await reader(page).getByRole('button', { name: 'Run OCR' }).click()
  await expect(reader(page)).toContainText('The moon moves the tides.')
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await expect(page.getByLabel('request body', { exact: true })).toContainText('name="enable_ocr"')
})

test('a preset sets its fields and is deselected when one of them changes; the flags are behind Advanced', async ({
  page,
}) => {
  await openDocuments(page)
  const preset = (name: string) => page.getByRole('radio', { name, exact: true })
  await expect(preset('Fast text')).toBeChecked()
  await expect(page.getByRole('switch', { name: 'page_based' })).toBeHidden()
  await preset('Scan (OCR)').check()
  await expect(page.getByText('enable_ocr true · page_based true')).toBeVisible()
  await page.locator('summary', { hasText: 'Advanced' }).click()
  await expect(page.getByRole('switch', { name: 'enable_ocr' })).toBeChecked()
  await expect(page.getByText('Run OCR on images and on pages without text.')).toBeVisible()
  await page.getByRole('switch', { name: 'page_based' }).click()
  await expect(preset('Scan (OCR)')).not.toBeChecked()
  await expect(page.getByText('No preset. Set: enable_ocr true')).toBeVisible()
  await preset('Text and tables').check()
  await page.getByRole('tab', { name: 'Code' }).click()
  await expect(page.getByLabel('Snippet: request.sh')).toContainText("-F 'extract_mode=markdown'")
})

test('a picture enables OCR and says so; without OCR it says that there is no text', async ({ page }) => {
  await page.route('**/api/run/upload', route => {
    const warnings = [{ code: 'ocr_needed', message: 'Pages without readable text.', pages: [1] }]
    return route.fulfill({ json: { status: true, type: 'png', error: '', content: '', warnings } })
  })
  await openDocuments(page)
  await pickFiles(page, { name: 'sign.png', mimeType: 'image/png', buffer: Buffer.from('picture') })
  await expect(page.getByText('OCR is on to read the text in sign.png')).toBeVisible()
  await page.getByRole('radio', { name: 'Fast text' }).check()
  await expect(page.getByText('OCR is off: sign.png will give no text')).toBeVisible()

  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(reader(page)).toContainText('1 page · no text without OCR')
  await page.getByRole('button', { name: 'Turn on OCR' }).click()
  await expect(page.getByText('OCR is on to read the text in sign.png')).toBeVisible()
})

test('D22: one file with two sets of options: differing options, durations and text differences', async ({
  page,
}) => {
  await openDocuments(page)
  await readFiles(page, await pdfFile('guide.pdf', guide))
  await showForm(page, 'Compare')
  const readBeside = page.getByRole('button', { name: 'Read with current options' })
  await expect(readBeside).toBeDisabled()
  await page.locator('summary', { hasText: 'Advanced' }).click()
  await page.getByRole('switch', { name: 'page_based' }).click()
  await expect(reader(page)).toContainText('Current options: page_based true.')
  await readBeside.click()

  const row = (name: string) => reader(page).getByRole('row').filter({ hasText: name })
  await expect(row('page_based')).toContainText('not set')
  await expect(row('page_based')).toContainText('true')
  await expect(row('Characters')).toHaveText(/^Characters\d+\d+$/)
  const difference = page.getByRole('region', { name: 'Text differences' })
  await expect(difference.getByRole('insertion').first()).toContainText('--- Page 2 ---')
  await expect(difference).toContainText('Boats report on channel 12.')
})

test('D5: a workbook has an outline that links to each sheet', async ({ page }) => {
  const book = utils.book_new()
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['length', 'euros'],
      [8, 14],
    ]),
    'Fees',
  )
  utils.book_append_sheet(book, utils.aoa_to_sheet([['harbour'], ['Lisbon']]), 'Harbours')
  const buffer = Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
  await openDocuments(page)
  await readFiles(page, {
    name: 'book.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  })
  await showForm(page, 'Pages')

  const outline = page.getByRole('navigation', { name: 'Outline of the sheets' })
  await expect(outline.getByRole('button').first()).toHaveText(/^1Fees/)
  await outline.getByRole('button', { name: 'Harbours' }).click()
  await expect(page.getByText('Sheet 2 of 2')).toBeVisible()
  await expect(reader(page).getByRole('listbox')).toContainText('Lisbon')
})

test('D23: chunk borders are shown in the text and on the page; page images can be sent to a chat', async ({
  page,
  upstream,
}) => {
  const rules = (side: string) =>
    Array.from({ length: 5 }, (_, at) => `Rule ${at}: ${`boats keep to the ${side} `.repeat(2)}`)
  await openDocuments(page)
  await pickFiles(page, await pdfFile('rules.pdf', [rules('right'), rules('left')]))
  await page.locator('summary', { hasText: 'Advanced' }).click()
  await page.getByRole('radio', { name: 'Chunks', exact: true }).check()
  await page.getByRole('textbox', { name: 'Chunk size' }).fill('64')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(reader(page).getByRole('list', { name: 'Chunks' })).toBeVisible()

  await page.getByRole('radio', { name: 'In text' }).check()
  const borders = reader(page).getByRole('list', { name: 'Text with chunk borders' })
  await expect(borders.getByRole('listitem').nth(1)).toContainText(/tokens/)
  await page.getByRole('radio', { name: 'On pages' }).check()
  await expect(page.getByRole('img', { name: 'Page 1 of rules.pdf' })).toBeVisible()
  await expect(reader(page).getByRole('option').filter({ hasText: 'Chunk 2' })).toBeVisible()

  await page.getByRole('button', { name: 'Send images to' }).click()
  await page.getByRole('menuitem', { name: 'Chat, all 2 pages' }).click()
  await expect(origin(page)).toContainText('2 pictures from Documents')
  await pickModel(page, 'scripted/echo')
  await ask(page, 'Which side?')
  await expect.poll(() => JSON.stringify(upstream.requests.at(-1))).toContain('Which side?')
  const asked = JSON.stringify(upstream.requests.at(-1))
  expect(asked.match(/data:image\/jpeg;base64,\/9j/g)).toHaveLength(2)
  expect(asked).toContain('[2] rules.pdf, page 2')
})

test('a faxed page is rendered with its image', async ({ page }) => {
  await openDocuments(page)
  await readFiles(page, await faxFile('fax.pdf'))
  await showForm(page, 'Pages')

  const picture = page.getByRole('img', { name: 'Page 1 of fax.pdf' })
  const brightness = () =>
    picture.evaluate(canvas => {
      if (!(canvas instanceof HTMLCanvasElement)) return null
      const pixel = new OffscreenCanvas(1, 1).getContext('2d')
      pixel?.drawImage(canvas, canvas.width / 2, canvas.height * 0.7, 1, 1, 0, 0, 1, 1)
      const [red, , , opacity] = pixel?.getImageData(0, 0, 1, 1).data ?? []
      return opacity === 255 ? red : null
    })
  await expect.poll(brightness).toBe(0)
})
