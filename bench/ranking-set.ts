import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchSource, isHeldOut } from './fidelity-files.ts'
import { cranfield } from './fidelity-sources.ts'
import { parseLisa } from './ranking-lisa.ts'

export interface JudgedText {
  readonly title: string
  readonly text: string
}

export interface JudgedQuery {
  readonly text: string
  /** Gain of each relevant text by its index: 4 for a complete answer, 1 for minimum interest. */
  readonly gains: ReadonlyMap<number, number>
}

export interface RankingSet {
  readonly texts: readonly JudgedText[]
  readonly queries: readonly JudgedQuery[]
}

/**
 * A judged set. Cranfield, the default, has 1,400 abstracts on aerodynamics and 225 questions of researchers, judged
 * by them, and is split in halves; any other is read as a whole.
 * @param folder where its files are, in the format of SMART (Cranfield, CISI, MED, CACM), TREC (Vaswani of
 * Terrier's `share/vaswani_npl`) or LISA; null: Cranfield, downloaded
 */
export function readRankingSet(folder: string | null, heldOut: boolean): RankingSet {
  const from = folder ?? join(fetchSource(cranfield), 'cran')
  const names = readdirSync(from, { recursive: true, encoding: 'utf8' })
  const read = (pattern: RegExp): string => {
    const name = names.find(each => pattern.test(each))
    if (name === undefined) throw new Error(`${from} has no file named like ${pattern.source}.`)
    return readFileSync(join(from, name), 'latin1')
  }
  const texts = read(/\.all(\.1400|\.txt)?$|doc-text\.trec$/i)
  const asked = read(/\.qry$|\.queries\.txt$|^query[.-]text/i)
  const judgments = read(/\.rel$|\.relevance\.txt$|^(cran)?qrels?(\.text)?$/i)
  const lisa = parseLisa({ texts, queries: asked, judgments })
  if (lisa !== null) return heldOut ? { ...lisa, queries: [] } : lisa
  const queries = parseQueries(asked, judgments)
  const halved = names.includes('cran.all.1400')
  return {
    texts: parseTexts(texts),
    queries: queries.filter(({ text, gains }) =>
      halved ? isHeldOut(text) === heldOut : !heldOut && gains.size > 0,
    ),
  }
}

export function parseTexts(file: string): JudgedText[] {
  const trec = Array.from(file.matchAll(/<DOCNO>\d+<\/DOCNO>([^<]*)/g), ([, text = '']) => toLine(text))
  if (trec.length > 0) return trec.map(text => ({ title: '', text }))
  return splitRecords(file).map(record => ({
    title: readField(record, 'T'),
    text: readField(record, 'W'),
  }))
}

/** Judgments name queries by their place, not by the number in the file. */
export function parseQueries(file: string, judgments: string): JudgedQuery[] {
  const trec = Array.from(file.matchAll(/<title>([^<]*)/g), ([, text = '']) => toLine(text).toLowerCase())
  const texts = trec.length > 0 ? trec : splitRecords(file).map(record => readField(record, 'W'))
  const judged = parseJudgments(judgments)
  return texts.map((text, index) => ({
    text,
    gains: new Map(
      judged.filter(({ query }) => query === index + 1).map(each => [each.text - 1, each.gain] as const),
    ),
  }))
}

interface Judgment {
  readonly query: number
  readonly text: number
  readonly gain: number
}

const worstGrade = 4

/** Three columns: the third is a grade, 1 the best. Four: a zero is the second (TREC) or the third (SMART). */
function parseJudgments(file: string): Judgment[] {
  const rows = file
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
  const graded = rows.every(({ length }) => length === 3)
  const trec = !graded && rows.every(([, second]) => second === 0)
  return rows
    .map(([query = 0, second = 0, third = 0, fourth = 0]) => {
      if (graded) return { query, text: second, gain: third < 1 ? 0 : worstGrade + 1 - third }
      return trec ? { query, text: third, gain: fourth } : { query, text: second, gain: 1 }
    })
    .filter(({ gain }) => gain >= 1)
}

function splitRecords(file: string): string[] {
  return file.split(/^\.I \d+\s*\n/m).slice(1)
}

/** The text of a field up to the next one: a line with a period and a capital letter. */
function readField(record: string, field: string): string {
  const [, text = ''] =
    new RegExp(`^\\.${field}\\s*\\n([\\s\\S]*?)(?=^\\.[A-Z]\\s*$|$(?![\\s\\S]))`, 'm').exec(record) ?? []
  return toLine(text)
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const ranksMax = 10

/** nDCG@10 of a ranking. @param ranked indexes of texts, best first */
export function toNdcg(ranked: readonly number[], gains: ReadonlyMap<number, number>): number {
  const ideal = sumGains([...gains.values()].toSorted((one, other) => other - one))
  return ideal === 0 ? 0 : sumGains(ranked.map(index => gains.get(index) ?? 0)) / ideal
}

function sumGains(gains: readonly number[]): number {
  return gains.slice(0, ranksMax).reduce((sum, gain, rank) => sum + gain / Math.log2(rank + 2), 0)
}
