/**
 * Maximum alternatives in one place: values of an enum, branches of an `anyOf`, properties of an object. The
 * runner tries all of them at each step.
 */
const choicesMax = 1_000
/** Nodes, their keys and enum values of the whole schema. */
const nodesMax = 20_000
/** Sum of the bounds that the runner unrolls. */
const repetitionsMax = 120_000
/** UTF-16 code units of the grammar. */
const textMax = 500_000
const depthMax = 64

/** A schema whose grammar would block the runner. The message completes "The JSON schema has …". */
export class GrammarTooLarge extends Error {
  override readonly name = 'GrammarTooLarge'
}

/**
 * Counts a grammar while it is generated, so that an exponential one stops early. Together, the limits keep
 * generating and compiling a grammar below about 0.1 s.
 * @throws GrammarTooLarge from every method, at its limit
 */
export class GrammarMeter {
  #nodes = 0
  #repetitions = 0
  #text = 0
  #depth = 0

  /** Counts a node with its keys, and checks its depth. */
  within<T>(keys: number, write: () => T): T {
    if (this.#depth >= depthMax) throw new GrammarTooLarge(`more than ${depthMax} levels`)
    this.nodes(1 + keys)
    this.#depth += 1
    try {
      return write()
    } finally {
      this.#depth -= 1
    }
  }

  nodes(count: number): void {
    this.#nodes += count
    if (this.#nodes > nodesMax) throw new GrammarTooLarge(`more than ${show(nodesMax)} nodes`)
  }

  choices(count: number): void {
    if (count > choicesMax)
      throw new GrammarTooLarge(
        `${show(count)} enum values, branches or properties in one place; the limit is ${show(choicesMax)}`,
      )
    this.nodes(count)
  }

  repetitions(count: number): void {
    this.#repetitions += count
    if (this.#repetitions > repetitionsMax)
      throw new GrammarTooLarge(`length bounds that add up to more than ${show(repetitionsMax)}`)
  }

  text(length: number): void {
    this.#text += length
    if (this.#text > textMax) throw new GrammarTooLarge(`more than ${show(textMax)} characters`)
  }
}

function show(count: number): string {
  return count.toLocaleString('en-US')
}
