import type { Locator } from '@playwright/test'

/**
 * Records the markup of an element on every change, to assert short-lived states later.
 * @returns a reader of the records, oldest first
 */
export async function recordMarkup(locator: Locator): Promise<() => Promise<readonly string[]>> {
  const record = await locator.evaluateHandle(element => {
    const seen = [element.outerHTML]
    const look = () => void seen.push(element.outerHTML)
    new MutationObserver(look).observe(element, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    return seen
  })
  return () => record.jsonValue()
}
