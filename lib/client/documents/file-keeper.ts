/** The bytes of what was dropped, by the id of their file: they stay in this page and are never stored. */
export interface FileKeeper {
  readonly get: (id: string) => File | null
  readonly set: (id: string, file: File) => void
}

export function createFileKeeper(): FileKeeper {
  const files = new Map<string, File>()
  return {
    get: id => files.get(id) ?? null,
    set: (id, file) => void files.set(id, file),
  }
}
