/** The part of the team's library that a search includes; a list names collections. */
export type LibraryPart = 'all' | 'none' | readonly string[]

/** @param value of `params.library`; an invalid value counts as all, and the API reports it */
export function readLibraryPart(value: unknown): LibraryPart {
  if (value === false) return 'none'
  if (!Array.isArray(value)) return 'all'
  const names = value.filter((name): name is string => typeof name === 'string')
  return names.length === 0 ? 'all' : names
}

/** @returns the value of `params.library`; undefined: the default, all of it */
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
