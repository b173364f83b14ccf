import { isObject } from '#lib/client/json-value.ts'
import { ImportError } from './import-error.ts'
import { jsonProblem } from './json-problem.ts'
import { toCells } from './to-cells.ts'
import { createTableBuilder } from './table-builder.ts'
import type { TextTable } from './text-table.ts'

/**
 * An array of texts or of objects, or an object whose only array is one.
 * @throws ImportError with the line where the JSON breaks, or the number of an item that is neither
 */
export function readJsonTable(text: string, name: string): TextTable {
  const items = findItems(parse(text, name))
  if (items === null) {
    throw new ImportError(null, `${name} holds no list. It should be an array of texts or of objects.`)
  }
  const builder = createTableBuilder(name, 'json')
  items.forEach((item, index) => {
    const cells = toCells(item)
    if (cells === null) {
      throw new ImportError(null, `Item ${index + 1} of ${name} is neither a text nor an object.`)
    }
    builder.add(cells, index + 1)
  })
  return builder.build()
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { line, reason } = jsonProblem(error, text)
    throw new ImportError(line, `${name} is not JSON: ${reason}`)
  }
}

function findItems(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isObject(value)) return null
  const lists = Object.values(value).filter(entry => Array.isArray(entry))
  return lists.length === 1 ? (lists[0] ?? null) : null
}
