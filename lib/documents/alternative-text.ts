/** Alternative text as its author wrote it: programs append that they generated it. */
export function cleanAlternative(text: string): string {
  return text
    .replace(/\s*Description automatically generated.*$/s, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
