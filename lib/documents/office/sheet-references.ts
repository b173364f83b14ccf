import type { Archive } from '#lib/documents/archive.ts'
import type { ParseWarning } from '#lib/documents/blocks.ts'
import { replaceParts } from './open-document-workbook.ts'

const rowsMax = 1_048_576
const columnsMax = 16_384
// With the prefix of its namespace, if it has one.
const place = /<((?:\w+:)?(row|c))(?=[\s/>])([^<>]*)>/g
const reference = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/
const rowReference = /^()(\d{1,7})$/
const cellReference = /^([A-Z]{1,3})(\d{1,7})$/

/**
 * A workbook as SheetJS can read it: rows and cells with an invalid reference, which it would leave out, follow the
 * others.
 */
export function toPlacedWorkbook(
  bytes: Buffer,
  archive: Archive | null,
): { readonly bytes: Buffer; readonly warnings: readonly ParseWarning[] } {
  const parts = new Map<string, string>()
  for (const name of archive?.names ?? []) {
    if (!name.endsWith('.xml')) continue
    const part = archive?.read(name)
    if (part?.includes('sheetData') !== true) continue
    const xml = part.toString()
    if (hasInvalid(xml)) parts.set(name, withPlaces(xml))
  }
  return parts.size === 0
    ? { bytes, warnings: [] }
    : { bytes: replaceParts(bytes, parts) ?? bytes, warnings: [placedWarning] }
}

const placedWarning: ParseWarning = {
  code: 'structure_dropped',
  message:
    'Rows or cells whose references are invalid follow the others. Save the workbook again in its application and compare.',
}

// Most sheets have none, and a single search is five times as fast as reading each reference.
const doubtful =
  /<(?:\w+:)?(?:row(?=\s)(?![^<>]*\sr="[1-9]\d{0,5}"[^<>]*>)|c(?=\s)(?![^<>]*\sr="[A-Z]{1,2}[1-9]\d{0,5}"[^<>]*>))/

function hasInvalid(xml: string): boolean {
  if (!doubtful.test(xml)) return false
  for (const [, , kind, attributes = ''] of xml.matchAll(place)) {
    if (reference.test(attributes) && positionOf(kind, attributes) === null) return true
  }
  return false
}

function withPlaces(xml: string): string {
  const last = lastPlaces(xml)
  let index = -1
  let row = 0
  return xml.replaceAll(place, (tag, name: string, kind: string, attributes: string) => {
    const position = positionOf(kind, attributes)
    const rest = attributes.replace(reference, '')
    if (kind === 'row') {
      index += 1
      row = position?.row ?? ++last.row
      return position === null ? `<${name} r="${row}"${rest}>` : tag
    }
    if (position !== null) return tag
    const column = (last.columns[index] ?? 0) + 1
    last.columns[index] = column
    return `<${name} r="${toLetters(column)}${row}"${rest}>`
  })
}

/** The last valid row of a sheet, and the last valid column of each of its `row` elements. */
function lastPlaces(xml: string): { row: number; readonly columns: number[] } {
  let lastRow = 0
  const columns: number[] = []
  for (const [, , kind, attributes = ''] of xml.matchAll(place)) {
    const { row, column } = positionOf(kind, attributes) ?? { row: 0, column: 0 }
    lastRow = Math.max(lastRow, row)
    columns.push(kind === 'row' ? 0 : Math.max(columns.pop() ?? 0, column))
  }
  return { row: lastRow, columns }
}

interface Position {
  readonly row: number
  /** From 1; 0 for a row. */
  readonly column: number
}

/** Null if the reference is invalid or missing. */
function positionOf(kind: string | undefined, attributes: string): Position | null {
  const [, double, single = ''] = reference.exec(attributes) ?? []
  const form = kind === 'row' ? rowReference : cellReference
  const [, letters = '', digits = ''] = form.exec(double ?? single) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  const row = Number(digits)
  return row >= 1 && row <= rowsMax && column <= columnsMax ? { row, column } : null
}

function toLetters(column: number): string {
  const rest = (column - 1) % 26
  const before = (column - 1 - rest) / 26
  return (before === 0 ? '' : toLetters(before)) + String.fromCharCode(65 + rest)
}
