import { expectNoViolations } from './support/axe.ts'
import {
  addressBox,
  expandAll,
  filterBox,
  listRows,
  mapSite,
  outcome,
  panel,
  run,
  show,
  treeItem,
} from './support/map-page.ts'
import { openPlayground } from './support/open-playground.ts'
import { expect, test } from './support/server.ts'

for (const width of [390, 1280]) {
  test(`axe finds no violations: ${width} px; empty, running, done, read, compared, failed`, async ({
    page,
    site,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 800 })
    await openPlayground(page, '/map')
    await expectNoViolations(page)

    using held = site.hold('/guides/knots')
    await run(page, site.origin)
    await held.asked
    await expect(treeItem(page, 'docs')).toBeVisible()
    await expectNoViolations(page)
    held.release()
    await expect(outcome(page)).toContainText('37 links')
    await expandAll(page)
    await treeItem(page, 'about').press('Space')
    await filterBox(page).fill('a')
    await expectNoViolations(page)
    await expect(page.locator('body')).toHaveJSProperty('scrollWidth', width)

    await treeItem(page, 'about').press('Enter')
    await expect(panel(page)).toContainText('Friends of the harbour')
    await expectNoViolations(page)
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await show(page, 'List')
    await expect(listRows(page).first()).toBeVisible()
    await expectNoViolations(page)
    await show(page, 'Treemap')
    await expect(page.getByRole('table', { name: /^Links by folder/ })).toBeAttached()
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Export', exact: true }).first().click()
    await expect(page.getByRole('dialog', { name: 'Export links' })).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()

    using _ = site.breakOff()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'fetch_failed' })).toBeVisible()
    await expectNoViolations(page)
  })
}

test('everything works by keyboard: run, move in the tree, select a folder, read a page, return', async ({
  page,
  site,
}) => {
  await openPlayground(page, '/map')
  await page.keyboard.type(site.origin)
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toContainText('37 links')
  const item = (name: string) => treeItem(page, name)
  for (let step = 0; step < 40; step += 1) {
    if (await item(site.host).evaluate(element => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(item(site.host)).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await expect(item('about')).toBeFocused()
  await page.keyboard.type('docs')
  await expect(item('docs')).toBeFocused()
  await expect(item('docs')).toHaveAttribute('aria-level', '2')
  await expect(item('docs')).toHaveAttribute('aria-posinset', '4')
  await expect(item('docs')).toHaveAttribute('aria-setsize', '12')
  await page.keyboard.press('*')
  await expect(item('guides')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(item('boats')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(item('boats')).toHaveAttribute('aria-checked', 'true')
  await expect(item('docs')).toHaveAttribute('aria-checked', 'mixed')
  await page.keyboard.press('ArrowLeft')
  await expect(item('docs')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(item('docs')).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByText('37 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('End')
  await expect(item('shop')).toBeVisible()
  await page.keyboard.press('Home')
  await expect(item(site.host)).toBeFocused()

  await page.keyboard.type('about')
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText('Friends of the harbour')
  for (let step = 0; step < 40; step += 1) {
    if (await panel(page).evaluate(element => element.contains(document.activeElement))) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await expect(item('about')).toBeFocused()
  await page.keyboard.press('/')
  await expect(addressBox(page)).toBeFocused()
})

test('on a phone the shown page covers the map, and closing it returns to its row', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await mapSite(page, site.origin)
  await treeItem(page, 'about').getByRole('link').click()
  await expect(panel(page)).toContainText('Friends of the harbour')
  await expect(page.locator('[inert]').filter({ has: page.getByRole('tree') })).toBeAttached()
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await expect(treeItem(page, 'about')).toBeFocused()
})
