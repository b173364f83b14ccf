import { ApiError } from '#lib/errors.ts'

/**
 * Refuses what is no CSS selector, before any page is fetched for it.
 * @throws ApiError `invalid_value` with the place in the list
 */
export async function checkSelectors(
  field: string,
  selectors: readonly string[],
  prefix: string,
): Promise<void> {
  if (selectors.length === 0) return
  const { parseFragment } = await import('./parse-page.ts')
  const document = parseFragment('<p>')
  for (const [index, selector] of selectors.entries()) {
    try {
      document.querySelector(selector)
    } catch (error) {
      const message = `\`${selector.slice(0, 40)}\` is no CSS selector.`
      throw new ApiError('invalid_value', message, { param: `${prefix}${field}.${index}`, cause: error })
    }
  }
}
