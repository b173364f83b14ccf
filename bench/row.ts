/** One compared figure. */
export interface Row {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly peer: number | null
  readonly peerName: string | null
  /** Maximum of `ours`, or minimum if `moreIsBetter`; null: no goal. */
  readonly goal: number | null
  readonly ok: boolean | null
}

export interface Measured {
  readonly name: string
  readonly unit: string
  readonly ours: number
  readonly peer?: number | undefined
  readonly peerName?: string | undefined
  readonly goal?: number | undefined
  readonly moreIsBetter?: boolean
}

export function toRow({ name, unit, ours, peer, peerName, goal, moreIsBetter }: Measured): Row {
  return {
    name,
    unit,
    ours,
    peer: peer ?? null,
    peerName: peerName ?? null,
    goal: goal ?? null,
    ok: goal === undefined ? null : moreIsBetter === true ? ours >= goal : ours <= goal,
  }
}
