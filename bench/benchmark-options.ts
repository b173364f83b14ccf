/** Command line options that some benchmarks read. */
export interface BenchmarkOptions {
  /** Measures the half that is kept aside, and prints no name of its files. */
  readonly heldOut: boolean
  /** Only these kinds of files; all if empty. */
  readonly kinds: readonly string[]
  /** Where the judged set is; null: it is downloaded. */
  readonly folder: string | null
}
