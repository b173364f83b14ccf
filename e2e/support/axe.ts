import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './product.ts'

const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// Names, roles and sizes are the same in every theme; these rules read colours.
const colourRules = ['color-contrast', 'link-in-text-block']

/** Fails where axe finds anything on the page as it stands, in the light theme and in the dark one. */
export async function expectNoViolations(page: Page): Promise<void> {
  await changeTheme(page, 'dark')
  const dark = await new AxeBuilder({ page }).setLegacyMode().withRules(colourRules).analyze()
  await changeTheme(page, 'light')
  const light = await new AxeBuilder({ page }).setLegacyMode().withTags(guidelines).analyze()

  expect({ dark: violationsOf(dark), light: violationsOf(light) }).toEqual({ dark: [], light: [] })
}

/** Also the shortest transition shows the old colours for a frame. */
async function changeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const countTransitions = () =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
      return document.getAnimations().filter(each => each instanceof CSSTransition).length
    })
  await expect.poll(countTransitions).toBe(0)
}

function violationsOf({ violations }: Awaited<ReturnType<AxeBuilder['analyze']>>): string[] {
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
