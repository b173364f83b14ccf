/** The `local/` prefix is optional: only embedded models can be downloaded or deleted. */
export function toModelId(text: string): string {
  return text.includes('/') ? text : `local/${text}`
}
