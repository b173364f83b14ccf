/** The bytes of what was dropped, and passwords that were given for them: they stay in this page and are never stored. */
export interface FileKeeper {
  readonly get: (id: string) => File | null
  readonly set: (id: string, file: File) => void
  /** Of a document; else the one that was given for all; else an empty one. */
  readonly passwordOf: (id: string) => string
  /** `null`: for all that have none of their own. */
  readonly setPassword: (id: string | null, password: string) => void
}

export function createFileKeeper(): FileKeeper {
  const files = new Map<string, File>()
  const passwords = new Map<string | null, string>()
  return {
    get: id => files.get(id) ?? null,
    set: (id, file) => void files.set(id, file),
    passwordOf: id => passwords.get(id) ?? passwords.get(null) ?? '',
    setPassword: (id, password) => void passwords.set(id, password),
  }
}
