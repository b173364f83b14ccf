import type { Page } from '@playwright/test'
import { documentBox, fillRequest, openRerank, queryBox, rankedRows, run } from './support/rerank-page.ts'
import { expect, test } from './support/server.ts'

async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page
    .getByLabel('Documents file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) })
}

async function paste(page: Page, index: number, text: string): Promise<void> {
  await documentBox(page, index).focus()
  await page.evaluate(value => navigator.clipboard.writeText(value), text)
  await page.keyboard.press('ControlOrMeta+v')
}

test('R1: pasted lines become documents by a click; rows are moved by key or menu, and removed', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openRerank(page, 'scripted/words')
  await documentBox(page, 1).fill('typed before, ')
  await paste(page, 1, 'one\ntwo\n\nthree')
  await expect(page.getByText('This row has 3 lines.')).toBeVisible()
  await expect(documentBox(page, 1)).toHaveValue('typed before, one\ntwo\n\nthree')

  await page.getByRole('button', { name: 'Convert to 3 documents' }).click()

  await expect(documentBox(page, 1)).toHaveValue('typed before, one')
  await expect(documentBox(page, 3)).toHaveValue('three')
  await expect(page.getByText('3 · 25 B')).toBeVisible()
  await documentBox(page, 3).press('Alt+ArrowUp')
  await expect(documentBox(page, 2)).toBeFocused()
  await expect(documentBox(page, 2)).toHaveValue('three')
  await page.getByRole('button', { name: 'More actions for document 1' }).click()
  await page.getByRole('menuitem', { name: 'Move down' }).click()
  await expect(documentBox(page, 1)).toHaveValue('three')
  await page.getByRole('button', { name: 'Remove document 1' }).click()
  await expect(documentBox(page, 2)).toHaveValue('two')
  await expect(documentBox(page, 3)).toHaveCount(0)
})

test('R2: a pasted list is validated item by item; table and JSON stay in sync', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openRerank(page, 'scripted/words')
  await paste(page, 1, '["a", {"text": "b", "id": 7}, 3, ""]')
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('Item 3 is a number')
  await expect(page.getByRole('list', { name: 'Problems' })).toContainText('Item 4 is empty')
  await page.getByRole('button', { name: 'Convert to 4 documents' }).click()
  await documentBox(page, 2).fill('B')

  await page.getByRole('group', { name: 'Document format' }).getByRole('radio', { name: 'JSON' }).check()

  const json = page.getByRole('textbox', { name: 'Documents (JSON)' })
  await expect(json).toContainText('"id": 7')
  await expect(json).toContainText('"text": "B"')
  // The real editor: its placeholder while loading looks the same.
  await expect(json).toHaveAttribute('contenteditable', 'true')
  await json.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('["x", ')
  await expect(page.getByText('Line 1, column 7: unexpected end of text, expected a value.')).toBeVisible()
  await page.keyboard.type('"y"]')
  await page.getByRole('group', { name: 'Document format' }).getByRole('radio', { name: 'Table' }).check()
  await expect(documentBox(page, 2)).toHaveValue('y')
})

test('a file is read from the selected column, and appended to or replaces the documents', async ({
  page,
}) => {
  await openRerank(page, 'scripted/words')
  await documentBox(page, 1).fill('first')
  await chooseFile(page, 'fruit.csv', 'name,about\nApple,"red, round"\nBanana,long and yellow\nCherry,\n')
  await expect(page.getByText('fruit.csv: 2 texts, 1 empty skipped')).toBeVisible()

  await page.getByRole('button', { name: 'Add to documents' }).click()

  await expect(documentBox(page, 2)).toHaveValue('red, round')
  await chooseFile(page, 'fruit.csv', 'name,about\nApple,"red, round"\nBanana,long and yellow\n')
  await page.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option', { name: 'name' }).click()
  await page.getByRole('button', { name: 'Replace documents' }).click()
  await expect(documentBox(page, 1)).toHaveValue('Apple')
  await expect(documentBox(page, 3)).toHaveCount(0)

  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['{"text":"from a line"}\n{"text":"and one more"}\n'], 'two.jsonl'))
    return transfer
  })
  await page.getByRole('region', { name: 'Documents' }).dispatchEvent('drop', { dataTransfer: dropped })
  await page.getByRole('button', { name: 'Replace documents' }).click()
  await expect(documentBox(page, 2)).toHaveValue('and one more')
})

for (const [what, name, content, words] of [
  ['a CSV with a broken quote', 'broken.csv', 'id,text\n1,"Red\n2,Blue\n', /broken\.csv, line 2: .*quote/],
  ['a binary file', 'image.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0]), /image\.png: /],
  ['JSON that breaks off', 'list.json', '["a", "b"', /list\.json/],
] as const) {
  test(`${what} is rejected with its reason, and the page stays usable`, async ({ page }) => {
    await openRerank(page, 'scripted/words')

    await chooseFile(page, name, content)

    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await fillRequest(page, 'red fox', ['a dog', 'a red fox'])
    await run(page)
    await expect(rankedRows(page, 'scripted/words').first()).toContainText('a red fox')
  })
}

test('an empty query and an empty row are reported with links; “send anyway” shows the API error', async ({
  page,
  upstream,
}) => {
  await openRerank(page, 'scripted/words')
  await documentBox(page, 1).fill('a red fox')
  await page.getByRole('button', { name: 'Add document' }).click()
  const before = upstream.requests.length

  await run(page)

  await expect(queryBox(page)).toBeFocused()
  await expect(queryBox(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('2 fields need attention.')).toBeVisible()
  await queryBox(page).fill('fox')
  await run(page)
  await expect(documentBox(page, 2)).toBeFocused()
  await expect(documentBox(page, 2)).toHaveAttribute('aria-invalid', 'true')
  expect(upstream.requests).toHaveLength(before)

  await page.getByRole('button', { name: 'Send anyway' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '400' })).toContainText('invalid_value')
  expect(upstream.requests).toHaveLength(before)

  await page.getByRole('button', { name: 'Remove empty row' }).click()
  await run(page)
  await expect(rankedRows(page, 'scripted/words')).toHaveCount(1)
})

test('1,001 documents are rejected before they are sent; 1,000 are ranked', async ({ page }) => {
  const lines = Array.from({ length: 1001 }, (_, index) => `text number ${index + 1}`)
  await openRerank(page, 'scripted/words')
  await queryBox(page).fill('position 777')
  await chooseFile(page, 'many.txt', lines.join('\n'))
  await expect(page.getByText('1,001 documents; the limit is 1,000 per request.')).toBeVisible()
  await page.getByRole('button', { name: 'Use as documents' }).click()

  await run(page)

  await expect(page.getByText('1,001 documents; the limit is 1,000 per request.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send anyway' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove document 1', exact: true }).click()
  await run(page)
  await expect(rankedRows(page, 'scripted/words').first()).toContainText('text number 777')
  await expect(page.getByText('1,000 of 1,000 returned', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Run metrics')).toContainText('10 search units')
})

test('a missing embedded model can be downloaded from its error, next to one that ranked', async ({
  page,
}) => {
  await page.route('**/api/models', async route => {
    const response = await route.fetch()
    const { data, ...list } = await response.json()
    const absent = { id: 'absent', object: 'model', created: 0, owned_by: 'local', type: 'rerank' }
    await route.fulfill({
      response,
      json: { ...list, data: [...data, { ...absent, state: 'not_downloaded' }] },
    })
  })
  await openRerank(page, 'scripted/words', 'absent')
  await fillRequest(page, 'red', ['apples', 'red cherries'])

  await run(page)

  await expect(rankedRows(page, 'scripted/words').first()).toContainText('red cherries')
  const failed = page.getByRole('region', { name: 'absent', exact: true })
  await expect(failed.getByRole('alert')).toContainText('model_not_found')
  await expect(failed.getByRole('region', { name: 'absent is not downloaded' })).toBeVisible()
  await expect(failed.getByRole('button', { name: 'Download' })).toBeVisible()
})
