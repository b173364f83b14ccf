import { type Edit, type Elements, openBrace, quote, readElements } from './json-elements.ts'
import { JsonWalker, RepeatedMember } from '#lib/providers/transport/json-walker.ts'

export interface ModelName {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** A list, and the model that each element names; null: none. */
export interface NamedList extends Elements {
  readonly names: readonly (ModelName | null)[]
}

/** @throws UnreadableJson; RepeatedMember */
export function readNamedList(bytes: Buffer, from: number): NamedList {
  const walker = new JsonWalker(bytes)
  walker.at = from
  const names: (ModelName | null)[] = []
  const list = readElements(walker, () => {
    names.push(readModelName(walker))
    return false
  })
  return { ...list, names }
}

/** Of an element that is a name, or has a member `model`. */
function readModelName(walker: JsonWalker): ModelName | null {
  const first = walker.peek()
  if (first === quote) return readName(walker)
  if (first !== openBrace) {
    walker.skip()
    return null
  }
  let found: ModelName | null = null
  const seen = new Set<string>()
  walker.members(name => {
    if (name !== 'model' && name !== 'max_tokens') return walker.skip()
    if (seen.has(name)) throw new RepeatedMember(`\`${name}\` occurs twice in an element of a list`)
    seen.add(name)
    if (name === 'model' && walker.peek() === quote) found = readName(walker)
    else walker.skip()
  })
  return found
}

function readName(walker: JsonWalker): ModelName {
  const from = walker.at
  const name = walker.text()
  return { name, from, to: walker.at }
}

/** Replaces names by those that the upstream has for them. */
export function renames(
  list: NamedList | null,
  otherModels: ReadonlyMap<string, string | null>,
): readonly Edit[] {
  return (list?.names ?? []).flatMap(found => {
    const id = found === null ? null : otherModels.get(found.name)
    const isSame = found === null || id === null || id === undefined || id === found.name
    return isSame ? [] : [{ from: found.from, to: found.to, text: JSON.stringify(id) }]
  })
}
