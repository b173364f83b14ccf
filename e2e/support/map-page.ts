import type { Locator, Page } from '@playwright/test'
import { openPlayground } from './open-playground.ts'
import { expect } from './server.ts'

/** Opens the map playground, maps the URL and waits for the end. */
export async function mapSite(page: Page, address: string): Promise<void> {
  await openPlayground(page, '/map')
  await run(page, address)
  // Below 1100 px the request is a sheet, which a run closes.
  await expect(page.getByRole('button', { name: 'Run again', includeHidden: true })).toBeAttached()
}

/** Enters a URL and presses Enter, as in a browser. */
export async function run(page: Page, address: string): Promise<void> {
  await addressBox(page).fill(address)
  await addressBox(page).press('Enter')
}

export function addressBox(page: Page): Locator {
  return page.getByRole('textbox', { name: 'URL', exact: true })
}

export function filterBox(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Filter links' })
}

/** A host, folder or page of the tree, by the beginning of its name. */
export function treeItem(page: Page, name: string): Locator {
  return page.getByRole('treeitem', { name: new RegExp(`^${name}(?![\\w-])`) })
}

/** The links of the list. */
export function listRows(page: Page): Locator {
  return page
    .getByRole('grid', { name: 'Links of the map' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
}

export async function show(page: Page, view: 'Tree' | 'List' | 'Treemap' | 'Changes'): Promise<void> {
  await page.getByRole('tab', { name: view, exact: true }).click()
  await expect(page.getByRole('tab', { name: view, exact: true })).toHaveAttribute('aria-selected', 'true')
}

/** Opens the tree down to its last page. */
export async function expandAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Expand' }).click()
  await page.getByRole('menuitem', { name: 'Everything' }).click()
  await expect(page.getByRole('menu')).toBeHidden()
}

/** The outcome and the reason the map ended; shown at the end. */
export function outcome(page: Page): Locator {
  return page.getByRole('group', { name: 'Outcome' })
}

/** The page shown next to the map. */
export function panel(page: Page): Locator {
  return page.getByRole('region', { name: 'Scrape', exact: true })
}

export function requestPane(page: Page): Locator {
  return page.getByRole('region', { name: 'Request', exact: true })
}

/** In pixels. */
export async function widthOf(element: Locator): Promise<number> {
  return (await element.boundingBox())?.width ?? 0
}
