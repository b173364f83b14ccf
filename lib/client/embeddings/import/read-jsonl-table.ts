import { ImportError } from './import-error.ts'
import { jsonProblem } from './json-problem.ts'
import { createTableBuilder } from './table-builder.ts'
import type { TextTable } from './text-table.ts'
import { toCells } from './to-cells.ts'

/**
 * A JSON text or object a line; blank lines are no rows.
 * @throws ImportError naming the line that is not JSON, or neither a text nor an object
 */
export function readJsonlTable(text: string, name: string): TextTable {
  const builder = createTableBuilder(name, 'jsonl')
  text.split('\n').forEach((written, index) => {
    if (written.trim() === '') return
    const line = index + 1
    const cells = toCells(parseLine(written, line, name))
    if (cells === null) {
      throw new ImportError(line, `This line of ${name} is neither a text nor an object.`)
    }
    builder.add(cells, line)
  })
  return builder.build()
}

function parseLine(written: string, line: number, name: string): unknown {
  try {
    return JSON.parse(written)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { reason } = jsonProblem(error, written)
    throw new ImportError(line, `This line of ${name} is not JSON: ${reason}`)
  }
}
