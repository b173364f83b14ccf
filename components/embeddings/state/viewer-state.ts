import type { BatchOutcome, BatchProgress } from '#components/embeddings/model/batches/batch-report.ts'
import type { ClusterResult } from '#components/embeddings/model/clusters/cluster-result.ts'
import type { Trust } from '#components/embeddings/model/neighbours/trust.ts'
import type { PcaLayout } from '#components/embeddings/model/projection/pca-layout.ts'
import {
  umapDefaults,
  type UmapLayout,
  type UmapSettings,
} from '#components/embeddings/model/projection/umap-layout.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { Layout, Metric, Neighbour } from '#components/embeddings/model/vector-set.ts'
import type { Tool } from '#components/embeddings/scatter/gestures.ts'
import type { Run } from '#lib/client/run.ts'
import { emptyRequest, type EmbeddingsRequest } from './request.ts'

export type ViewName = 'map' | 'table' | 'matrix' | 'health' | 'dimensions' | 'agreement'
export type Coloring = 'group' | 'cluster' | 'trust'

/** Something that is computed in the worker. */
export type Computed<Result> =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly share: number }
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'failed'; readonly reason: string }

/** What one model made of the texts. */
export interface ModelColumn {
  /** Name of its vectors in the worker. */
  readonly set: string
  readonly model: string
  readonly runs: readonly Run[]
  readonly progress: BatchProgress | null
  /** Null while it runs for the first time. */
  readonly outcome: BatchOutcome | null
  readonly pca: Computed<PcaLayout>
  readonly umap: Computed<UmapLayout>
  readonly clusters: Computed<ClusterResult>
  /** Of the layout that it was measured on. */
  readonly trust: Computed<Trust & { readonly layout: Layout }>
  readonly neighbours: readonly Neighbour[]
}

/** The run that is shown, with the texts as they were when it was started. */
export interface Shown {
  readonly id: string
  readonly createdAt: number
  /** As it was sent: the form may have been edited since. */
  readonly request: EmbeddingsRequest
  readonly rows: readonly TextRow[]
  readonly columns: readonly ModelColumn[]
  readonly running: boolean
  /** From history: it is shown, and nothing is said or kept of it again. */
  readonly restored: boolean
}

/** What the neighbours are neighbours of: a row, or a question that was embedded. */
export type Anchor =
  | {
      readonly kind: 'row'
      readonly row: number
      /** Why its neighbours are not known; null: they are, or are being looked for. */
      readonly failure: string | null
    }
  | { readonly kind: 'query'; readonly text: string; readonly state: 'running' }
  | {
      readonly kind: 'query'
      readonly text: string
      readonly state: 'done'
      /** Of the question, by the name of the set. */
      readonly vectors: ReadonlyMap<string, Float32Array>
    }
  | { readonly kind: 'query'; readonly text: string; readonly state: 'failed'; readonly reason: string }

export interface ViewerState {
  readonly request: EmbeddingsRequest
  readonly shown: Shown | null
  readonly view: ViewName
  readonly layout: 'pca' | 'umap'
  readonly umapSettings: UmapSettings
  readonly coloring: Coloring
  /** By a click or a link; it holds for the next texts too, where they can have it. Null: what fits them. */
  readonly chosenColoring: Coloring | null
  readonly metric: Metric
  readonly tool: Tool
  readonly labels: boolean
  /** Entries of the legend that are switched off. */
  readonly hidden: ReadonlySet<string>
  readonly hovered: number | null
  readonly anchor: Anchor | null
  readonly selection: ReadonlySet<number>
  /** Words that a text must contain; empty: no search. */
  readonly find: string
}

export const initialState: ViewerState = {
  request: emptyRequest,
  shown: null,
  view: 'map',
  layout: 'pca',
  umapSettings: umapDefaults,
  coloring: 'group',
  chosenColoring: null,
  metric: 'cosine',
  tool: 'pan',
  labels: true,
  hidden: new Set(),
  hovered: null,
  anchor: null,
  selection: new Set(),
  find: '',
}
