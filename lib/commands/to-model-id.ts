/** People leave out `local/`: only embedded models can be fetched or removed. */
export function toModelId(text: string): string {
  return text.includes('/') ? text : `local/${text}`
}
