import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Deployment } from '#lib/providers/registry/target.ts'
import { rankDeployments } from './rank-deployments.ts'

interface Ranked {
  readonly deployment: Deployment
}

function deployed(name: string, weight: number, tier = 0): Ranked {
  const limits = { parallelMax: Infinity, parallelTotalMax: Infinity, providerParallelMax: Infinity }
  return { deployment: { name, keyName: name, key: {}, weight, tier, affinity: true, ...limits } }
}

const ids = Array.from({ length: 10_000 }, (_, index) => `session-${index}`)
const nameOf = (ranked: readonly Ranked[]) => ranked[0]?.deployment.name

/** The share of each first choice. */
function sharesOf(choose: (id: string) => string | undefined): Record<string, number> {
  const groups = Object.groupBy(ids, id => choose(id) ?? '')
  return Object.fromEntries(
    Object.entries(groups).map(([name, group]) => [name, (group?.length ?? 0) / ids.length]),
  )
}

/** The same numbers in every run: mulberry32. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const three = [deployed('five', 5), deployed('three', 3), deployed('two', 2)]

describe('without an ID', () => {
  test('10,000 requests are shared 5:3:2 within 1 %', () => {
    const random = createRandom(7)

    const shares = sharesOf(() => nameOf(rankDeployments(three, null, random)))

    expect(Math.abs((shares['five'] ?? 0) - 0.5)).toBeLessThan(0.01)
    expect(Math.abs((shares['three'] ?? 0) - 0.3)).toBeLessThan(0.01)
    expect(Math.abs((shares['two'] ?? 0) - 0.2)).toBeLessThan(0.01)
  })

  test('the second choices of a lost deployment follow the weights too', () => {
    const random = createRandom(11)
    const others = ids.map(() => rankDeployments(three, null, random)).filter(each => nameOf(each) === 'five')

    const third = others.filter(each => each[1]?.deployment.name === 'three').length / others.length

    expect(Math.abs(third - 0.6)).toBeLessThan(0.02)
  })
})

describe('with an ID', () => {
  test('shares follow any weights within 2 %', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(weights, fc.string({ minLength: 1, maxLength: 8 }), (given, prefix) => {
        const deployments = given.map((weight, index) => deployed(`${prefix}${index}`, weight))
        const total = given.reduce((sum, weight) => sum + weight, 0)
        const shares = sharesOf(id => nameOf(rankDeployments(deployments, id)))
        for (const { deployment } of deployments) {
          const share = shares[deployment.name] ?? 0
          expect(Math.abs(share - deployment.weight / total)).toBeLessThan(0.02)
        }
      }),
      { numRuns: 12, seed: 42 },
    )
  })

  test('the order does not depend on that of the configuration', () => {
    const reversed = three.toReversed()

    for (const id of ids.slice(0, 200))
      expect(rankDeployments(reversed, id)).toEqual(rankDeployments(three, id))
  })

  test('a lost deployment moves only its own IDs', () => {
    const without = three.filter(({ deployment }) => deployment.name !== 'five')
    const moved = ids.filter(id => {
      const before = nameOf(rankDeployments(three, id))
      return before !== 'five' && before !== nameOf(rankDeployments(without, id))
    })

    expect(moved).toEqual([])
  })
})

test('a lower tier comes first, whatever the weights', () => {
  const tiers = [deployed('spare', 1000, 1), deployed('first', 1), deployed('last', 1000, 2)]

  for (const id of [null, ...ids.slice(0, 100)])
    expect(rankDeployments(tiers, id).map(each => each.deployment.name)).toEqual(['first', 'spare', 'last'])
})
