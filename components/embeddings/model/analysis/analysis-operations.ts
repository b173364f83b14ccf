import type { ClusterInput, ClusterResult } from '#components/embeddings/model/clusters.ts'
import type { Agreement } from '#components/embeddings/model/comparison/agreement.ts'
import type { DimensionCurve } from '#components/embeddings/model/comparison/dimension-curve.ts'
import type { SimilarityMatrix } from '#components/embeddings/model/comparison/similarity-matrix.ts'
import type { VectorHealth } from '#components/embeddings/model/health.ts'
import type { ExportFile, ExportInput } from '#components/embeddings/model/export/export-file.ts'
import type { Fidelity } from '#components/embeddings/model/neighbors.ts'
import type { UmapLayout, UmapSettings } from '#components/embeddings/model/projection/umap-layout.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import type { Layout, Metric, Neighbour, VectorSet } from '#components/embeddings/model/vector-set.ts'

/** The two directions of largest variance. */
export interface PcaLayout {
  readonly layout: Layout
  /** Share of the total variance (0 to 1) along x and y. */
  readonly explained: readonly [number, number]
}

/**
 * Operations of the analysis worker, by name. `set` names vectors added by `load`. Rows are always the
 * viewer's own row numbers; rows without a usable vector (batch failed, NaN, all zero) are excluded and have
 * NaN as coordinates, -1 as cluster and no neighbors.
 */
export interface AnalysisOperations {
  /** The texts, once; used by clusters, health and export. */
  rows: { input: { readonly rows: readonly TextRow[] }; result: null }
  /**
   * Adds vectors, or replaces those of the same name. `usable` is the number of rows with a usable vector.
   */
  load: { input: { readonly set: string; readonly vectors: VectorSet }; result: { readonly usable: number } }
  unload: { input: { readonly set: string }; result: null }
  pca: { input: { readonly set: string }; result: PcaLayout }
  umap: { input: { readonly set: string } & UmapSettings; result: UmapLayout }
  /** The k rows nearest to a row in the original space, nearest first, without the row itself. */
  neighbours: {
    input: { readonly set: string; readonly row: number; readonly k: number; readonly metric: Metric }
    result: readonly Neighbour[]
  }
  /** The k rows nearest to any vector of the same model, such as an embedded query. */
  nearest: {
    input: {
      readonly set: string
      readonly vector: Float32Array
      readonly k: number
      readonly metric: Metric
    }
    result: readonly Neighbour[]
  }
  fidelity: {
    input: { readonly set: string; readonly layout: Layout; readonly seed: number }
    result: Fidelity
  }
  clusters: { input: { readonly set: string } & ClusterInput; result: ClusterResult }
  /** @throws when there are more than `similarityRowsMax` rows */
  similarity: {
    input: { readonly set: string; readonly rows: readonly number[] }
    result: SimilarityMatrix
  }
  agreement: {
    input: { readonly first: string; readonly second: string; readonly seed: number }
    result: Agreement
  }
  dimensionCurve: { input: { readonly set: string; readonly seed: number }; result: DimensionCurve }
  health: {
    input: { readonly set: string; readonly windowTokens: number | null; readonly seed: number }
    result: VectorHealth
  }
  export: { input: { readonly set: string } & ExportInput; result: readonly ExportFile[] }
}

export type AnalysisOperation = keyof AnalysisOperations
export type InputOf<Name extends AnalysisOperation> = AnalysisOperations[Name]['input']
export type ResultOf<Name extends AnalysisOperation> = AnalysisOperations[Name]['result']
