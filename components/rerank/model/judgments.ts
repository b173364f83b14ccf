/** Relevance of a document: 0 irrelevant, 3 perfect. */
export type Grade = 0 | 1 | 2 | 3

/** The user's relevance judgments. Keyed by text, so that they follow a moved document. */
export interface Judgments {
  readonly grades: Readonly<Record<string, Grade>>
  /** The ideal order, best first; null: none. */
  readonly order: readonly string[] | null
}

export const noJudgments: Judgments = { grades: {}, order: null }

/** The grade of a text; null: ungraded. A text may equal an object property such as `constructor`. */
export function gradeOf({ grades }: Judgments, text: string): Grade | null {
  return Object.hasOwn(grades, text) ? (grades[text] ?? null) : null
}

/** Source of the judgments that metrics use. */
export type JudgmentKind = 'grades' | 'order'

/** Gain of each document, in the order of the request. */
export interface Relevance {
  readonly gains: readonly number[]
  readonly relevant: readonly boolean[]
}

/**
 * With grades, a document gains 2^grade − 1 and is relevant from grade 1; ungraded ones gain 0. With an ideal
 * order, the gain falls by one per rank, and the top `depth` are relevant.
 * @returns null without judgments to measure against
 */
export function toRelevance(
  judgments: Judgments,
  kind: JudgmentKind,
  documents: readonly string[],
  depth: number,
): Relevance | null {
  if (kind === 'grades') {
    const grades = documents.map(text => gradeOf(judgments, text) ?? 0)
    if (grades.every(grade => grade === 0)) return null
    return { gains: grades.map(grade => 2 ** grade - 1), relevant: grades.map(grade => grade > 0) }
  }
  if (!isOrdered(judgments, documents)) return null
  const order = orderDocuments(judgments, documents)
  const positions = new Map(order.map((document, index) => [document, index]))
  const rankOf = documents.map((_, index) => positions.get(index) ?? documents.length)
  return {
    gains: rankOf.map(index => documents.length - index),
    relevant: rankOf.map(index => index < depth),
  }
}

/**
 * The documents in the ideal order; those not in it follow in the order of `otherwise`.
 * @param otherwise all indexes; default: the order of the request
 */
export function orderDocuments(
  judgments: Judgments,
  documents: readonly string[],
  otherwise: readonly number[] = documents.map((_, index) => index),
): readonly number[] {
  const waiting = Map.groupBy(otherwise, index => documents[index] ?? '')
  // A duplicated text is two documents: each mention uses one of them.
  const named = (judgments.order ?? []).flatMap(text => waiting.get(text)?.shift() ?? [])
  const placed = new Set(named)
  return [...named, ...otherwise.filter(index => !placed.has(index))]
}

/** Whether an ideal order consists of these documents. */
export function isOrdered({ order }: Judgments, documents: readonly string[]): boolean {
  const known = new Set(documents)
  return order?.some(text => known.has(text)) ?? false
}

/** The judgments of these documents, as stored in the history and a link. */
export function judgmentsOf(judgments: Judgments, documents: readonly string[]): Judgments {
  const known = new Set(documents)
  const grades = Object.entries(judgments.grades).filter(([text]) => known.has(text))
  const order = judgments.order?.filter(text => known.has(text)) ?? []
  return { grades: Object.fromEntries(grades), order: order.length === 0 ? null : order }
}

/** Sets or, with null, removes a grade. */
export function gradeText(judgments: Judgments, text: string, grade: Grade | null): Judgments {
  const { [text]: _, ...others } = judgments.grades
  return { ...judgments, grades: grade === null ? others : { ...others, [text]: grade } }
}

/** Moves the judgments of a text to its edited version. */
export function renameText(judgments: Judgments, before: string, after: string): Judgments {
  const grade = gradeOf(judgments, before)
  if (grade === null && !judgments.order?.includes(before)) return judgments
  const moved = grade === null ? judgments : gradeText(gradeText(judgments, before, null), after, grade)
  return { ...moved, order: judgments.order?.map(text => (text === before ? after : text)) ?? null }
}
