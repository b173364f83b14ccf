import { expectNoViolations } from './support/axe.ts'
import {
  embed,
  map,
  neighbours,
  openEmbeddings,
  show,
  tableRows,
  textsBox,
  fidelityLine,
  twoTopics,
} from './support/embeddings-page.ts'
import { showRequest } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'

for (const width of [390, 1280]) {
  test(`axe finds no violations on the embeddings page: ${width} px; empty, every view, neighbours, failed`, async ({
    page,
    upstream,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await openEmbeddings(page, 'scripted/one', 'scripted/two')
    const toRequest = async () => {
      if (width < 1100) await showRequest(page)
      // The tooltip of its button is not part of the page.
      await page.mouse.move(1, 1)
    }
    await expectNoViolations(page)
    await toRequest()
    await expectNoViolations(page)

    await embed(page, twoTopics)
    await expectNoViolations(page)
    await map(page).press('Enter')
    await expect(neighbours(page)).not.toHaveCount(0)
    await expectNoViolations(page)
    for (const view of ['Table', 'Matrix', 'Health', 'Dimensions', 'Agreement']) {
      await show(page, view)
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await expectNoViolations(page)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

    await toRequest()
    upstream.next({ kind: 'error', status: 400 }, { kind: 'error', status: 400 })
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('alert').filter({ hasText: '400' }).first()).toBeVisible()
    await expectNoViolations(page)
  })
}

test('E8: everything works by keyboard, and screen readers get progress announcements', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  await page.keyboard.press('/')
  await expect(textsBox(page)).toBeFocused()
  await page.keyboard.insertText(twoTopics.join('\n'))
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(fidelityLine(page)).toBeVisible({ timeout: 30_000 })
  await expect(page.locator('output').first()).toHaveText('Embedded 10 texts, 8 dimensions')

  await page.getByRole('tab', { name: 'Plot', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'Texts' })
  await grid.getByRole('button', { name: 'Text' }).press('Enter')
  await expect(grid.getByRole('columnheader', { name: 'Text' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(tableRows(page).first()).toContainText('bread flour salt yeast')
  await tableRows(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Space')
  await expect(page.getByRole('row', { selected: true })).toHaveCount(1)
  await expect(page.locator('output').first()).toContainText('1 selected')
  await page.keyboard.press('Enter')

  await expect(neighbours(page)).toHaveCount(9)
  await map(page).focus()
  for (const key of ['+', 'ArrowLeft', 'ArrowDown', '-', '0', 'Enter']) await page.keyboard.press(key)
  await expect(neighbours(page)).toHaveCount(9)
})

test('E8: a table of thousands of rows announces its size and keeps a single tab stop', async ({ page }) => {
  await openEmbeddings(page, 'scripted/vectors')
  await embed(
    page,
    Array.from({ length: 2000 }, (_, index) => `row ${index} of many`),
  )
  await show(page, 'Table')
  const grid = page.getByRole('grid', { name: 'Texts' })

  await expect(grid).toHaveAttribute('aria-rowcount', '2001')
  expect(await tableRows(page).count()).toBeLessThan(100)
  await tableRows(page).first().focus()
  await page.keyboard.press('End')
  await expect(page.locator('[data-place="1999"]')).toBeFocused()
  await expect(grid.locator('[role=row][tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Home')
  await expect(page.locator('[data-place="0"]')).toBeFocused()
})
