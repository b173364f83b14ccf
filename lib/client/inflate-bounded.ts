/**
 * Inflates raw deflate data to text, and stops as soon as it grows over the limit: a few kilobytes can hold gigabytes.
 * @throws RangeError over the limit; TypeError for damaged data
 */
export async function inflateBounded(packed: Uint8Array<ArrayBuffer>, bytesMax: number): Promise<string> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let bytes = 0
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.length
    if (bytes > bytesMax) {
      await reader.cancel()
      throw new RangeError(`more than ${bytesMax} bytes`)
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}
