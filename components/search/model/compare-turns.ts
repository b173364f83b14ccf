import type { SearchStep } from '#lib/contracts/api/search/search.ts'
import type { SearchTurn } from './search-turn.ts'
import { stepOrder } from './step-labels.ts'

/** The URLs that both answers have as a source. */
export function commonSources(a: SearchTurn, b: SearchTurn): ReadonlySet<string> {
  const addresses = ({ found }: SearchTurn) =>
    new Set((found.sources ?? []).flatMap(({ metadata: { url } }) => (url === '' ? [] : url)))
  return addresses(a).intersection(addresses(b))
}

/** Duration of each step per answer in milliseconds; null for a missing step. */
export interface StepTimes {
  readonly name: string
  readonly ms: readonly (number | null)[]
}

/** The steps of several answers side by side, in the order of a search; repeated steps are merged. */
export function stepTimes(turns: readonly SearchTurn[]): readonly StepTimes[] {
  const names = new Set<string>(stepOrder)
  for (const { found } of turns) for (const { name } of found.steps) names.add(name)
  return [...names]
    .map(name => ({ name, ms: turns.map(({ found }) => totalOf(found.steps, name)) }))
    .filter(({ ms }) => ms.some(each => each !== null))
}

function totalOf(steps: readonly SearchStep[], name: string): number | null {
  const found = steps.filter(step => step.name === name)
  return found.length === 0 ? null : found.reduce((sum, { ms }) => sum + ms, 0)
}
