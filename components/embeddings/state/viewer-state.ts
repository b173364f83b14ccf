import type { BatchOutcome, BatchProgress } from '#components/embeddings/model/batches/batch-report.ts'
import type { ClusterResult } from '#components/embeddings/model/clusters.ts'
import type { Fidelity } from '#components/embeddings/model/neighbors.ts'
import type { PcaLayout } from '#components/embeddings/model/analysis/analysis-operations.ts'
import {
  umapDefaults,
  type UmapLayout,
  type UmapSettings,
} from '#components/embeddings/model/projection/umap-layout.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { Layout, Metric, Neighbour } from '#components/embeddings/model/vector-set.ts'
import type { Tool } from '#components/embeddings/scatter/gestures.ts'
import type { EntryRef } from '#components/playground/run/model/create-playground.ts'
import type { Run } from '#lib/client/run.ts'
import { emptyRequest, type EmbeddingsRequest } from './request.ts'

export type ViewName = 'map' | 'table' | 'matrix' | 'health' | 'dimensions' | 'agreement'
/** `trust` is by fidelity: saved sessions and links have this name. */
export type Coloring = 'group' | 'cluster' | 'trust'

/** A computation in the worker. */
export type Computed<Result> =
  | { readonly state: 'none' }
  | { readonly state: 'running'; readonly share: number }
  | { readonly state: 'done'; readonly result: Result }
  | { readonly state: 'failed'; readonly reason: string }

/** The result of one model. */
export interface ModelColumn {
  /** Name of its vectors in the worker. */
  readonly set: string
  readonly model: string
  readonly runs: readonly Run[]
  readonly progress: BatchProgress | null
  /** Null during its first run. */
  readonly outcome: BatchOutcome | null
  readonly pca: Computed<PcaLayout>
  readonly umap: Computed<UmapLayout>
  readonly clusters: Computed<ClusterResult>
  /** The layout that it was measured on. */
  readonly fidelity: Computed<Fidelity & { readonly layout: Layout }>
  readonly neighbours: readonly Neighbour[]
}

/** The shown run, with its texts at the start. */
export interface Shown {
  /** The id of its history entry. */
  readonly id: string
  /** As sent: the form may have changed since. */
  readonly request: EmbeddingsRequest
  readonly rows: readonly TextRow[]
  readonly columns: readonly ModelColumn[]
  readonly running: boolean
  /** From history: displayed, but neither announced nor saved again. */
  readonly restored: boolean
}

/** The anchor of the neighbors: a row, or an embedded query. */
export type Anchor =
  | {
      readonly kind: 'row'
      readonly row: number
      /** Reason that neighbors are missing; null: available or in progress. */
      readonly failure: string | null
    }
  | { readonly kind: 'query'; readonly text: string; readonly state: 'running' }
  | {
      readonly kind: 'query'
      readonly text: string
      readonly state: 'done'
      /** Vectors of the query, by the name of the set. */
      readonly vectors: ReadonlyMap<string, Float32Array>
    }
  | { readonly kind: 'query'; readonly text: string; readonly state: 'failed'; readonly reason: string }

export interface ViewerState {
  readonly request: EmbeddingsRequest
  readonly shown: Shown | null
  /** The history entry of the run; null before the first. */
  readonly entry: EntryRef | null
  readonly view: ViewName
  readonly layout: 'pca' | 'umap'
  readonly umapSettings: UmapSettings
  readonly coloring: Coloring
  /** Set by a click or a link, also for the next texts if applicable. Null: automatic. */
  readonly chosenColoring: Coloring | null
  readonly metric: Metric
  readonly tool: Tool
  readonly labels: boolean
  /** Hidden legend entries. */
  readonly hidden: ReadonlySet<string>
  readonly hovered: number | null
  readonly anchor: Anchor | null
  readonly selection: ReadonlySet<number>
  /** Search terms; empty: no search. */
  readonly find: string
}

export const initialState: ViewerState = {
  request: emptyRequest,
  shown: null,
  entry: null,
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

/** The view before the first run, with the same request and settings. */
export function startView(former: ViewerState): ViewerState {
  return {
    ...former,
    shown: null,
    entry: null,
    anchor: null,
    selection: new Set(),
    hidden: new Set(),
    find: '',
  }
}
