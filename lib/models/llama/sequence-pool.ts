import type { LlamaContextSequence, Token } from 'node-llama-cpp'

interface Slot {
  readonly sequence: LlamaContextSequence
  busy: boolean
  usedAt: number
}

export interface SequencePool {
  /** The free sequence that remembers most of these tokens. */
  take(tokens: readonly Token[]): { readonly sequence: LlamaContextSequence; readonly release: () => void }
}

// Every conversation begins with the same few tokens of the template: they are no reason to overwrite the one that
// was used last.
const sharedByAll = 32

/** Sequences that keep what they have evaluated, so that the next turn of a conversation starts where it ended. */
export function createSequencePool(sequences: readonly LlamaContextSequence[]): SequencePool {
  const slots: Slot[] = sequences.map(sequence => ({ sequence, busy: false, usedAt: 0 }))
  let clock = 0
  return {
    take(tokens) {
      const free = slots.filter(slot => !slot.busy)
      const ranked = free
        .map(slot => ({ slot, common: slot.sequence.compareContextTokens([...tokens]).firstDifferentIndex }))
        .toSorted((a, b) =>
          Math.abs(a.common - b.common) > sharedByAll ? b.common - a.common : a.slot.usedAt - b.slot.usedAt,
        )
      const slot = ranked[0]?.slot
      if (slot === undefined) throw new Error('no free sequence: the queue let too many calls in')
      clock += 1
      slot.busy = true
      slot.usedAt = clock
      return { sequence: slot.sequence, release: () => (slot.busy = false) }
    },
  }
}
