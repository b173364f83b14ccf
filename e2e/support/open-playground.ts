import type { Locator, Page } from '@playwright/test'
import { expect } from './server.ts'

/** Opens a playground and waits until it is hydrated. */
export async function openPlayground(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await comeAlive(page)
}

/** Waits until a playground is hydrated. Its main input has the focus then. */
export async function comeAlive(page: Page): Promise<void> {
  await focusByShortcut(page.locator('[data-main-input]'))
}

/** Presses `/`, which moves the focus to the field once the page is hydrated. */
export async function focusByShortcut(field: Locator): Promise<void> {
  // Of all matches: a field in a closed sheet is none yet, and must not be waited for.
  await expect(async () => expect(await field.evaluateAll(pressShortcut)).toBe(true)).toPass({
    intervals: [30],
  })
}

/** In one step with its check: in the field the key would be a letter. */
async function pressShortcut(fields: readonly Element[]): Promise<boolean> {
  const isFocused = () => fields.some(field => field === document.activeElement)
  if (isFocused()) return true
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))
  // The page moves the focus in its next frame.
  await new Promise(requestAnimationFrame)
  return isFocused()
}

/** Shows or hides the request: a column beside the result, or below 1100 px a sheet over it. */
export async function showRequest(page: Page, shown = true): Promise<void> {
  const button = page.getByRole('banner').getByRole('button', { name: 'Request', exact: true })
  const request = page.locator('#request')
  // Right after a change of the width, the button still has the state of the former one.
  await expect(async () => {
    if ((await button.getAttribute('aria-pressed')) !== String(shown)) {
      const change = shown ? button : page.getByRole('button', { name: 'Close request' })
      await change.click({ timeout: 1000 })
    }
    await expect(request).toBeVisible({ visible: shown, timeout: 500 })
  }).toPass()
}
