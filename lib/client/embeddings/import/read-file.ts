import { decodeFile } from './decode-file.ts'
import { detectFormat } from './detect-format.ts'
import { guessColumns } from './guess-columns.ts'
import { ImportError } from './import-error.ts'
import { readCsvTable } from './read-csv-table.ts'
import { readJsonTable } from './read-json-table.ts'
import { readJsonlTable } from './read-jsonl-table.ts'
import { readLinesTable } from './read-lines-table.ts'
import { fileBytesMax, type ImportOutcome, type TableFormat, type TextTable } from './text-table.ts'

/** Reads the name and bytes of a file; a `File` is one. */
export interface NamedBytes {
  readonly name: string
  readonly size: number
  stream: () => ReadableStream<Uint8Array>
}

const readers = {
  text: readLinesTable,
  csv: readCsvTable,
  json: readJsonTable,
  jsonl: readJsonlTable,
} satisfies Record<TableFormat, (text: string, name: string) => TextTable>

/** Reads a file of texts as a table and guesses which columns are wanted. Never rejects. */
export async function readFile(
  file: NamedBytes,
  onProgress: (share: number) => void,
): Promise<ImportOutcome> {
  try {
    const text = await decodeFile(file, fileBytesMax, onProgress)
    const table = readers[detectFormat(file.name, text)](text, file.name)
    if (table.lines.length === 0) throw new ImportError(null, `${file.name} holds no text.`)
    return { status: 'read', table, guess: guessColumns(table) }
  } catch (error) {
    if (error instanceof ImportError) return { status: 'refused', line: error.line, reason: error.message }
    const reason = error instanceof Error ? error.message : String(error)
    return { status: 'refused', line: null, reason: `${file.name} could not be read: ${reason}.` }
  }
}
