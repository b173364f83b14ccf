export const slotMs = 250
const minuteMs = 60_000

// A use at the end of a slot is a minute old when the slot after the next 240 begins.
const slotsCounted = minuteMs / slotMs
const noSlot = Infinity

export interface SlotAmount {
  readonly slot: number
  readonly amount: number
}

/** The slot of a time in milliseconds. */
export function slotAt(ms: number): number {
  return Math.floor(ms / slotMs)
}

/**
 * The uses of the last minute, in slots of 250 ms. A slot counts until all of it is at least a minute old, so
 * that a use counts for 60 to 60.25 s after the slot that it is in.
 */
export class SlotWindow {
  readonly #amounts = new Map<number, number>()
  #total = 0
  #oldest = noSlot

  /** The sum of the slots that counted when `dropOld` was last called, and of what was added since. */
  get total(): number {
    return this.#total
  }

  add(slot: number, amount: number): void {
    if (amount <= 0) return
    this.#amounts.set(slot, (this.#amounts.get(slot) ?? 0) + amount)
    this.#total += amount
    if (slot < this.#oldest) this.#oldest = slot
  }

  /** Takes back an amount that was added to a slot, or the rest of it. */
  remove(slot: number, amount: number): void {
    const there = this.#amounts.get(slot)
    if (there === undefined) return
    const removed = Math.min(there, amount)
    this.#total -= removed
    if (removed < there) this.#amounts.set(slot, there - removed)
    else this.#amounts.delete(slot)
  }

  clear(): void {
    this.#amounts.clear()
    this.#total = 0
    this.#oldest = noSlot
  }

  /** Drops the slots that do not count at `now`. */
  dropOld(now: number): void {
    const oldestCounted = slotAt(now) - slotsCounted
    if (this.#oldest >= oldestCounted) return
    this.#oldest = noSlot
    for (const [slot, amount] of this.#amounts) {
      if (slot >= oldestCounted) {
        this.#oldest = Math.min(this.#oldest, slot)
        continue
      }
      this.#total -= amount
      this.#amounts.delete(slot)
    }
  }

  /** Moves slots after `last` into it: the clock that they were written by was ahead. */
  pullBackTo(last: number): void {
    for (const [slot, amount] of this.#amounts) {
      if (slot <= last) continue
      this.#amounts.delete(slot)
      this.#total -= amount
      this.add(last, amount)
    }
  }

  /** Milliseconds until so much has left the window; 0: it need not. */
  timeUntilLeft(amount: number, now: number): number {
    if (amount <= 0) return 0
    let left = 0
    for (const each of this.amounts()) {
      left += each.amount
      if (left >= amount) return leavesAt(each.slot) - now
    }
    return minuteMs
  }

  /** Milliseconds until the first and the last slot leave; 0: there is none. */
  leaveTimes(now: number): { readonly oldestMs: number; readonly newestMs: number } {
    const slots = [...this.#amounts.keys()]
    if (slots.length === 0) return { oldestMs: 0, newestMs: 0 }
    return { oldestMs: leavesAt(Math.min(...slots)) - now, newestMs: leavesAt(Math.max(...slots)) - now }
  }

  /** The oldest first. */
  amounts(): SlotAmount[] {
    return Array.from(this.#amounts, ([slot, amount]) => ({ slot, amount })).sort((a, b) => a.slot - b.slot)
  }
}

function leavesAt(slot: number): number {
  return (slot + slotsCounted + 1) * slotMs
}
