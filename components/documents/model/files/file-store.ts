/** The bytes of dropped files and their passwords: in memory only, never stored. */
export interface FileStore {
  readonly get: (id: string) => File | null
  readonly set: (id: string, file: File) => void
  /** Password of a document; otherwise the one for all; otherwise empty. */
  readonly passwordOf: (id: string) => string
  /** `null`: for all documents without their own. */
  readonly setPassword: (id: string | null, password: string) => void
}

export function createFileStore(): FileStore {
  const files = new Map<string, File>()
  const passwords = new Map<string | null, string>()
  return {
    get: id => files.get(id) ?? null,
    set: (id, file) => void files.set(id, file),
    passwordOf: id => passwords.get(id) ?? passwords.get(null) ?? '',
    setPassword: (id, password) => void passwords.set(id, password),
  }
}
