export const slotMs = 250
const minuteMs = 60_000

// A use at the end of a slot is a minute old when the slot after the next 240 begins.
const slotsCounted = minuteMs / slotMs
const noSlot = Infinity
const noTimes = { oldestMs: 0, newestMs: 0 }

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
  #newest = -noSlot

  /** The sum of the slots that counted when `dropOld` was last called, and of what was added since. */
  get total(): number {
    return this.#total
  }

  add(slot: number, amount: number): void {
    if (amount <= 0) return
    this.#amounts.set(slot, (this.#amounts.get(slot) ?? 0) + amount)
    this.#total += amount
    if (slot < this.#oldest) this.#oldest = slot
    if (slot > this.#newest) this.#newest = slot
  }

  /** Takes back an amount that was added to a slot, or the rest of it. */
  remove(slot: number, amount: number): void {
    const there = this.#amounts.get(slot)
    if (there === undefined) return
    const removed = Math.min(there, amount)
    this.#total -= removed
    if (removed < there) this.#amounts.set(slot, there - removed)
    else this.#delete(slot)
  }

  clear(): void {
    this.#amounts.clear()
    this.#total = 0
    this.#findEnds()
  }

  /** Drops the slots that do not count at `now`. */
  dropOld(now: number): void {
    const oldestCounted = slotAt(now) - slotsCounted
    if (this.#oldest >= oldestCounted) return
    for (const [slot, amount] of this.#amounts) {
      if (slot >= oldestCounted) continue
      this.#total -= amount
      this.#amounts.delete(slot)
    }
    this.#findEnds()
  }

  /** Moves slots after `last` into it: the clock that they were written by was ahead. */
  pullBackTo(last: number): void {
    for (const [slot, amount] of this.#amounts) {
      if (slot <= last) continue
      this.#delete(slot)
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
    if (this.#amounts.size === 0) return noTimes
    return { oldestMs: leavesAt(this.#oldest) - now, newestMs: leavesAt(this.#newest) - now }
  }

  /** The oldest first. */
  amounts(): SlotAmount[] {
    return Array.from(this.#amounts, ([slot, amount]) => ({ slot, amount })).sort((a, b) => a.slot - b.slot)
  }

  #delete(slot: number): void {
    this.#amounts.delete(slot)
    if (slot === this.#oldest || slot === this.#newest) this.#findEnds()
  }

  #findEnds(): void {
    this.#oldest = noSlot
    this.#newest = -noSlot
    for (const slot of this.#amounts.keys()) {
      if (slot < this.#oldest) this.#oldest = slot
      if (slot > this.#newest) this.#newest = slot
    }
  }
}

function leavesAt(slot: number): number {
  return (slot + slotsCounted + 1) * slotMs
}
