import type { TokenSequence } from './token-sequence.ts'

/** A call's texts, as the queue sees them. */
export interface BatchCall {
  readonly sequences: readonly TokenSequence[]
}

export interface BatchItem<Call extends BatchCall> {
  readonly call: Call
  /** Which of the call's texts. */
  readonly position: number
  readonly sequence: TokenSequence
}

/** Texts that wait. Keys take turns, a key's calls take turns, so that one question need not wait for 2,000 texts. */
export interface BatchQueue<Call extends BatchCall> {
  readonly waiting: boolean
  add(key: string, call: Call): void
  /** Its texts that have not been taken are not given out any more. */
  remove(key: string, call: Call): void
  /** Texts until they have `tokensMax` tokens together, and a multiple of `parallel` so that no thread stands idle. */
  take(size: { readonly tokensMax: number; readonly parallel: number }): BatchItem<Call>[]
}

interface WaitingCall<Call> {
  readonly call: Call
  next: number
}

interface WaitingKey<Call> {
  readonly key: string
  readonly calls: WaitingCall<Call>[]
}

export function createBatchQueue<Call extends BatchCall>(): BatchQueue<Call> {
  // The next to be served is in front.
  const keys: WaitingKey<Call>[] = []

  const takeOne = (): BatchItem<Call> | null => {
    const first = keys.shift()
    const waiting = first?.calls.shift()
    if (first === undefined || waiting === undefined) return null
    const { call, next: position } = waiting
    waiting.next += 1
    if (waiting.next < call.sequences.length) first.calls.push(waiting)
    if (first.calls.length > 0) keys.push(first)
    const sequence = call.sequences[position]
    return sequence === undefined ? null : { call, position, sequence }
  }

  return {
    get waiting() {
      return keys.length > 0
    },
    add(key, call) {
      const waiting = { call, next: 0 }
      const known = keys.find(each => each.key === key)
      if (known === undefined) keys.push({ key, calls: [waiting] })
      else known.calls.push(waiting)
    },
    remove(key, call) {
      const place = keys.findIndex(each => each.key === key)
      const calls = keys[place]?.calls ?? []
      const index = calls.findIndex(each => each.call === call)
      if (index !== -1) calls.splice(index, 1)
      if (place !== -1 && calls.length === 0) keys.splice(place, 1)
    },
    take({ tokensMax, parallel }) {
      const batch: BatchItem<Call>[] = []
      let tokens = 0
      while (tokens < tokensMax || batch.length % parallel !== 0) {
        const item = takeOne()
        if (item === null) break
        batch.push(item)
        tokens += item.sequence.ids.length
      }
      return batch
    },
  }
}
