import type { Locator } from '@playwright/test'

/**
 * Writes down the markup of an element whenever it changes: what is there for a moment only is found in it afterwards,
 * however late this process looks.
 * @returns how to read what there has been so far, oldest first
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
