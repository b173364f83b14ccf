import { GrammarTooLarge } from './grammar-meter.ts'

/**
 * The properties of a grammar that its width depends on. The width is the number of places in the grammar where the next character
 * of a text may belong: the runner compares each of them with its whole vocabulary at each step, which takes about
 * a millisecond.
 */
export type Shape =
  | { readonly kind: 'plain'; readonly first: FirstCharacter; readonly width: number }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  /** An object with any names. */
  | { readonly kind: 'map'; readonly value: Shape }
  | { readonly kind: 'list'; readonly items: readonly Shape[] }
  | { readonly kind: 'choice'; readonly branches: readonly Shape[] }
  | Reference

/** `any`: the text may begin like each of the others. */
type FirstCharacter = 'string' | 'object' | 'array' | 'other' | 'any'

export interface Member {
  readonly name: string
  /** JSON text of the only value that is allowed. */
  readonly constant: string | null
  readonly required: boolean
  readonly shape: Shape
}

/** `target` is set when the referenced schema is complete: schemas may contain themselves. */
export interface Reference {
  readonly kind: 'reference'
  target: Shape | null
}

type Branch = Exclude<Shape, { kind: 'choice' | 'reference' }>
type ObjectShape = Extract<Shape, { kind: 'object' }>

/** A step takes less than half a second. */
const widthMax = 500
/** Branches of all choices of a grammar, each as often as it is referenced. */
const visitsMax = 20_000
/** A recursive width that still grows after as many rounds has no limit. */
const roundsMax = 16

// White space, and the ends of a list or object.
const punctuation = 6

/** @throws GrammarTooLarge if a step of the runner would take too long */
export function requireNarrow(shape: Shape): void {
  const reader = new WidthReader()
  for (let round = 0; round < roundsMax; round += 1) if (reader.isSettled(shape)) return
  throw tooAmbiguous()
}

class WidthReader {
  readonly #branches = new Map<Shape, readonly Branch[]>()
  /** Widths of the last round, for references inside their own target. */
  #before = new Map<Shape, number>()
  #widths = new Map<Shape, number>()
  #visits = 0

  /** Computes all widths once more: false while those of recursive schemas still grow. */
  isSettled(shape: Shape): boolean {
    this.#before = this.#widths
    this.#widths = new Map()
    this.#read(shape)
    return [...this.#widths].every(([read, width]) => this.#before.get(read) === width)
  }

  #read(shape: Shape): number {
    const known = this.#widths.get(shape)
    if (known !== undefined) return known
    this.#widths.set(shape, this.#before.get(shape) ?? 0)
    const width = this.#measure(shape)
    if (width > widthMax) throw tooAmbiguous()
    this.#widths.set(shape, width)
    return width
  }

  #measure(shape: Shape): number {
    switch (shape.kind) {
      case 'plain':
        return shape.width
      case 'object':
        return Math.max(widthOfNames(shape), ...shape.members.map(member => this.#read(member.shape)))
      case 'map':
        return punctuation + this.#read(shape.value)
      case 'list':
        return punctuation + Math.max(0, ...shape.items.map(item => this.#read(item)))
      case 'choice':
      case 'reference':
        return this.#readChoice(this.#flatten(shape, new Set()))
    }
  }

  /** The first character distinguishes branches, in objects also the first member. */
  #readChoice(branches: readonly Branch[]): number {
    const sum = (found: readonly Branch[]) => found.reduce((width, branch) => width + this.#read(branch), 0)
    const startingWith = (first: FirstCharacter) => branches.filter(branch => firstOf(branch) === first)
    const objects = branches.filter(branch => branch.kind === 'object')
    const anywhere = sum(startingWith('any'))
    const names = objects.reduce((width, branch) => width + widthOfNames(branch), 0)
    const openObjects = sum(startingWith('object').filter(({ kind }) => kind !== 'object'))
    const widths = [
      branches.length + sum(startingWith('other')),
      sum(startingWith('string')),
      sum(startingWith('array')),
      names + openObjects,
      ...groupByFirstMember(objects).map(group => openObjects + sum(group)),
    ]
    return anywhere + Math.max(...widths)
  }

  /**
   * The branches of nested choices.
   * @param path references that lead here without a character in between
   */
  #flatten(shape: Shape, path: Set<Shape>): readonly Branch[] {
    if (shape.kind !== 'choice' && shape.kind !== 'reference') return [shape]
    const known = this.#branches.get(shape)
    if (known !== undefined) return known
    if (path.has(shape)) throw new GrammarTooLarge('a `$ref` that refers to itself')
    path.add(shape)
    const inner = shape.kind === 'choice' ? shape.branches : [shape.target].filter(target => target !== null)
    const branches = inner.flatMap(branch => this.#flatten(branch, path))
    path.delete(shape)
    this.#visits += branches.length
    if (branches.length > widthMax || this.#visits > visitsMax) throw tooAmbiguous()
    this.#branches.set(shape, branches)
    return branches
  }
}

function firstOf(branch: Branch): FirstCharacter {
  switch (branch.kind) {
    case 'plain':
      return branch.first
    case 'object':
    case 'map':
      return 'object'
    case 'list':
      return 'array'
  }
}

/** Optional members can be omitted, so any name of a run of them may follow. */
function widthOfNames({ members }: ObjectShape): number {
  let [longest, run] = [0, 0]
  for (const { required } of members) {
    run += 1
    longest = Math.max(longest, run)
    if (required) run = 0
  }
  return longest + punctuation
}

/** Objects that may begin with the same member. Constants of the same name differ before the end of the member. */
function groupByFirstMember(objects: readonly ObjectShape[]): ObjectShape[][] {
  const parents = new Map<ObjectShape, ObjectShape>()
  const rootOf = (object: ObjectShape): ObjectShape => {
    let root = object
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent
    return root
  }
  const byName = Object.groupBy(objects.flatMap(toFirstMembers), ({ name }) => `:${name}`)
  for (const members of Object.values(byName)) {
    const isOpen = members?.some(({ constant }) => constant === null)
    const firsts = new Map<string | null, ObjectShape>()
    for (const { object, constant } of members ?? []) {
      const key = isOpen ? null : constant
      const [one, other] = [rootOf(object), rootOf(firsts.get(key) ?? object)]
      firsts.set(key, other)
      if (one !== other) parents.set(one, other)
    }
  }
  return [...Map.groupBy(objects, rootOf).values()]
}

function toFirstMembers(object: ObjectShape) {
  const required = object.members.findIndex(member => member.required)
  const firsts = required === -1 ? object.members : object.members.slice(0, required + 1)
  return firsts.map(({ name, constant }) => ({ name, constant, object }))
}

function tooAmbiguous(): GrammarTooLarge {
  return new GrammarTooLarge(
    `branches or optional properties that leave more than ${widthMax} ways to continue an answer`,
  )
}
