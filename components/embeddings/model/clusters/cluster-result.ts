export interface ClusterInput {
  /** Number of clusters (1 to 50), or `auto`: the one of 2 to 12 with the best silhouette. */
  readonly k: number | 'auto'
  readonly seed: number
}

export interface Cluster {
  readonly id: number
  readonly size: number
  /** Up to three distinctive words of its texts, most distinctive first; may be empty. */
  readonly words: readonly string[]
  /** The row nearest to its centroid. */
  readonly centreRow: number
}

export interface ClusterResult {
  /** Cluster of each row, by `id`; -1 for a row without a usable vector. */
  readonly assignments: Int32Array
  /** Largest first; ids count from 0 in that order. */
  readonly clusters: readonly Cluster[]
  /**
   * Mean silhouette of a sample, -1 to 1: above about 0.5 clear clusters, near 0 none. NaN for one cluster.
   */
  readonly silhouette: number
}
