import { groupNames, textNames } from './column-names.ts'

const nameLengthMax = 40

/** Whether the first record names the columns: all different, short, no numbers and no sentences. */
export function hasHeader(fields: readonly string[]): boolean {
  const names = fields.map(field => field.trim().toLowerCase())
  if (names.some(name => textNames.has(name) || groupNames.has(name))) return true
  // A single column without a known name: a first text is likelier than a name.
  if (names.length < 2 || new Set(names).size < names.length) return false
  return names.every(
    name => name.length <= nameLengthMax && !isNumber(name) && !/[.!?,:;]|\s\S+\s\S+\s/.test(name),
  )
}

function isNumber(name: string): boolean {
  return name !== '' && Number.isFinite(Number(name))
}
