/** What a file tells beside its content, and who sends it may not want to tell. */
export interface FileMetadata {
  /** Where it was taken: `52.37410, 4.89970`. */
  readonly position: string | null
  /** Each once. */
  readonly authors: readonly string[]
}

export const noMetadata: FileMetadata = { position: null, authors: [] }

const authorsMax = 5
const authorLengthMax = 80

/** The names that say something, each once, cut where they are long. */
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
