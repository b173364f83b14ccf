import type { FairSample } from '#components/embeddings/model/projection/fair-sample.ts'
import { takeFairSample } from '#components/embeddings/model/projection/fair-sample.ts'

const productsMax = 3e9

/**
 * Positions to measure: all, if that takes at most a few seconds; otherwise a sample whose mean is within a
 * few hundredths of the whole.
 * @param dimensions values per vector that are compared
 */
export function takeMeasuredSample(
  groups: readonly (string | null)[],
  dimensions: number,
  seed: number,
): { readonly positions: Int32Array; readonly sample: FairSample | null } {
  const size = Math.max(100, Math.floor(productsMax / (groups.length * dimensions)))
  const positions = takeFairSample(groups, size, seed)
  const sample =
    positions.length === groups.length ? null : { size: positions.length, of: groups.length, seed }
  return { positions, sample }
}
