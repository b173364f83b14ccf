import { ApiError } from '#lib/errors.ts'

/**
 * Rejects invalid CSS selectors before a page is fetched.
 * @throws ApiError `invalid_value` with the index in the list
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
      const message = `\`${selector.slice(0, 40)}\` is not a valid CSS selector.`
      throw new ApiError('invalid_value', message, { param: `${prefix}${field}.${index}`, cause: error })
    }
  }
}
