import type { Archive } from '#lib/documents/archive.ts'

const stringsPart = 'xl/sharedStrings.xml'
const sheetPart = /^xl\/worksheets\/sheet\d+\.xml$/
const stringCell = /<c\b[^<>]*\bt="s"[^<>]*>(?:<f\b[^<>]*\/>|<f\b[^<>]*>[^<]*<\/f>)?<v>(\d+)<\/v>/g
const itemStart = /<si\b[^<>]*>/

/** The parts of a workbook without the strings that no cell shows any more, which some programs leave behind. */
export function withUsedStrings(archive: Archive): Archive {
  if (!archive.has(stringsPart)) return archive
  const used = new Set<string>()
  for (const name of archive.names) {
    if (!sheetPart.test(name)) continue
    for (const [, index = ''] of archive.read(name).toString('latin1').matchAll(stringCell)) used.add(index)
  }
  const [head = '', ...items] = archive.read(stringsPart).toString().split(itemStart)
  const kept = items.filter((_, index) => used.has(String(index)))
  const strings = Buffer.from([head, ...kept].join('<si>'))
  return { ...archive, read: name => (name === stringsPart ? strings : archive.read(name)) }
}
