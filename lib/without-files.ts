const file = /^data:[^,]{0,200};base64,/i

/**
 * A copy of plain data without its files: images, audio and documents as `data:` URLs. A list item that is or
 * contains a file is removed as a whole, so a message loses its image and keeps its text.
 * @returns the copy and the number of removed files
 */
export function withoutFiles<T extends object>(value: T): { readonly value: T; readonly removed: number } {
  let removed = 0
  const leaveOut = (): false => {
    removed += 1
    return false
  }
  const clean = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.filter(item => !holdsFile(item) || leaveOut()).map(clean)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part)
        .filter(([, field]) => !isFile(field) || leaveOut())
        .map(([key, field]) => [key, clean(field)]),
    )
  }
  const cleaned = clean(value) as T
  return { value: cleaned, removed }
}

function isFile(value: unknown): boolean {
  return typeof value === 'string' && file.test(value)
}

function holdsFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return isFile(value)
  return Object.values(value).some(holdsFile)
}
