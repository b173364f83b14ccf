import {
  exchangePlaces,
  exchangeWindow,
  type Holders,
  type LimitAnswer,
  type LimitExchange,
} from '#lib/store/limits/limit-exchange.ts'
import type { LimitUses } from '#lib/store/limits/limit-uses.ts'
import { SlotWindow } from '#lib/store/limits/slot-window.ts'

export interface MemoryUsesOptions {
  /** The clock of the database. */
  readonly now: () => number
  /** How long the request and the answer of the next transaction take. */
  readonly delays: () => readonly [requestMs: number, answerMs: number]
}

/** The store of a database in memory, for tests with a clock of their own. */
export function createMemoryUses({ now, delays }: MemoryUsesOptions): LimitUses {
  const windows = new Map<string, SlotWindow>()
  const places = new Map<string, Holders>()

  function apply(instanceId: string, exchange: LimitExchange): LimitAnswer {
    const name = `${exchange.unit} ${exchange.subject}`
    if (exchange.unit === 'parallel') {
      const holders = places.get(name) ?? new Map()
      places.set(name, holders)
      return exchangePlaces(holders, instanceId, exchange, now())
    }
    const window = windows.get(name) ?? new SlotWindow()
    windows.set(name, window)
    return exchangeWindow(window, exchange, now())
  }

  return {
    async exchange(instanceId, exchanges) {
      const [requestMs, answerMs] = delays()
      await wait(requestMs)
      const answers = exchanges.map(each => apply(instanceId, each))
      await wait(answerMs)
      return answers
    },
    removeIdle: () => Promise.resolve(),
  }
}

function wait(ms: number): Promise<void> {
  return new Promise(resolve => void setTimeout(resolve, ms))
}
