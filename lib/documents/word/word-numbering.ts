import { nextNumbers, writeNumber } from '#lib/documents/office/list-number.ts'
import { childOf, elementsOf, type XmlElement } from '#lib/documents/office/xml-tree.ts'
import type { WordStyles } from './word-styles.ts'

export interface WordLabel {
  /** As printed, e.g. `2.1`; `-` for a bullet; empty without a label. */
  readonly text: string
  /** The box of a task list. */
  readonly task?: '[ ]' | '[x]'
  readonly depth: number
}

export interface WordNumbering {
  /** Counts the next paragraph of a list. @returns null if the numbering does not exist */
  next(numId: string, depth: number): WordLabel | null
  /** The level whose numbering belongs to a paragraph style. */
  depthOf(numId: string, style: string | undefined): number | undefined
}

interface Level {
  readonly format: string
  readonly text: string
  readonly start: number
  readonly style: string | undefined
  /** All numbers are decimal. */
  readonly isLegal: boolean
}

interface Numbering {
  /** Lists with the same definition count on. */
  readonly definition: string
  readonly levels: ReadonlyMap<number, Level>
  /** Levels at which the list starts again. */
  readonly restarts: Set<number>
}

const depthMax = 8
const labelCharsMax = 200
const formats: Readonly<Record<string, string>> = {
  lowerLetter: 'a',
  upperLetter: 'A',
  lowerRoman: 'i',
  upperRoman: 'I',
  decimalZero: '01',
}

/** Counts numbered paragraphs as Word does. @param part numbering.xml; null: the document has none */
export function readWordNumbering(part: XmlElement | null, styles: WordStyles): WordNumbering {
  const definitions = new Map<string, XmlElement>()
  const lists = new Map<string, XmlElement>()
  for (const element of part === null ? [] : elementsOf(part)) {
    if (element.name === 'w:abstractNum')
      definitions.set(element.attributes['w:abstractNumId'] ?? '', element)
    if (element.name === 'w:num') lists.set(element.attributes['w:numId'] ?? '', element)
  }
  const known = new Map<string, Numbering | null>()
  const counts = new Map<string, number[]>()
  const linked = new Map<string, XmlElement | undefined>()
  const levelsByDefinition = new Map<XmlElement, ReadonlyMap<number, Level>>()

  return {
    next(numId, depth) {
      const numbering = find(numId)
      const level = numbering?.levels.get(depth)
      if (numbering === null || level === undefined) return null
      if (level.format === 'bullet') return { text: '-', depth, ...taskOf(level.text) }
      const values = count(numbering, depth)
      return {
        text: level.format === 'none' && level.text === '' ? '' : print(numbering, level, values),
        depth,
      }
    },
    depthOf(numId, style) {
      if (style === undefined) return undefined
      const levels = [...(find(numId)?.levels ?? [])]
      return levels.find(([, level]) => level.style === style)?.[0]
    },
  }

  function find(numId: string): Numbering | null {
    const found = known.get(numId)
    if (found !== undefined) return found
    const read = readNumbering(lists.get(numId))
    known.set(numId, read)
    return read
  }

  function readNumbering(list: XmlElement | undefined): Numbering | null {
    const id = childOf(list, 'w:abstractNumId')?.attributes['w:val']
    if (list === undefined || id === undefined) return null
    if (!linked.has(id)) linked.set(id, definitionOf(id))
    const definition = linked.get(id)
    if (definition === undefined) return null
    const levels = new Map(levelsIn(definition))
    const restarts = new Set<number>()
    for (const override of elementsOf(list).filter(({ name }) => name === 'w:lvlOverride')) {
      const depth = Number(override.attributes['w:ilvl'])
      for (const [, level] of levelsOf(override)) levels.set(depth, level)
      const start = childOf(override, 'w:startOverride')?.attributes['w:val']
      const level = levels.get(depth)
      if (start === undefined || level === undefined) continue
      levels.set(depth, { ...level, start: Number(start) })
      restarts.add(depth)
    }
    return { definition: definition.attributes['w:abstractNumId'] ?? id, levels, restarts }
  }

  function levelsIn(definition: XmlElement): ReadonlyMap<number, Level> {
    const found = levelsByDefinition.get(definition)
    if (found !== undefined) return found
    const read = levelsOf(definition)
    levelsByDefinition.set(definition, read)
    return read
  }

  /** The definition itself, or that of the list style it refers to. */
  function definitionOf(id: string): XmlElement | undefined {
    const definition = definitions.get(id)
    const style = childOf(definition, 'w:numStyleLink')?.attributes['w:val']
    if (style === undefined) return definition
    const list = childOf(lists.get(styles.numbering(style).numId ?? ''), 'w:abstractNumId')
    return definitions.get(list?.attributes['w:val'] ?? '') ?? definition
  }

  function count({ definition, levels, restarts }: Numbering, depth: number): number[] {
    const before = counts.get(definition) ?? []
    const startOf = (index: number): number => levels.get(index)?.start ?? 1
    const next = nextNumbers(before, Math.min(depth, depthMax), startOf, restarts.delete(depth))
    counts.set(definition, next)
    return next
  }
}

function taskOf(bullet: string): Pick<WordLabel, 'task'> {
  if (/[☐□]/u.test(bullet)) return { task: '[ ]' }
  return /[☑☒]/u.test(bullet) ? { task: '[x]' } : {}
}

function print({ levels }: Numbering, { text, isLegal }: Level, values: readonly number[]): string {
  return text
    .replaceAll(/%([1-9])/g, (_, digit: string) => {
      const index = Number(digit) - 1
      const format = levels.get(index)?.format ?? 'decimal'
      return format === 'none'
        ? ''
        : writeNumber(values[index] ?? 1, isLegal ? '1' : (formats[format] ?? '1'))
    })
    .trim()
}

function levelsOf(parent: XmlElement): ReadonlyMap<number, Level> {
  const levels = elementsOf(parent)
    .filter(({ name }) => name === 'w:lvl')
    .map((element): [number, Level] => {
      const value = (name: string): string | undefined => childOf(element, name)?.attributes['w:val']
      const level: Level = {
        format: value('w:numFmt') ?? 'decimal',
        text: (value('w:lvlText') ?? '').slice(0, labelCharsMax),
        start: Number(value('w:start') ?? '1'),
        style: value('w:pStyle'),
        isLegal: childOf(element, 'w:isLgl') !== undefined,
      }
      return [Number(element.attributes['w:ilvl'] ?? '0'), level]
    })
  return new Map(levels.filter(([depth]) => depth >= 0 && depth <= depthMax))
}
