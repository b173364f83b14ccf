import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expectNothingCut } from './layout.ts'
import { expect } from './server.ts'

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// Names, roles and sizes are the same in every theme; these rules check colors.
const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * Fails on any axe violation of the current page, in light and dark theme, and where its layout breaks at any
 * width.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  await changeTheme(page, 'dark')
  const dark = await new AxeBuilder({ page }).setLegacyMode().withRules(colourRules).analyze()
  await changeTheme(page, 'light')
  const light = await new AxeBuilder({ page }).setLegacyMode().withTags(guidelines).analyze()

  expect({ dark: violationsOf(dark), light: violationsOf(light) }).toEqual({ dark: [], light: [] })
  await expectNothingCut(page)
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

function violationsOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
