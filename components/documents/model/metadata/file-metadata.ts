/** Embedded metadata that the sender may not want to share. */
export interface FileMetadata {
  /** Location: `52.37410, 4.89970`. */
  readonly position: string | null
  /** Each once. */
  readonly authors: readonly string[]
}

export const noMetadata: FileMetadata = { position: null, authors: [] }

const authorsMax = 5
const authorLengthMax = 80

/** Non-empty names, deduplicated and truncated. */
export function toAuthors(names: readonly (string | null)[]): readonly string[] {
  const said = names.map(name => name?.replaceAll('\0', '').trim().slice(0, authorLengthMax) ?? '')
  return [...new Set(said.filter(name => name !== ''))].slice(0, authorsMax)
}

export function joinMetadata(parts: readonly FileMetadata[]): FileMetadata {
  return {
    position: parts.find(({ position }) => position !== null)?.position ?? null,
    authors: toAuthors(parts.flatMap(({ authors }) => authors)),
  }
}
