/** Old and new position of a document; ranks count from 1. */
export interface Movement {
  /** `▲ 3`, `▼ 1`, `=`. */
  readonly mark: string
  /** For screen readers. */
  readonly label: string
  /** Ranks upward; negative: downward. */
  readonly places: number
}

/** @param rank null: not returned, so without a new rank */
export function toMovement(index: number, rank: number | null): Movement | null {
  if (rank === null) return null
  const places = index + 1 - rank
  if (places === 0) return { mark: '=', label: 'stayed', places }
  const count = Math.abs(places)
  return places > 0
    ? { mark: `▲ ${count}`, label: `up ${count} from ${index + 1}`, places }
    : { mark: `▼ ${count}`, label: `down ${count} from ${index + 1}`, places }
}
