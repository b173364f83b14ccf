/** Progress of a bulk action. */
export interface EachProgress {
  readonly done: number
  readonly total: number
}

export interface EachOutcome<Item> {
  readonly done: readonly Item[]
  /** In item order. */
  readonly failed: readonly { readonly item: Item; readonly error: Error }[]
  /** Not completed because of the stop. */
  readonly left: readonly Item[]
}

// More would only wait in the server's queue.
const atOnceMax = 4

/** Runs an action for each item, four at a time; a failure does not stop the others. */
export async function runEach<Item>(
  items: readonly Item[],
  act: (item: Item, signal: AbortSignal) => Promise<unknown>,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (progress: EachProgress) => void },
): Promise<EachOutcome<Item>> {
  const outcomes = new Map<number, Error | null>()
  const places = items.keys()
  const work = async () => {
    for (const index of places) {
      const item = items[index]
      if (item === undefined || signal.aborted) return
      const error = await act(item, signal).then(() => null, toError)
      if (signal.aborted && error !== null) return
      outcomes.set(index, error)
      onProgress?.({ done: outcomes.size, total: items.length })
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, work))
  return {
    done: items.filter((_, index) => outcomes.get(index) === null),
    failed: items.flatMap((item, index) => {
      const error = outcomes.get(index)
      return error ? [{ item, error }] : []
    }),
    left: items.filter((_, index) => !outcomes.has(index)),
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
