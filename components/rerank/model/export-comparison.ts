import { toCsvLine } from '#lib/client/csv-cell.ts'
import { type ExportText, toExport } from '#components/playground/export/model/export-text.ts'
import type { ComparisonResult } from './comparison-result.ts'
import type { RankedColumn } from './ranked-column.ts'
import { gradeOf, type Judgments } from './judgments.ts'

/** One line per document in the order of the request, with rank and score by column. */
export function toComparisonCsv({ question, columns }: ComparisonResult, judgments: Judgments): ExportText {
  const header = [
    'input',
    'text',
    ...columns.flatMap(({ label }) => [`${label} rank`, `${label} score`]),
    'grade',
  ]
  const rows = question.documents.map((text, index) => [
    index + 1,
    text,
    ...columns.flatMap(({ ranks, scores }) => [ranks[index] ?? '', scores[index] ?? '']),
    gradeOf(judgments, text) ?? '',
  ])
  return toExport([header, ...rows], lines => lines.map(toCsvLine).join(''))
}

export function toComparisonJson({ question, columns }: ComparisonResult, judgments: Judgments): ExportText {
  const documents = question.documents.map((text, index) => ({
    index,
    text,
    grade: gradeOf(judgments, text),
    rankings: columns.map(({ label, ranks, scores }) => ({
      by: label,
      rank: ranks[index] ?? null,
      score: scores[index] ?? null,
    })),
  }))
  const data = { query: question.query, documents, order: judgments.order }
  return toExport(data, clean => `${JSON.stringify(clean, null, 2)}\n`)
}

/**
 * The grades in TREC's format: topic, iteration, document, grade. Documents are `d1` … in the order of the
 * request; ungraded ones have no line.
 * @see https://trec.nist.gov/data/qrels_eng
 */
export function toTrecQrels({ question }: ComparisonResult, judgments: Judgments): string {
  return question.documents
    .flatMap((text, index) => {
      const grade = gradeOf(judgments, text)
      return grade === null ? [] : [`1 0 d${index + 1} ${grade}\n`]
    })
    .join('')
}

/** The rankings in TREC's format: topic, Q0, document, rank, score, run name. */
export function toTrecRun({ columns }: ComparisonResult): string {
  return columns.flatMap(toTrecLines).join('')
}

function toTrecLines({ label, hits }: RankedColumn): readonly string[] {
  const name = label.replace(/\s+/g, '-')
  return hits.map(({ index, score }, rank) => `1 Q0 d${index + 1} ${rank + 1} ${score} ${name}\n`)
}
