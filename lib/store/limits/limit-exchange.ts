import { type SlotAmount, slotAt, slotMs, type SlotWindow } from './slot-window.ts'

export type WindowUnit = 'requests' | 'tokens'
export type LimitUnit = WindowUnit | 'parallel'

/** The amount that a request needs of one limit. */
export interface LimitClaim {
  /** The key, team or network that is limited. */
  readonly subject: string
  readonly unit: LimitUnit
  /** Uses per minute, or concurrent requests. */
  readonly limit: number
  readonly amount: number
  /** Enough where less than `amount` is left; without it, all is needed. */
  readonly leastAmount?: number
}

export function leastOf({ amount, leastAmount = amount }: LimitClaim): number {
  return leastAmount
}

/** A gateway's report and lease request for the uses per minute of one subject. */
export interface WindowExchange {
  readonly unit: WindowUnit
  readonly subject: string
  /** Per minute. */
  readonly limit: number
  /** Leased and not used, by the slot of the lease. */
  readonly returned: readonly SlotAmount[]
  /** Used without a lease. */
  readonly used: readonly { readonly ageMs: number; readonly amount: number }[]
  /** For all calls that wait; 0: none does. */
  readonly need: number
  /** For the call that needs least. */
  readonly smallest: number
  /** Whether a lease is wanted without need. */
  readonly renews: boolean
  /** The shortest lease that is still valid when the answer arrives. */
  readonly leaseMinMs: number
}

export interface WindowAnswer {
  readonly unit: WindowUnit
  readonly granted: number
  /** The slot that `granted` is counted in. */
  readonly slot: number
  /** How long `granted` may be used, from the moment the exchange was sent. */
  readonly leaseMs: number
  /** Everything that counts, `granted` included. */
  readonly counted: number
  /** Until the smallest need fits; 0: it fits. */
  readonly retryMs: number
  readonly oldestMs: number
  readonly newestMs: number
}

/** A gateway's report and lease request for the concurrent requests of one subject. */
export interface PlacesExchange {
  readonly unit: 'parallel'
  readonly subject: string
  readonly limit: number
  /** Places that the gateway does not give up; requests run in them. */
  readonly kept: number
  readonly wanted: number
}

export interface PlacesAnswer {
  readonly unit: 'parallel'
  readonly held: number
  /** Places of other gateways. */
  readonly elsewhere: number
}

export type LimitExchange = WindowExchange | PlacesExchange
export type LimitAnswer = WindowAnswer | PlacesAnswer

/** The places of each gateway, and until when, in milliseconds of the database's clock. */
export type Holders = Map<string, readonly [places: number, until: number]>

export const placesLeaseMs = 15_000

const leaseMsMax = 5_000
// The longest lease ends in a slot that is less than this ahead.
const slotsAheadMax = 6_000 / slotMs

/** Applies a report to the window, and leases from what is left. @param now milliseconds of the shared clock */
export function exchangeWindow(window: SlotWindow, exchange: WindowExchange, now: number): WindowAnswer {
  const { unit, limit, need, smallest } = exchange
  window.pullBackTo(slotAt(now) + slotsAheadMax)
  window.dropOld(now)
  for (const { slot, amount } of exchange.returned) window.remove(slot, amount)
  for (const { ageMs, amount } of exchange.used) window.add(slotAt(now - ageMs), amount)
  const free = limit - window.total
  const needed = free >= need ? need : free >= smallest ? free : 0
  const wantsMore = free >= need && (need > 0 || exchange.renews)
  const { extra, leaseMs } = leaseBeyond(free - needed, limit)
  const granted = needed + (wantsMore ? extra : 0)
  const validMs = Math.min(leaseMsMax, Math.max(leaseMs, exchange.leaseMinMs))
  const slot = slotAt(now + validMs)
  window.add(slot, granted)
  return {
    unit,
    granted,
    slot,
    leaseMs: validMs,
    counted: window.total,
    retryMs: needed >= smallest ? 0 : window.timeUntilLeft(smallest - free, now),
    ...window.leaveTimes(now),
  }
}

interface LeaseTerms {
  readonly extra: number
  readonly leaseMs: number
}

/** The fuller the window, the less a gateway leases beyond its need: another one may need it. */
function leaseBeyond(free: number, limit: number): LeaseTerms {
  const exact = { extra: 0, leaseMs: slotMs }
  const terms = leaseTerms(1 - free / limit, limit)
  return free - terms.extra < limit / 10 ? exact : terms
}

function leaseTerms(full: number, limit: number): LeaseTerms {
  if (full < 0.5) return { extra: Math.max(1, Math.floor(limit / 50)), leaseMs: leaseMsMax }
  if (full < 0.85) return { extra: Math.max(1, Math.floor(limit / 100)), leaseMs: 1_000 }
  return { extra: 0, leaseMs: slotMs }
}

/** Renews the places of a gateway, and gives it more where they are free. */
export function exchangePlaces(
  holders: Holders,
  gatewayId: string,
  { unit, limit, kept, wanted }: PlacesExchange,
  now: number,
): PlacesAnswer {
  let elsewhere = 0
  for (const [holder, [places, until]] of holders) {
    if (until <= now) holders.delete(holder)
    else {
      // Written by a clock that was ahead.
      if (until > now + placesLeaseMs) holders.set(holder, [places, now + placesLeaseMs])
      if (holder !== gatewayId) elsewhere += places
    }
  }
  const held = Math.max(kept, Math.min(wanted, limit - elsewhere))
  if (held > 0) holders.set(gatewayId, [held, now + placesLeaseMs])
  else holders.delete(gatewayId)
  return { unit, held, elsewhere }
}
