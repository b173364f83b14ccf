import { expectNoViolations } from './support/axe.ts'
import {
  itemLink,
  itemRows,
  openLibrary,
  passages,
  searchLibrary,
  storedPage,
} from './support/library-page.ts'
import { mockItems, mockLibrary } from './support/library-mock.ts'
import { expect, test } from './support/server.ts'

const indexing = {
  index: { model: 'local/any', chunks: 10, embedded: 4, queued: 2, failed: 1, state: 'indexing' },
}

for (const width of [390, 1280]) {
  test(`the library has no axe violations: ${width} px; empty, list, selection, search, item`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    const mock = await mockLibrary(page, [])
    await openLibrary(page)
    await expect(page.getByRole('heading', { name: 'Your library is empty' })).toBeVisible()
    await expectNoViolations(page)

    mock.items = mockItems(30)
    mock.status = indexing
    await openLibrary(page)
    await itemRows(page).first().getByRole('checkbox').check()
    await expect(page.getByText('1 item selected')).toBeVisible()
    await expectNoViolations(page)
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)
    if (width === 390) {
      await page.getByRole('button', { name: 'Collections' }).click()
      await expect(page.getByRole('switch', { name: 'Save everything' })).toBeVisible()
      await expectNoViolations(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Delete this item?' })).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    await searchLibrary(page, 'how high was the water')
    await expect(passages(page)).toHaveCount(3)
    await expectNoViolations(page)
    await passages(page).nth(1).getByRole('link').click()
    await expect(storedPage(page, 2)).toHaveAttribute('aria-current', 'location')
    await expect(storedPage(page, 2).getByRole('heading', { name: 'Watch 2' })).toBeVisible()
    await expectNoViolations(page)
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)
  })
}

test('the library is usable by keyboard: move, select, delete, search, open', async ({ page }) => {
  const mock = await mockLibrary(page, mockItems(6))
  await openLibrary(page)
  await expect(itemRows(page)).toHaveCount(6)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(itemLink(page, 'Log of day 1')).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('2 items selected')).toBeVisible()

  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete 2 items?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(itemLink(page, 'Log of day 3')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Delete 2 items' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(itemRows(page)).toHaveCount(4)
  await expect(itemLink(page, 'Log of day 5')).toBeFocused()
  expect(mock.changes).toEqual([{ action: 'delete', ids: [1, 2].map(index => mockItems(3)[index]?.id) }])

  await page.keyboard.press('/')
  await page.keyboard.type('water')
  await page.keyboard.press('Enter')
  await expect(passages(page)).toHaveCount(3)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(passages(page).nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?find=water#page=2$/)
  await expect(storedPage(page, 2)).toBeFocused()
})

test('a long list is paginated, and all of it is deleted only after typing the count', async ({ page }) => {
  const mock = await mockLibrary(page, mockItems(250))
  await openLibrary(page)
  const loaded = ['100+ items', '200+ items', '250 items']
  await itemLink(page, 'Log of day 1').focus()
  for (const [turn, last] of [100, 200, 250].entries()) {
    await expect(page.getByText(loaded[turn] ?? '', { exact: true })).toBeVisible()
    expect(await itemRows(page).count()).toBeLessThan(60)
    await page.keyboard.press('End')
    await expect(itemLink(page, `Log of day ${last}`)).toBeFocused()
  }

  await page.reload()
  await itemRows(page).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Select all matching' }).click()
  await expect(page.getByText('250 items selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete 250 items?' })
  await dialog.getByRole('textbox').fill('25')
  await expect(dialog.getByRole('button', { name: 'Delete 250 items' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('250')
  mock.refuseNext = true
  await dialog.getByRole('button', { name: 'Delete 250 items' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The database is unavailable.')
  await expect(dialog.getByRole('button', { name: 'req_batch' })).toBeVisible()
  expect(mock.items).toHaveLength(250)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Your library is empty' })).toBeVisible()
})

test('a failed item shows its reason and can be reindexed; the index shows its progress', async ({
  page,
}) => {
  const mock = await mockLibrary(page, mockItems(4))
  mock.status = indexing
  await openLibrary(page)
  await expect(page.getByRole('status').filter({ hasText: 'Indexing with local/any' })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Index', exact: true })).toHaveAttribute('value', '4')
  await expect(itemRows(page).nth(1)).toContainText('1 of 4 chunks')
  await expect(itemRows(page).nth(2)).toContainText('Failed: the embedding model refused it')
  await itemRows(page).nth(2).getByRole('button', { name: 'Reindex Log of day 3' }).click()
  await expect.poll(() => mock.changes).toEqual([{ action: 'retry', ids: [mockItems(3)[2]?.id] }])

  mock.status = { index: { model: 'local/any', state: 'waiting', reason: 'it is being fetched', queued: 1 } }
  await expect(page.getByText('local/any is unavailable: it is being fetched')).toBeVisible()
  await page.getByRole('switch', { name: 'Save everything' }).check()
  await expect(page.getByText(/^Saves every page and document read with the team/)).toBeVisible()
  mock.status = { ...mock.status, quota: { items: 20_000, items_max: 20_000, bytes: 1, bytes_max: 2 } }
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Save everything' })).toBeChecked()
  await expect(page.getByText('The library is full')).toBeVisible()
})
