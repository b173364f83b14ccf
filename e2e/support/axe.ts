import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './product.ts'

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// Names, roles and sizes are the same in every theme; these rules read colours.
const colourRules = ['color-contrast', 'link-in-text-block']

/** Fails where axe finds anything on the page as it stands, in the light theme and in the dark one. */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await new AxeBuilder({ page }).setLegacyMode().withRules(colourRules).analyze()
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await new AxeBuilder({ page }).setLegacyMode().withTags(guidelines).analyze()

  expect({ dark: violationsOf(dark), light: violationsOf(light) }).toEqual({ dark: [], light: [] })
}

function violationsOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
