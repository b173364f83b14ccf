import { BlockList, type LooseBlock } from '#lib/documents/block-list.ts'
import { joinRuns, type Run, type TextStyle } from '#lib/documents/inline-runs.ts'
import type { NoteMarks } from '#lib/documents/note-marks.ts'
import { nextNumbers, writeNumber } from '#lib/documents/office/list-number.ts'
import { alternativeText } from './open-document-object.ts'
import { openDocumentTable } from './open-document-table.ts'
import type { ListLevel, OpenDocumentStyles } from './open-document-styles.ts'
import {
  childOf,
  elementsOf,
  innerText,
  isElement,
  type XmlElement,
  type XmlNode,
} from '#lib/documents/office/xml-tree.ts'

export interface OpenDocumentWriting {
  readonly list: BlockList
  readonly styles: OpenDocumentStyles
  readonly origin: { readonly page?: number; readonly slide?: number }
  readonly isSlide: boolean
  /** Reads an embedded object by its address in the file. */
  readonly embedded: (address: string) => readonly LooseBlock[]
  /** Number of the last item, by list style and depth. */
  readonly numbers: Map<string, number[]>
  readonly marks: NoteMarks
}

// Content that the document does not display.
const hiddenTags: ReadonlySet<string> = new Set([
  'office:annotation',
  'office:forms',
  'office:scripts',
  'office:event-listeners',
  'presentation:notes',
  'presentation:animations',
  'svg:desc',
  'svg:title',
  'table:covered-table-cell',
  'table:shapes',
  'text:alphabetical-index-source',
  'text:bibliography-source',
  'text:hidden-paragraph',
  'text:hidden-text',
  'text:illustration-index-source',
  'text:note-citation',
  'text:number',
  'text:object-index-source',
  'text:ruby-text',
  'text:script',
  'text:sequence-decls',
  'text:table-index-source',
  'text:table-of-content-source',
  'text:tracked-changes',
  'text:user-field-decls',
  'text:user-index-source',
  'text:variable-decls',
])

// Of headings and lists.
const depthMax = 10

/** Converts the content of an OpenDocument element to blocks, in file order. */
export function addContent(writing: OpenDocumentWriting, parent: XmlElement): void {
  for (const element of elementsOf(parent)) addElement(writing, element)
}

/** One element of the content and what is anchored in it. */
export function addElement(writing: OpenDocumentWriting, element: XmlElement): void {
  const { name, attributes } = element
  if (hiddenTags.has(name) || attributes['text:display'] === 'none') return
  switch (name) {
    case 'text:p':
      return addParagraph(writing, element)
    case 'text:h':
      return addHeading(writing, element)
    case 'text:list':
      return addList(writing, element, { depth: 0, style: undefined })
    case 'table:table':
      return addTable(writing, element)
    case 'draw:frame':
      return addFrame(writing, element)
    default:
      if (name.startsWith('draw:'))
        writing.list.add({ ...writing.origin, type: 'image', text: alternativeText(element) })
      return addContent(writing, element)
  }
}

/** Runs of a paragraph; and what is anchored in it, which follows it. */
interface Inline {
  readonly runs: Run[]
  readonly anchored: XmlElement[]
  readonly notes: XmlElement[]
}

function addParagraph(writing: OpenDocumentWriting, element: XmlElement): void {
  const { list, origin, styles } = writing
  const inline = readInline(writing, element)
  const joined = joinRuns(inline.runs)
  const isTitle = styles.inherits('paragraph', element.attributes['text:style-name'], 'Title')
  if (isTitle && !writing.isSlide) list.add({ ...origin, type: 'heading', level: 1, text: flat(joined.text) })
  else list.add({ ...origin, type: 'paragraph', ...joined })
  addAnchored(writing, inline, joined.text !== '' && !isTitle)
}

function addHeading(writing: OpenDocumentWriting, element: XmlElement): void {
  const { list, origin } = writing
  const level = Math.min(depthMax, Math.max(1, Number(element.attributes['text:outline-level'] ?? '1') || 1))
  const inline = readInline(writing, element)
  const text = flat(joinRuns(inline.runs).text)
  const number = text === '' ? '' : headingNumber(writing, element, level)
  list.add({ ...origin, type: 'heading', level, text: `${number} ${text}`.trim() })
  addAnchored(writing, inline, false)
}

const outlineName = 'outline'

function headingNumber({ styles, numbers }: OpenDocumentWriting, element: XmlElement, level: number): string {
  const stored = childOf(element, 'text:number')
  if (element.attributes['text:is-list-header'] === 'true') return ''
  const depth = level - 1
  const style = styles.headingLevel(depth)
  if (style === null || !style.visible) return stored === undefined ? '' : innerText(stored).trim()
  const at = (above: number): ListLevel | null => styles.headingLevel(above)
  return writeLabel(count(numbers, outlineName, depth, at), depth, at)
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

interface ListPosition {
  readonly depth: number
  /** The style of the enclosing list. */
  readonly style: string | undefined
}

function addList(
  writing: OpenDocumentWriting,
  list: XmlElement,
  { depth, style: outer }: ListPosition,
): void {
  const style = list.attributes['text:style-name'] ?? outer
  const level = writing.styles.listLevel(style, depth)
  const isContinued =
    list.attributes['text:continue-numbering'] === 'true' ||
    list.attributes['text:continue-list'] !== undefined
  if (depth === 0 && !isContinued) writing.numbers.delete(style ?? '')
  for (const item of elementsOf(list)) {
    if (item.name !== 'text:list-item' && item.name !== 'text:list-header') continue
    const start = Number(item.attributes['text:start-value'])
    if (Number.isInteger(start)) setNumber(writing.numbers, style ?? '', depth, start - 1)
    // Layout programs put plain paragraphs into lists whose marker is invisible.
    const isMarked = item.name === 'text:list-item' && (level?.visible ?? !writing.isSlide)
    addItem(writing, item, { depth, style, isMarked })
  }
}

function addItem(
  writing: OpenDocumentWriting,
  item: XmlElement,
  { depth, style, isMarked }: ListPosition & { readonly isMarked: boolean },
): void {
  let isFirst = isMarked
  for (const child of elementsOf(item)) {
    if (child.name === 'text:list') {
      addList(writing, child, { depth: depth + 1, style })
    } else if (child.name === 'text:p' && isFirst) {
      isFirst = false
      addItemText(writing, child, { depth, style })
    } else addElement(writing, child)
  }
}

function addItemText(
  writing: OpenDocumentWriting,
  paragraph: XmlElement,
  { depth, style }: ListPosition,
): void {
  const { list, origin, styles, numbers } = writing
  const inline = readInline(writing, paragraph)
  const { text, markdown = text } = joinRuns(inline.runs)
  const at = (above: number): ListLevel | null => styles.listLevel(style, above)
  const isNumbered = (at(depth)?.format ?? '') !== ''
  const marker = isNumbered ? writeLabel(count(numbers, style ?? '', depth, at), depth, at) : '-'
  const line = `${'  '.repeat(depth)}${marker} ${text}`
  if (text !== '') list.add({ ...origin, type: 'list_item', level: depth, marker, text: line, markdown })
  addAnchored(writing, inline, text !== '')
}

type LevelAt = (depth: number) => ListLevel | null

/** Counts the next item of a level. */
function count(numbers: Map<string, number[]>, name: string, depth: number, at: LevelAt): number[] {
  const startOf = (index: number): number => at(index)?.start ?? 1
  const next = nextNumbers(numbers.get(name) ?? [], Math.min(depth, depthMax), startOf)
  numbers.set(name, next)
  return next
}

function setNumber(numbers: Map<string, number[]>, name: string, depth: number, value: number): void {
  const before = numbers.get(name) ?? []
  const end = Math.min(depth, depthMax)
  numbers.set(name, [...Array.from({ length: end }, (_, index) => before[index] ?? 1), value])
}

function writeLabel(values: readonly number[], depth: number, at: LevelAt): string {
  const level = at(depth)
  const first = Math.max(0, values.length - (level?.shown ?? 1))
  const shown = values
    .slice(first)
    .map((value, index) => ({ value, format: at(first + index)?.format ?? '' }))
    .filter(({ format }) => format !== '')
  const label = shown.map(({ value, format }) => writeNumber(value, format)).join('.')
  return `${level?.prefix ?? ''}${label}${level?.suffix ?? ''}`.trim()
}

function addTable(writing: OpenDocumentWriting, element: XmlElement): void {
  const { list, origin } = writing
  const { table, notes } = openDocumentTable(element, cell => {
    const inside = new BlockList()
    addContent({ ...writing, list: inside }, cell)
    return inside.blocks
  })
  list.add({ ...origin, ...table })
  for (const text of notes) list.add({ ...origin, type: 'note', text })
}

/** A frame: its text, its picture with the alternative text, or the object in it. */
function addFrame(writing: OpenDocumentWriting, frame: XmlElement): void {
  const { list, origin } = writing
  const object = childOf(frame, 'draw:object')
  const blocks = object === undefined ? [] : writing.embedded(object.attributes['xlink:href'] ?? '')
  for (const block of blocks) list.add({ ...origin, ...block })
  list.add({ ...origin, type: 'image', text: alternativeText(frame) })
  addContent(writing, frame)
}

/** @param isMarked whether the text before refers to its notes in Markdown */
function addAnchored(writing: OpenDocumentWriting, { anchored, notes }: Inline, isMarked: boolean): void {
  for (const element of anchored) addElement(writing, element)
  for (const note of notes) {
    const body = childOf(note, 'text:note-body')
    if (body === undefined) continue
    const marker = isMarked ? { marker: writing.marks.of(note) } : {}
    writing.list.add({ ...writing.origin, type: 'note', text: blockText(writing, body), ...marker })
  }
}

/** The text of the paragraphs of an element, one per line. */
export function blockText(writing: OpenDocumentWriting, element: XmlElement): string {
  return elementsOf(element)
    .flatMap(child => {
      if (hiddenTags.has(child.name)) return []
      if (child.name !== 'text:p' && child.name !== 'text:h') return [blockText(writing, child)]
      const { runs, anchored } = readInline(writing, child)
      return [joinRuns(runs).text, ...anchored.map(each => blockText(writing, each))]
    })
    .filter(text => text !== '')
    .join('\n')
}

const spacesMax = 1000

function readInline({ styles, marks }: OpenDocumentWriting, paragraph: XmlElement): Inline {
  const inline: Inline = { runs: [], anchored: [], notes: [] }
  let isAfterSpace = true
  const own = styles.textStyle('paragraph', paragraph.attributes['text:style-name'])
  for (const child of paragraph.children) read(child, own, undefined)
  return inline

  function read(node: XmlNode, style: TextStyle, link: string | undefined): void {
    if (!isElement(node)) {
      const text = node.replaceAll(/[ \t\r\n]+/g, ' ')
      return add(isAfterSpace ? text.replace(/^ /, '') : text, style, link)
    }
    const { name, attributes } = node
    switch (name) {
      case 'text:s':
        return add(' '.repeat(Math.min(spacesMax, Number(attributes['text:c'] ?? '1') || 1)), style, link)
      case 'text:tab':
        return add('\t', style, link)
      case 'text:line-break':
        return add('\n', style, link)
      case 'text:note':
        inline.notes.push(node)
        inline.runs.push({ text: '', markup: marks.of(node) })
        return
      case 'text:ruby': {
        for (const child of node.children) read(child, style, link)
        const reading = childOf(node, 'text:ruby-text')
        const text = reading === undefined ? '' : innerText(reading).trim()
        return text === '' ? undefined : add(`(${text})`, style, link)
      }
      case 'text:span': {
        const inner = { ...style, ...styles.textStyle('text', attributes['text:style-name']) }
        if (inner.hidden === true) return
        for (const child of node.children) read(child, inner, link)
        return
      }
      case 'text:a':
      case 'draw:a': {
        const href = attributes['xlink:href'] ?? ''
        for (const child of node.children) read(child, style, /^(https?:|mailto:)/i.test(href) ? href : link)
        return
      }
    }
    if (hiddenTags.has(name)) return
    if (/^(?:draw|table|dr3d):/.test(name) || name === 'text:list') inline.anchored.push(node)
    else for (const child of node.children) read(child, style, link)
  }

  function add(text: string, style: TextStyle, link: string | undefined): void {
    if (text === '') return
    isAfterSpace = /\s$/.test(text)
    inline.runs.push({ text, ...style, ...(link !== undefined && { link }) })
  }
}
