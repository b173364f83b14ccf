import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expectNothingCut, isPhone } from './layout.ts'
import { expect } from './server.ts'

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// Names, roles and sizes are the same in every theme; these rules check colors.
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Fails on any axe violation of the current page, in light and dark theme, and where its layout breaks at any width. A phone
 * has the colors of other widths, so dark is skipped there.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  // A frame without axe would pass unchecked.
  expect(page.frames()).toHaveLength(1)
  const isLoaded = await page.evaluate(() => 'axe' in window)
  if (!isLoaded) await page.evaluate(axe.source)

  const dark = isPhone(page) ? [] : await findIn('dark', colourRules)
  const light = await findIn('light', guidelines)

  expect({ dark, light }).toEqual({ dark: [], light: [] })
  await expectNothingCut(page)

  async function findIn(theme: 'light' | 'dark', rulesOrTags: string[]): Promise<string[]> {
    await changeTheme(page, theme)
    return await findViolations(page, rulesOrTags)
  }
}

// Even the shortest transition shows the old colors for a frame, and each child's starts after its parent's.
async function changeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition-property: none !important }')
    document.adoptedStyleSheets = [still]
  })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** Only what is wrong leaves the page: the whole report takes longer to send than to write. */
function findViolations(page: Page, rulesOrTags: string[]): Promise<string[]> {
  return page.evaluate(async runOnly => {
    const injected = (window as unknown as { axe: typeof axe }).axe
    const { violations } = await injected.run({ runOnly, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
  }, rulesOrTags)
}
