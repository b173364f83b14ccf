/** Which part of the team's library a search looks into; a list names collections. */
export type LibraryPart = 'all' | 'none' | readonly string[]

/** @param value of `params.library`; what the API would refuse counts as all, its own message names it */
export function readLibraryPart(value: unknown): LibraryPart {
  if (value === false) return 'none'
  if (!Array.isArray(value)) return 'all'
  const names = value.filter((name): name is string => typeof name === 'string')
  return names.length === 0 ? 'all' : names
}

/** @returns the value of `params.library`; undefined: the usual, all of it */
export function writeLibraryPart(part: LibraryPart): false | readonly string[] | undefined {
  switch (part) {
    case 'all':
      return undefined
    case 'none':
      return false
    default:
      return part
  }
}
