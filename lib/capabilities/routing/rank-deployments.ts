import { hash } from 'node:crypto'
import type { Deployment } from '#lib/providers/registry/target.ts'

/**
 * The deployments in the order in which they are tried: by tier, and within a tier by weighted rendezvous. All instances
 * give an ID the same order without sharing anything, and a deployment that is lost moves only its own IDs.
 * @param id null: a random order, in which the weights hold too
 */
export function rankDeployments<T extends { readonly deployment: Deployment }>(
  deployments: readonly T[],
  id: string | null,
  random: () => number = Math.random,
): T[] {
  return deployments
    .map(target => {
      const { name, weight, tier } = target.deployment
      const drawn = id === null ? random() : drawFor(id, name)
      return { target, tier, score: -weight / Math.log(drawn) }
    })
    .toSorted((one, other) => one.tier - other.tier || other.score - one.score)
    .map(({ target }) => target)
}

/** A number above 0 and below 1. */
function drawFor(id: string, name: string): number {
  const bits = hash('sha256', `${id}\n${name}`, 'buffer').readUIntBE(0, 6)
  return (bits + 0.5) / 2 ** 48
}
