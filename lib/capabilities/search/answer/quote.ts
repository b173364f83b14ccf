/** Untrusted text within a marked block: it can neither end the block nor begin another. */
export function quote(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›')
}
