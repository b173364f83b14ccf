import { expandAll, filterBox, mapSite, panel, requestPane, treeItem, widthOf } from './support/map-page.ts'
import { expect, test } from './support/server.ts'

test('M2, M6: a page is read next to the tree, with its own request in the HTTP and Code tabs', async ({
  page,
  site,
}) => {
  await mapSite(page, site.origin)
  await expandAll(page)
  await filterBox(page).fill('tides')
  const widthAlone = await widthOf(requestPane(page))
  await treeItem(page, 'tides').getByRole('link').click()
  await expect(panel(page)).toContainText('The moon moves the tides.')
  await expect(treeItem(page, 'tides')).toBeVisible()
  await expect(panel(page).getByRole('tab', { name: 'Markdown' })).toBeInViewport({ ratio: 0.9 })
  expect(await widthOf(page.getByRole('tree'))).toBeGreaterThan(await widthOf(requestPane(page)))
  await treeItem(page, 'spring').press('Enter')
  await expect(panel(page)).toContainText('At new and full moon')

  await page.getByRole('tab', { name: 'HTTP' }).click()
  await expect(page.getByLabel('request body', { exact: true })).toContainText(`"url": "${site.origin}"`)
  await page.getByRole('radio', { name: 'Scrape' }).check()
  await expect(page.getByLabel('request body', { exact: true })).toContainText('/docs/tides/spring')
  await page.getByRole('tab', { name: 'Code' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Code' })).toContainText('/docs/tides/spring')
  await page.getByRole('tab', { name: 'Result' }).click()
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await expect(treeItem(page, 'spring')).toBeFocused()
  expect(await widthOf(requestPane(page))).toBe(widthAlone)
  const link = treeItem(page, 'spring').getByRole('link')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(link).toHaveAttribute('href', `${site.origin}/docs/tides/spring`)

  await treeItem(page, 'spring').press('Enter')
  await expect(panel(page)).toContainText('At new and full moon')
  await page.getByRole('button', { name: 'New map' }).click()
  await expect(panel(page)).toBeHidden()
  await page.getByRole('tab', { name: 'HTTP' }).click()
  await expect(page.getByLabel('request body', { exact: true })).not.toContainText('/docs/tides')
  await expect(page.getByRole('radio', { name: 'Scrape' })).toBeHidden()
})
