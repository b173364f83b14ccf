import type { Run, TextStyle } from '#lib/documents/inline-runs.ts'
import { childOf, elementsOf, innerText, type XmlElement } from '#lib/documents/office/xml-tree.ts'
import { mathText } from './word-math.ts'
import { mathTex } from './word-tex.ts'
import { toTextStyle, type WordStyles } from './word-styles.ts'
import { symbolText } from './word-symbols.ts'

/** Content of a paragraph; and what is anchored in it, which follows it. */
export interface WordInline {
  readonly runs: Run[]
  /** Drawings and embedded objects. */
  readonly drawings: XmlElement[]
  /** References to footnotes and endnotes. */
  readonly notes: XmlElement[]
}

/** Targets of the references in runs. */
export interface WordReading {
  readonly styles: WordStyles
  /** Addresses of the part by relationship. */
  readonly targets: ReadonlyMap<string, string>
  /** The mark of a note in Markdown, by its reference; empty if the note is missing. */
  readonly markOf: (reference: XmlElement) => string
}

interface Field {
  instruction: string
  /** The address of its result, or of that which it is in. */
  link: string | undefined
}

export function readWordRuns(paragraph: XmlElement, { styles, targets, markOf }: WordReading): WordInline {
  const inline: WordInline = { runs: [], drawings: [], notes: [] }
  const fields: Field[] = []
  readAll(paragraph, undefined)
  return inline

  function readAll(parent: XmlElement, link: string | undefined): void {
    for (const child of elementsOf(parent)) read(child, link)
  }

  function read(element: XmlElement, link: string | undefined): void {
    const { name, attributes } = element
    switch (name) {
      case 'w:pPr':
      case 'w:del':
      case 'w:moveFrom':
      case 'w:sdtPr':
      case 'w:sdtEndPr':
        return
      case 'w:r':
        return readRun(element, link)
      case 'w:hyperlink': {
        const target = targets.get(attributes['r:id'] ?? '')
        return readAll(element, isWebAddress(target) ? target : link)
      }
      case 'w:fldSimple':
        return readAll(element, linkOf(attributes['w:instr'] ?? '') ?? link)
      case 'mc:AlternateContent':
        return readAll(alternative(element), link)
      case 'm:oMath':
      case 'm:oMathPara':
        return addFormula(element, link)
      default:
        return readAll(element, link)
    }
  }

  function readRun(run: XmlElement, link: string | undefined): void {
    const properties = childOf(run, 'w:rPr')
    const named = childOf(properties, 'w:rStyle')?.attributes['w:val']
    const style = { ...(named === undefined ? {} : styles.runStyle(named)), ...toTextStyle(properties) }
    if (style.hidden === true) return
    readPieces(run, style, link ?? fields.at(-1)?.link)
  }

  function readPieces(run: XmlElement, style: TextStyle, link: string | undefined): void {
    for (const piece of elementsOf(run)) {
      switch (piece.name) {
        case 'w:t':
          add(innerText(piece), style, link)
          break
        case 'w:tab':
        case 'w:ptab':
          add('\t', style, link)
          break
        case 'w:br':
          if ((piece.attributes['w:type'] ?? 'textWrapping') === 'textWrapping') add('\n', style, link)
          break
        case 'w:cr':
          add('\n', style, link)
          break
        case 'w:noBreakHyphen':
          add('-', style, link)
          break
        case 'w:sym':
          add(symbolText(piece.attributes['w:font'] ?? '', piece.attributes['w:char'] ?? ''), style, link)
          break
        case 'w:ruby':
          readRuby(piece, link)
          break
        case 'w:fldChar':
          updateField(piece.attributes['w:fldCharType'] ?? '')
          break
        case 'w:instrText': {
          const field = fields.at(-1)
          if (field !== undefined) field.instruction += innerText(piece)
          break
        }
        case 'w:footnoteReference':
        case 'w:endnoteReference':
          inline.notes.push(piece)
          inline.runs.push({ text: '', markup: markOf(piece) })
          break
        case 'w:drawing':
        case 'w:pict':
        case 'w:object':
          inline.drawings.push(piece)
          break
        case 'mc:AlternateContent':
          readPieces(alternative(piece), style, link)
          break
      }
    }
  }

  /** The words, then their reading in parentheses. */
  function readRuby(ruby: XmlElement, link: string | undefined): void {
    const [base, reading] = [childOf(ruby, 'w:rubyBase'), childOf(ruby, 'w:rt')]
    if (base !== undefined) readAll(base, link)
    if (reading === undefined) return
    const text = readWordRuns(reading, { styles, targets, markOf })
      .runs.map(run => run.text)
      .join('')
    if (text.trim() !== '') add(`(${text})`, {}, link)
  }

  function updateField(type: string): void {
    if (type === 'begin') fields.push({ instruction: '', link: fields.at(-1)?.link })
    if (type === 'end') fields.pop()
    const field = fields.at(-1)
    if (type === 'separate' && field !== undefined) field.link ??= linkOf(field.instruction)
  }

  function addFormula(formula: XmlElement, link: string | undefined): void {
    const text = mathText(formula)
    if (text.trim() !== '')
      inline.runs.push({
        text,
        markup: `$${mathTex(formula).replaceAll(/\s+/g, ' ').trim()}$`,
        ...(link !== undefined && { link }),
      })
  }

  function add(text: string, style: TextStyle, link: string | undefined): void {
    if (text === '') return
    inline.runs.push({ text, ...style, ...(link !== undefined && { link }) })
  }
}

// Content in these namespaces has no text: its fallback has.
const foreign = /^(?:w16|cx|aink|am3d)/

/** The branch of alternative content that is read. */
export function alternative(element: XmlElement): XmlElement {
  const branches = elementsOf(element)
  const choice = branches.find(
    ({ name, attributes }) => name === 'mc:Choice' && !foreign.test(attributes['Requires'] ?? ''),
  )
  return choice ?? branches.find(({ name }) => name === 'mc:Fallback') ?? branches[0] ?? element
}

function isWebAddress(address: string | undefined): address is string {
  return address !== undefined && /^(?:https?:|mailto:)/i.test(address)
}

const hyperlink = /^\s*HYPERLINK\s+"([^"]+)"/

function linkOf(instruction: string): string | undefined {
  const address = hyperlink.exec(instruction)?.[1]
  return isWebAddress(address) ? address : undefined
}
