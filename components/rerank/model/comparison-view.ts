import { toList, toNumber } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import { noJudgments, type Grade, type Judgments } from './judgments.ts'

export const sorts = ['score', 'input', 'change', 'disagreement'] as const
export type Sort = (typeof sorts)[number]

export const shapes = ['list', 'bump', 'judge'] as const
export type Shape = (typeof shapes)[number]

/** Display settings of the result; saved with the run, and in a link. */
export interface ComparisonView {
  readonly shape: Shape
  readonly sort: Sort
  /** Scores from here up are kept; null: no threshold. */
  readonly threshold: number | null
  /** Cutoff of the metrics. */
  readonly depth: number
  /** Whether keywords (BM25) rank next to the models. */
  readonly keywords: boolean
  readonly judgeBy: 'grades' | 'order'
}

export const initialView: ComparisonView = {
  shape: 'list',
  sort: 'score',
  threshold: null,
  depth: 5,
  keywords: false,
  judgeBy: 'grades',
}

/** View and judgments for a link or the history: only what differs from the defaults. */
export function writeComparisonView(
  view: ComparisonView,
  judgments: Judgments,
): Readonly<Record<string, unknown>> | null {
  const changed = Object.entries(view).filter(
    ([name, value]) => value !== initialView[name as keyof ComparisonView],
  )
  const grades = Object.keys(judgments.grades).length > 0 && { grades: judgments.grades }
  const order = judgments.order !== null && { order: judgments.order }
  const written = { ...Object.fromEntries(changed), ...grades, ...order }
  return Object.keys(written).length === 0 ? null : written
}

/** Parses the output of `writeComparisonView`; missing or invalid parts fall back to the defaults. */
export function readComparisonView(value: unknown): {
  readonly view: ComparisonView
  readonly judgments: Judgments
} {
  if (!isRecord(value)) return { view: initialView, judgments: noJudgments }
  const threshold = toNumber(value['threshold'])
  const depth = toNumber(value['depth'])
  return {
    view: {
      shape: shapes.find(shape => shape === value['shape']) ?? initialView.shape,
      sort: sorts.find(sort => sort === value['sort']) ?? initialView.sort,
      threshold: threshold === null ? null : Math.min(1, Math.max(0, threshold)),
      depth: depth !== null && Number.isInteger(depth) && depth >= 1 ? depth : initialView.depth,
      keywords: value['keywords'] === true,
      judgeBy: value['judgeBy'] === 'order' ? 'order' : 'grades',
    },
    judgments: {
      grades: Object.fromEntries(
        Object.entries(isRecord(value['grades']) ? value['grades'] : {}).filter(
          (entry): entry is [string, Grade] => isGrade(entry[1]),
        ),
      ),
      order: Array.isArray(value['order'])
        ? toList(value['order']).filter(text => typeof text === 'string')
        : null,
    },
  }
}

function isGrade(value: unknown): value is Grade {
  return value === 0 || value === 1 || value === 2 || value === 3
}
