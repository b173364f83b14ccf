import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ask, lastAnswer } from './support/chat-page.ts'
import { formFile, guide, pdfFile, textFile } from './support/document-files.ts'
import {
  documentRows,
  dropFiles,
  filesToRead,
  holdUploads,
  openDocuments,
  pickFiles,
  reader,
  readFiles,
  showForm,
} from './support/documents-page.ts'
import { origin, pickModel } from './support/handoffs.ts'
import { expect, test } from './support/server.ts'

async function choose(page: Page, button: string | RegExp, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await expect(page.getByRole('menu')).toBeHidden()
}

const notes = '# Tides\n\nThe moon moves the tides.\n\n## Charts\n\nA chart shows depths.\n'

test('D1, D2, D6: five types dropped at once; unsupported files are rejected before sending, and one bad file does not stop the others', async ({
  page,
}) => {
  await openDocuments(page)
  await dropFiles(
    page,
    await pdfFile('guide.pdf', guide),
    textFile('notes.md', notes, 'text/markdown'),
    textFile('fees.csv', 'length,euros\n8,14\n', 'text/csv'),
    textFile('page.html', '<h1>Boats</h1><p>A boat floats.</p>', 'text/html'),
    textFile('broken.pdf', '%PDF-1.7\nnothing of a PDF', 'application/pdf'),
    textFile('all.zip', 'PK', 'application/zip'),
    textFile('copy.md', notes, 'text/markdown'),
  )

  await expect(page.getByText('all.zip: Archives are not supported.')).toBeVisible()
  await expect(filesToRead(page)).toHaveCount(6)
  await expect(filesToRead(page).nth(5)).toContainText('Duplicate of notes.md')
  await expect(documentRows(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove copy.md' }).click()
  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(page.getByText('4 read, 1 not read', { exact: true })).toBeVisible()
  await expect(documentRows(page)).toContainText([
    /Read: guide\.pdf.*2 pages/,
    /Read: notes\.md/,
    /Read: fees\.csv/,
    /Read: page\.html/,
    /Failed: broken\.pdf.*422 corrupt/,
  ])
  await documentRows(page).nth(3).getByRole('button').first().click()
  await expect(reader(page)).toContainText('A boat floats.')
  await documentRows(page).nth(4).getByRole('button').first().click()
  await expect(page.getByRole('alert').filter({ hasText: 'unprocessable_file' })).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    choose(page, 'Download all', /All texts/),
  ])
  expect(await readFile(await download.path(), 'utf8')).toMatch(/# guide\.pdf[^]*channel 12[^]*# page\.html/)
})

test('D2: uploading and processing are shown separately; one file is canceled, others continue; it can be retried', async ({
  page,
}) => {
  const held = await holdUploads(page)
  await openDocuments(page)
  await readFiles(page, ...['a', 'b', 'c', 'd'].map(name => textFile(`${name}.txt`, `Text of ${name}.`)))

  await expect(documentRows(page)).toContainText([
    /(Uploading|Processing): a\.txt/,
    /(Uploading|Processing): b\.txt/,
    /(Uploading|Processing): c\.txt/,
    /Queued: d\.txt/,
  ])
  await page.getByRole('button', { name: 'Cancel b.txt' }).click()
  await expect(documentRows(page).nth(1)).toContainText('Stopped: b.txt')
  await page.getByRole('button', { name: 'Cancel d.txt' }).click()
  held.release()
  await expect(page.getByText('2 read, 2 not read', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Retry 2' }).click()
  await expect(page.getByText(/^4 of 4 read/)).toBeVisible()
  await documentRows(page).nth(3).getByRole('button').first().click()
  await expect(reader(page)).toContainText('Text of d.')
})

test('D20: a page next to its text: each highlights the other, by pointer, j and k, and arrow keys', async ({
  page,
}) => {
  await openDocuments(page)
  await readFiles(page, await pdfFile('guide.pdf', guide))
  await showForm(page, 'Pages')
  const block = (words: string) => page.getByRole('option', { name: words })
  const box = (words: string) => page.getByRole('button', { name: new RegExp(`^Block \\d+: ${words}`) })

  await expect(page.getByRole('img', { name: 'Page 1 of guide.pdf' })).toBeVisible()
  await block('Boats report on channel 12.').click()
  await expect(box('Boats report')).toHaveAttribute('aria-pressed', 'true')
  await box('Visitors moor').click()
  await expect(block('Visitors moor at the northern quay.')).toHaveAttribute('aria-selected', 'true')
  await expect(block('Boats report on channel 12.')).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('k')
  await expect(box('Boats report')).toHaveAttribute('aria-pressed', 'true')
  for (const key of ['j', 'j']) await page.keyboard.press(key)
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(block('Fees')).toHaveAttribute('aria-selected', 'true')
  await block('Fees').focus()
  await page.keyboard.press('ArrowDown')
  await expect(block('Up to eight metres: 14 euros.')).toBeFocused()
  await expect(box('Up to eight')).toHaveAttribute('aria-pressed', 'true')
})

test('views of a document, each with its own request: Markdown, fields, search matches, HTTP and Code tabs', async ({
  page,
}) => {
  await openDocuments(page)
  await readFiles(page, await formFile('form.pdf'))
  await showForm(page, 'Fields')
  await expect(reader(page).getByRole('row').filter({ hasText: 'harbour' })).toContainText('Lisbon')
  await expect(reader(page).getByRole('row').filter({ hasText: 'night' })).toContainText('yes')
  await showForm(page, 'Markdown')
  await page.getByRole('button', { name: 'Read as Markdown' }).click()
  await expect(reader(page).getByRole('tabpanel')).toContainText('Lisbon')
  await page.getByRole('searchbox', { name: 'Find in document' }).fill('LISBON')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await showForm(page, 'JSON')
  await expect(page.getByLabel('answer', { exact: true })).toContainText('"status": true')

  await page.getByRole('tab', { name: 'HTTP' }).click()
  const sent = page.getByLabel('request body', { exact: true })
  await expect(sent).toContainText('name="file"; filename="form.pdf"')
  await expect(sent).toContainText('Content-Type: application/pdf')
  await expect(sent).toContainText('name="details"')
  await expect(page.getByRole('row').filter({ hasText: 'form.pdf' })).toHaveCount(2)
  await page.getByRole('tab', { name: 'Code' }).click()
  await expect(page.getByLabel('Snippet: request.sh')).toContainText('file=@form.pdf;type=application/pdf')
})

test('D23: releasing the slider rechunks the document; chunks are sent to embeddings, and a chat answers from the text', async ({
  page,
  upstream,
}) => {
  await openDocuments(page)
  await pickFiles(
    page,
    textFile('notes.md', `${notes}\n${'The harbour is deep. '.repeat(60)}`, 'text/markdown'),
  )
  await page.getByRole('radio', { name: 'Chunks for search' }).check()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(reader(page).getByText(/^1 chunk, /)).toBeVisible()

  await reader(page).getByRole('slider', { name: 'Chunk size' }).focus()
  await page.keyboard.press('Home')
  await expect(reader(page).getByText(/^\d+ chunks, .* max (6\d|5\d)/)).toBeVisible()
  await choose(page, 'Send document to', /^Embeddings, \d+ chunks/)
  await expect(origin(page)).toContainText(/\d+ chunks from Documents/)
  await expect(page.getByRole('region', { name: 'Texts' })).toContainText(/\d texts/)

  await origin(page).getByRole('link', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/documents/)
  await choose(page, 'Send document to', /^Chat$/)
  await expect(origin(page)).toContainText('1 document from Documents')
  await pickModel(page, 'scripted/echo')
  await ask(page, 'What moves the tides?')
  await expect(lastAnswer(page)).toContainText('What moves the tides?')
  const asked = JSON.stringify(upstream.requests.at(-1))
  expect(asked).toContain('The moon moves the tides.')
  expect(asked).toContain('notes.md')
})

test('history keeps the result and the file name; dropping the file again reads it again', async ({
  page,
}) => {
  const file = textFile('notes.txt', 'The moon moves the tides.')
  await openDocuments(page)
  await readFiles(page, file)
  await expect(reader(page)).toContainText('The moon moves the tides.')
  await page.reload()

  await expect(reader(page)).toContainText('The moon moves the tides.')
  await expect(filesToRead(page)).toContainText(['File not available; attach it again'])
  await pickFiles(page, file)
  await expect(page.getByText('Attached again: notes.txt')).toBeVisible()
  await expect(filesToRead(page)).not.toContainText(['attach it again'])
  await page.getByRole('button', { name: 'New batch' }).click()
  await expect(reader(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'History' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /notes\.txt/ })
    .first()
    .click()
  await expect(reader(page)).toContainText('The moon moves the tides.')
})
