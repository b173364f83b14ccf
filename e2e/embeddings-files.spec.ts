import { readFile, writeFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import {
  embed,
  openEmbeddings,
  show,
  tableRows,
  textsBox,
  fidelityLine,
  twoTopics,
} from './support/embeddings-page.ts'
import { expect, test } from './support/server.ts'

async function drop(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page
    .getByLabel('Text file')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

const csv = [
  'id,topic,message',
  '1,sea,"tides, and the moon"',
  '2,bread,flour and yeast',
  '3,bread,"bread with ""salt"""',
  '4,sea,',
].join('\n')

test('E1: a dropped CSV asks for its columns; the text column is embedded and the color column defines groups', async ({
  page,
  upstream,
}) => {
  await openEmbeddings(page, 'scripted/vectors')
  const transfer = await page.evaluateHandle(text => {
    const data = new DataTransfer()
    data.items.add(new File([text], 'messages.csv', { type: 'text/csv' }))
    return data
  }, csv)
  await textsBox(page).dispatchEvent('drop', { dataTransfer: transfer })

  await expect(page.getByText('3 texts, 1 empty skipped')).toBeVisible()
  await page.getByRole('combobox', { name: 'Color column' }).click()
  await page.getByRole('option', { name: 'topic' }).click()
  await page.getByRole('button', { name: /^Run/ }).click()
  await expect(fidelityLine(page)).toBeVisible({ timeout: 30_000 })

  await expect(page.getByRole('region', { name: 'Legend' }).getByRole('button')).toHaveText([
    /bread2/,
    /sea1/,
  ])
  expect(JSON.parse(String(upstream.requests.at(-1)?.body))).toMatchObject({
    input: ['tides, and the moon', 'flour and yeast', 'bread with "salt"'],
  })
  await page.getByRole('button', { name: /^bread/ }).click()
  await show(page, 'Table')
  await expect(tableRows(page)).toHaveCount(1)
})

test('a run of thousands of texts is back after leaving the page and after a reload, with its file', async ({
  page,
  upstream,
}) => {
  // Three words lie in a plane: without it, PCA takes most of the time of this test.
  const words = ['tides ', 'bread ', 'moon ']
  const lines = Array.from(
    { length: 3000 },
    (_, at) => `${at},${at % 2 === 0 ? 'sea' : 'bread'},text ${at} ${words[at % 3]?.repeat(30)}`,
  )
  await openEmbeddings(page, 'scripted/vectors-128')
  await drop(page, 'messages.csv', ['id,topic,message', ...lines].join('\n'))
  await expect(page.getByText('3,000 texts').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Color column' }).click()
  await page.getByRole('option', { name: 'topic' }).click()
  await page.getByRole('button', { name: /^Run/ }).click()
  await expect(fidelityLine(page)).toBeVisible({ timeout: 60_000 })
  const before = upstream.requests.length
  const isBack = async () => {
    await expect(fidelityLine(page)).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('3,000 texts · 128 dimensions')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Texts' })).toContainText('messages.csv')
    await expect(page.getByRole('combobox', { name: 'Color column' })).toContainText('topic')
    await expect(page.getByRole('region', { name: 'Legend' }).getByRole('button')).toHaveCount(2)
  }

  await page.getByRole('link', { name: 'Rerank', exact: true }).click()
  await expect(page).toHaveURL(/\/rerank/)
  await page.getByRole('link', { name: 'Embeddings', exact: true }).click()
  await isBack()
  await page.reload()
  await isBack()
  await show(page, 'Table')
  await expect(tableRows(page).first()).toContainText('tides')

  expect(upstream.requests).toHaveLength(before)
})

const bad: readonly (readonly [string, string, string | Buffer, RegExp])[] = [
  ['a quote that is never closed', 'broken.csv', 'text,topic\n"open,a\nb,c\n', /Line 2: .*quote/i],
  [
    'a binary file',
    'picture.csv',
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ', 'base64'),
    /not a text file/,
  ],
  ['a line that is no JSON', 'lines.jsonl', '{"text":"a"}\n{"text":\n', /Line 2/],
]
for (const [what, name, content, reason] of bad) {
  test(`${what} shows the reason, and the page stays usable`, async ({ page }) => {
    await openEmbeddings(page, 'scripted/vectors')
    await textsBox(page).fill('kept')

    await drop(page, name, content)

    await expect(page.getByRole('alert').filter({ hasText: name })).toContainText(reason)
    await expect(textsBox(page)).toHaveValue('kept')
    await embed(page, twoTopics)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('alert').filter({ hasText: name })).toBeHidden()
  })
}

test('a file of 50 MB is rejected with the limit, and the page stays usable', async ({ page }, testInfo) => {
  const huge = testInfo.outputPath('huge.txt')
  await writeFile(huge, Buffer.alloc(50 * 1024 * 1024, 'a long line\n'))
  await openEmbeddings(page, 'scripted/vectors')

  await page.getByLabel('Text file').setInputFiles(huge)

  await expect(page.getByRole('alert').filter({ hasText: 'huge.txt' })).toContainText(/50 MB.*32 MB/)
  await embed(page, twoTopics)
})

test('E9: the selection is exported as csv, jsonl, npy, projector files and an image', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  await embed(page, twoTopics)
  await show(page, 'Table')
  await tableRows(page).nth(0).click()
  await tableRows(page).nth(1).click()
  await show(page, 'Plot')

  const [table] = await save(page, 'Table with coordinates and clusters (CSV)')
  const rows = String(await readFile(await table.path()))
    .trim()
    .split(/\r?\n/)
  expect(rows).toHaveLength(3)
  expect(rows[1]).toContain('moon tides ocean wave')

  const [jsonl] = await save(page, 'JSON lines with vectors (JSONL)')
  const [first] = String(await readFile(await jsonl.path())).split('\n')
  expect(JSON.stringify(JSON.parse(first ?? ''))).toContain('moon tides ocean wave')

  const [npy] = await save(page, 'Vectors (NPY)')
  const bytes = await readFile(await npy.path())
  expect(bytes.subarray(0, 6).toString('latin1')).toBe('\x93NUMPY')
  expect(bytes.toString('latin1')).toContain("'shape': (2, 8)")
  expect((bytes.length - 128) % 64).toBe(0)

  const projector = await save(page, 'TensorFlow projector (2 TSV files)', 2)
  expect(projector.map(file => file.suggestedFilename()).toSorted()).toEqual([
    expect.stringMatching(/metadata\.tsv$/),
    expect.stringMatching(/vectors\.tsv$/),
  ])

  const [picture] = await save(page, 'Map image (PNG)')
  expect((await readFile(await picture.path())).subarray(1, 4).toString()).toBe('PNG')
})

async function save(page: Page, format: string, count = 1): Promise<[Download, ...Download[]]> {
  const downloads: Download[] = []
  page.on('download', file => downloads.push(file))
  await page.getByRole('button', { name: /^Export (selection|all)$/ }).click()
  await page.getByRole('menuitem', { name: format }).click()
  await expect(page.getByRole('menu')).toBeHidden()
  await expect.poll(() => downloads.length).toBe(count)
  page.removeAllListeners('download')
  const [first, ...others] = downloads
  if (!first) throw new Error('Nothing was saved.')
  return [first, ...others]
}
