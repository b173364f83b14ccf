/** Does one piece of work after the other while there is any. */
export interface Lane {
  /** There may be something to do. */
  readonly wake: () => void
  /** Resolves when the piece at hand has ended. */
  settle(): Promise<void>
}

/**
 * @param step does a piece of work; false: there is none
 * @param onRest told when there is none, and of what a step threw
 */
export function createLane(step: () => Promise<boolean>, onRest: (error: unknown) => void): Lane {
  let running: Promise<void> | null = null
  let again = false

  async function run(): Promise<void> {
    do {
      again = false
      while (await step()) continue
    } while (again)
  }

  function wake(): void {
    again = true
    running ??= run()
      .then(
        () => undefined,
        (error: unknown) => error,
      )
      .then(error => {
        running = null
        onRest(error)
      })
  }

  return {
    wake,
    async settle() {
      await running
    },
  }
}
