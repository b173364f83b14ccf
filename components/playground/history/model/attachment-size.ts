/** Larger attachments stay in the memory of the tab, until the next one of the same playground. */
export const attachmentBytesMax = 64_000_000

/** Approximate bytes of a value. Estimated, not serialized: a run saves each second, and an image is megabytes. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + sizeOf(item), 2)
  return Object.entries(value).reduce((sum, [key, field]) => sum + key.length + 4 + sizeOf(field), 2)
}
