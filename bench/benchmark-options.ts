/** Command line options that some benchmarks read. */
export interface BenchmarkOptions {
  /** Measures the half that is kept aside, and prints no name of its files. */
  readonly heldOut: boolean
  /** Only these kinds of files; all if empty. */
  readonly kinds: readonly string[]
  /** Where the judged set is; null: it is downloaded. */
  readonly folder: string | null
  /** Chat models to measure; the default one if empty. */
  readonly models: readonly string[]
  /** Modes of AI search to measure; balanced if empty. */
  readonly modes: readonly string[]
  /** Number of questions, half of them from the half that is kept aside; null: all of one half. */
  readonly sample: number | null
  /** The share of the questions or prompts to ask, from 1: a run of a large model takes long. */
  readonly part: { readonly number: number; readonly of: number }
  /** An earlier commit to compare with; null: none. */
  readonly against: string | null
}
