const partCharacters = 1_000_000

/** Collects text as a Blob, piece by piece, so that a large file never stands in memory as one string. */
export function createBlobWriter(): { write: (text: string) => void; finish: (type: string) => Blob } {
  const parts: Blob[] = []
  let pending: string[] = []
  let characters = 0
  const flush = () => {
    parts.push(new Blob(pending))
    pending = []
    characters = 0
  }
  return {
    write(text) {
      pending.push(text)
      characters += text.length
      if (characters >= partCharacters) flush()
    },
    finish(type) {
      flush()
      return new Blob(parts, { type })
    },
  }
}
