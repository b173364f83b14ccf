/** An alternative text as its author wrote it: programs add that they made it themselves. */
export function cleanAlternative(text: string): string {
  return text
    .replace(/\s*Description automatically generated.*$/s, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
