import { Parser } from 'htmlparser2'
import type { Archive } from '#lib/documents/archive.ts'
import { type LooseBlock, toTable } from '#lib/documents/block-list.ts'
import { depthMax, tooDeep } from './xml-tree.ts'

export type ChartReader = (name: string) => readonly LooseBlock[]

/** Reads a chart by the name of its part: its titles, then its data as a table. */
export function chartReader(archive: Archive | null): ChartReader {
  return name => {
    if (archive === null) return []
    const part = archive.names.find(each => each.endsWith(`/charts/${name}`))
    return part === undefined ? [] : chartBlocks(archive.read(part).toString())
  }
}

/** A chart of an Office document: its titles, then its data as a table. */
export function chartBlocks(xml: string): LooseBlock[] {
  const { titles, series } = readChart(xml)
  const [title = '', ...axes] = titles
  if (titles.every(each => each === '') && series.length === 0) return []
  const head = [title === '' ? 'Chart' : `Chart: ${title}`, ...axes].filter(Boolean).join('. ')
  const rows = toRows(series)
  return [{ type: 'paragraph', text: head }, ...(rows.length === 0 ? [] : [toTable(rows)])]
}

interface Series {
  readonly name: string
  readonly categories: Map<string, string>
  readonly values: Map<string, string>
  readonly sizes: Map<string, string>
}

const cellsMax = 100_000

/** A row per category and a column per series; a row per point if the series have different categories. */
function toRows(series: readonly Series[]): string[][] {
  const [first] = series
  if (first === undefined) return []
  const categories = first.categories
  const indexes = [...new Set(series.flatMap(each => [...each.categories.keys(), ...each.values.keys()]))]
  const isShared = series.every(
    each => each.sizes.size === 0 && [...each.categories].every(([at, text]) => categories.get(at) === text),
  )
  if (isShared && indexes.length * series.length <= cellsMax) {
    const points = indexes.map(at => [
      categories.get(at) ?? '',
      ...series.map(each => each.values.get(at) ?? ''),
    ])
    return [['', ...series.map(({ name }) => name)], ...points]
  }
  const points = series.flatMap(({ name, categories: own, values, sizes }) =>
    [...new Set([...own.keys(), ...values.keys()])].map(at => [
      name,
      own.get(at) ?? '',
      values.get(at) ?? '',
      sizes.get(at) ?? '',
    ]),
  )
  return [['', '', '', ''], ...points]
}

const listOf: Readonly<Record<string, 'categories' | 'values' | 'sizes'>> = {
  cat: 'categories',
  xVal: 'categories',
  val: 'values',
  yVal: 'values',
  bubbleSize: 'sizes',
}

/** The title of the chart first, empty if it has none, then those of its axes; and the stored values. */
function readChart(xml: string): { titles: string[]; series: Series[] } {
  const titles: string[] = ['']
  const series: Series[] = []
  const path: string[] = []
  let open: Omit<Series, 'name'> | null = null
  let names: string[] = []
  let list: 'categories' | 'values' | 'sizes' | null = null
  let point = ''
  let text = ''
  let title: string | null = null
  let format = ''
  let firstDay = daysFrom1900
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const name = localName(tag)
        if (path.push(name) > depthMax) throw tooDeep()
        text = ''
        if (name === 'title') title = ''
        if (name === 'ser') {
          names = []
          open = { categories: new Map(), values: new Map(), sizes: new Map() }
        }
        if (path.at(-2) === 'ser') list = listOf[name] ?? null
        if (name === 'date1904' && isOn(attributes['val'] ?? '1')) firstDay = daysFrom1904
        if (name === 'numCache' || name === 'strCache') format = ''
        if (name === 'pt') point = attributes['idx'] ?? ''
      },
      ontext: data => {
        text += data
      },
      onclosetag: () => {
        const name = path.pop() ?? ''
        if (name === 't' && title !== null) title += text
        if (name === 'formatCode' && path.at(-1) === 'numCache') format = text
        if (name === 'p' && title !== null) title += ' '
        if (name === 'v' && open !== null) addValue(open, text)
        if (name === 'ser' && open !== null) {
          series.push({ ...open, name: names.join(' ').trim() })
          open = null
        }
        if (name === 'title' && title !== null) {
          if (path.at(-1) === 'chart') titles[0] = title.trim()
          else titles.push(title.trim())
          title = null
        }
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return { titles, series }

  function addValue(target: Omit<Series, 'name'>, value: string): void {
    if (list === null) {
      if (path.includes('tx')) names.push(value)
      return
    }
    const before = target[list].get(point)
    // Levels of a category are stored from the innermost to the outermost.
    target[list].set(
      point,
      before === undefined ? toDisplayed(value, format, firstDay) : `${value} ${before}`,
    )
  }
}

function localName(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1)
}

const significantDigits = 15
const dayMs = 86_400_000
const daysFrom1900 = Date.UTC(1899, 11, 30)
const daysFrom1904 = Date.UTC(1904, 0, 1)
const lastDay = 2_958_465

/** Days as ISO 8601; other numbers with 15 digits, because all digits of their binary value are stored. */
function toDisplayed(value: string, format: string, firstDay: number): string {
  const number = Number(value)
  if (!/^\s*-?[\d.]+(?:e[-+]?\d+)?\s*$/i.test(value) || !Number.isFinite(number)) return value.trim()
  if (isDay(format) && number >= 1 && number <= lastDay) {
    return new Date(firstDay + Math.floor(number) * dayMs).toISOString().slice(0, 10)
  }
  return String(Number(number.toPrecision(significantDigits)))
}

function isDay(format: string): boolean {
  return /[yd]/i.test(format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '')) && !/general/i.test(format)
}

function isOn(value: string): boolean {
  return value === '1' || value === 'true'
}
