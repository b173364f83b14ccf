import type { LlamaContextSequence, Token } from 'node-llama-cpp'

interface Slot {
  readonly sequence: LlamaContextSequence
  busy: boolean
  usedAt: number
}

export interface SequencePool {
  /** The free sequence with the longest cached prefix of these tokens. */
  take(tokens: readonly Token[]): { readonly sequence: LlamaContextSequence; readonly release: () => void }
}

// All conversations share the first tokens of the template: that is no reason to overwrite the most recently used
// one.
const sharedByAll = 32

/** Sequences with cached tokens, so that the next turn of a conversation continues where it ended. */
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
      if (slot === undefined) throw new Error('no free sequence: the queue admitted too many calls')
      clock += 1
      slot.busy = true
      slot.usedAt = clock
      return { sequence: slot.sequence, release: () => (slot.busy = false) }
    },
  }
}
