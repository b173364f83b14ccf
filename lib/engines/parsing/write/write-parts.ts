import { open } from 'node:fs/promises'

const bufferedChars = 1024 * 1024

/** Writes a body part by part: the whole of a large one is never in memory as text, JSON and bytes at once. */
export async function writeParts(path: string, parts: Iterable<string>): Promise<void> {
  await using file = await open(path, 'w', 0o600)
  let waiting: string[] = []
  let length = 0
  for (const part of parts) {
    waiting.push(part)
    length += part.length
    if (length < bufferedChars) continue
    await file.appendFile(waiting.join(''))
    waiting = []
    length = 0
  }
  await file.appendFile(waiting.join(''))
}
