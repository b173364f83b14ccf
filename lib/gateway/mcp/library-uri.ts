const prefix = 'sextant://library/'

export const libraryUriTemplate = `${prefix}{id}`

export function libraryUri(id: string): string {
  return prefix + id
}

/** @returns null: another resource */
export function readLibraryUri(uri: string): string | null {
  return uri.startsWith(prefix) ? uri.slice(prefix.length) : null
}
