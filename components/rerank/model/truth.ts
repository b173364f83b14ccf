/** How well a document answers: 0 not at all, 3 perfectly. */
export type Grade = 0 | 1 | 2 | 3

/** What the person says is right. By text: it stays with a document wherever that goes. */
export interface Truth {
  readonly grades: Readonly<Record<string, Grade>>
  /** The ideal order, best first; null: none was made. */
  readonly order: readonly string[] | null
}

export const noTruth: Truth = { grades: {}, order: null }

/** What a text was graded; null: it was not. A text may be called as what every object has, such as `constructor`. */
export function gradeOf({ grades }: Truth, text: string): Grade | null {
  return Object.hasOwn(grades, text) ? (grades[text] ?? null) : null
}

/** Which of the two the measures go by. */
export type TruthKind = 'grades' | 'order'

/** What each document is worth, in the order of the request. */
export interface Worth {
  readonly gains: readonly number[]
  readonly relevant: readonly boolean[]
}

/**
 * By grades, a document gains 2^grade − 1 and is relevant from grade 1 on; without a grade it is worth nothing. By the
 * ideal order, the gain falls by one from place to place, and the first `depth` are relevant.
 * @returns null where nothing was said that the measures could go by
 */
export function toWorth(
  truth: Truth,
  kind: TruthKind,
  documents: readonly string[],
  depth: number,
): Worth | null {
  if (kind === 'grades') {
    const grades = documents.map(text => gradeOf(truth, text) ?? 0)
    if (grades.every(grade => grade === 0)) return null
    return { gains: grades.map(grade => 2 ** grade - 1), relevant: grades.map(grade => grade > 0) }
  }
  if (!isOrdered(truth, documents)) return null
  const order = orderDocuments(truth, documents)
  const places = new Map(order.map((document, place) => [document, place]))
  const placeOf = documents.map((_, index) => places.get(index) ?? documents.length)
  return {
    gains: placeOf.map(place => documents.length - place),
    relevant: placeOf.map(place => place < depth),
  }
}

/**
 * The documents in the ideal order; those it does not name follow as they stand in `otherwise`.
 * @param otherwise all indexes; default: the order of the request
 */
export function orderDocuments(
  truth: Truth,
  documents: readonly string[],
  otherwise: readonly number[] = documents.map((_, index) => index),
): readonly number[] {
  const waiting = Map.groupBy(otherwise, index => documents[index] ?? '')
  // A text that stands there twice is two documents: each mention takes one of them.
  const named = (truth.order ?? []).flatMap(text => waiting.get(text)?.shift() ?? [])
  const placed = new Set(named)
  return [...named, ...otherwise.filter(index => !placed.has(index))]
}

/** Whether an ideal order was made of these documents: one of others says nothing of them. */
export function isOrdered({ order }: Truth, documents: readonly string[]): boolean {
  const known = new Set(documents)
  return order?.some(text => known.has(text)) ?? false
}

/** The part of what was said that concerns these documents: what the history and a link keep beside them. */
export function truthAbout(truth: Truth, documents: readonly string[]): Truth {
  const known = new Set(documents)
  const grades = Object.entries(truth.grades).filter(([text]) => known.has(text))
  const order = truth.order?.filter(text => known.has(text)) ?? []
  return { grades: Object.fromEntries(grades), order: order.length === 0 ? null : order }
}

/** Grades or, with null, forgets a grade. */
export function gradeText(truth: Truth, text: string, grade: Grade | null): Truth {
  const { [text]: _, ...others } = truth.grades
  return { ...truth, grades: grade === null ? others : { ...others, [text]: grade } }
}

/** Carries what was said of a text over to its new wording. */
export function renameText(truth: Truth, before: string, after: string): Truth {
  const grade = gradeOf(truth, before)
  if (grade === null && !truth.order?.includes(before)) return truth
  const moved = grade === null ? truth : gradeText(gradeText(truth, before, null), after, grade)
  return { ...moved, order: truth.order?.map(text => (text === before ? after : text)) ?? null }
}
