const reasons: Readonly<Record<string, string>> = {
  quota: 'The library is full.',
  too_short: 'The page has under 200 characters of text.',
  status: 'The page answered with an error of its own.',
  too_large: 'The page has over 16 MiB of text.',
  failed: 'The library could not be written; the log says why.',
}

/**
 * What the API says beside a page of what became of it in the library.
 * @returns the id of its item
 * @throws Error with the reason why it is not kept
 */
export function readReceipt(headers: Pick<Headers, 'get'>): string {
  const receipt = headers.get('sextant-library')
  if (receipt === null) throw new Error('The server does not say that the page was kept.')
  const reason = /^skipped; reason=(\w+)$/.exec(receipt)?.[1]
  if (reason === undefined) return receipt
  throw new Error(reasons[reason] ?? `The page is not kept: ${reason}.`)
}
