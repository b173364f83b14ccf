/** What a process that was never ready says on standard error, kept back for a moment: see `holdWords`. */
export interface HeldWords {
  readonly add: (text: string) => void
  /** Prints what is held: the process goes on. */
  readonly release: () => void
  /** The process ended: what is held was its reason, and stays for `take`. */
  readonly ended: () => void
  /** What was held and never printed. */
  readonly take: () => readonly string[]
}

// Longer than a process takes from its last words to its end.
const patienceMs = 2000

/**
 * Each text is printed once at most, and the reason for an end not at all: whoever gives the process up says it last,
 * where it is read, and not between the lines of others.
 */
export function holdWords(print: (text: string) => void): HeldWords {
  const printed = new Set<string>()
  let held: string[] = []
  let timer: NodeJS.Timeout | undefined

  function ended(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function take(): readonly string[] {
    ended()
    const words = held
    held = []
    return words
  }

  function release(): void {
    for (const text of take()) {
      printed.add(text)
      print(text)
    }
  }

  return {
    add(text) {
      if (printed.has(text) || held.includes(text)) return
      held.push(text)
      timer ??= setTimeout(release, patienceMs)
    },
    release,
    ended,
    take,
  }
}
