import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchSource, isHeldOut } from './fidelity-files.ts'
import { cranfield } from './fidelity-sources.ts'

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
 * The Cranfield collection: 1,400 abstracts on aerodynamics and 225 questions of researchers, judged by them.
 * @param folder where its files are; null: downloaded
 */
export function readRankingSet(folder: string | null, heldOut: boolean): RankingSet {
  const from = folder ?? join(fetchSource(cranfield), 'cran')
  const read = (name: string): string => readFileSync(join(from, name), 'utf8')
  const queries = parseQueries(read('cran.qry'), read('cranqrel'))
  return {
    texts: parseTexts(read('cran.all.1400')),
    queries: queries.filter(({ text }) => isHeldOut(text) === heldOut),
  }
}

export function parseTexts(file: string): JudgedText[] {
  return splitRecords(file).map(record => ({
    title: toLine(/^\.T\s*\n([\s\S]*?)^\.A/m.exec(record)?.[1] ?? ''),
    text: toLine(/^\.W\s*\n([\s\S]*)$/m.exec(record)?.[1] ?? ''),
  }))
}

/** Judgments name queries by their place, not by the number in the file. */
export function parseQueries(file: string, judgments: string): JudgedQuery[] {
  const judged = judgments.trim().split('\n').map(toNumbers)
  return splitRecords(file).map((record, index) => ({
    text: toLine(record.replace(/^\.W\s*\n/, '')),
    gains: new Map(
      judged
        .filter(({ query, grade }) => query === index + 1 && grade >= 1 && grade <= worstGrade)
        .map(({ text, grade }) => [text - 1, worstGrade + 1 - grade]),
    ),
  }))
}

const worstGrade = 4

function toNumbers(line: string): { query: number; text: number; grade: number } {
  const [query = 0, text = 0, grade = 0] = line.trim().split(/\s+/).map(Number)
  return { query, text, grade }
}

function splitRecords(file: string): string[] {
  return file.split(/^\.I \d+\s*\n/m).slice(1)
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
