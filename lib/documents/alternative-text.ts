/** Alternative text as its author wrote it: programs append that they generated it. */
export function cleanAlternative(text: string): string {
  return (
    text
      // Only from the first space: each one would search the rest of a long run.
      .replace(/(?<!\s)\s*Description automatically generated.*$/s, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}
