import { isRecord } from './json.ts'

/** Members that limit the tokens of an answer: each server reads others of them. */
const tokenLimits = [
  'max_tokens',
  'max_completion_tokens',
  'max_output_tokens',
  'maxOutputTokens',
  'max_new_tokens',
  'max_tokens_to_sample',
  'max_gen_len',
  'max_length',
  'n_predict',
  'num_predict',
]
/** Members that say how many answers a server writes, of which it may return one. */
const answerCounts = [
  'n',
  'best_of',
  'num_beams',
  'num_return_sequences',
  'candidate_count',
  'candidateCount',
]
/** Members that ask for a service tier. */
const tierNames = ['service_tier', 'serviceTier']
/** Members within which some servers look for them. */
const containers = ['extra_body', 'options', 'parameters', 'generation_config', 'generationConfig']

/** All members of a request that may bound its answer. */
export const answerBoundNames: readonly string[] = [
  ...tokenLimits,
  ...answerCounts,
  ...tierNames,
  ...containers,
]

/** The size of an answer, as its request limits it. */
export interface AnswerBounds {
  /** The largest limit of an answer, whichever the server obeys; null: there is none. */
  readonly tokens: number | null
  /** The most answers. */
  readonly answers: number
  /** Billed beyond the limit: a predicted answer whose tokens are not used. */
  readonly predictedTokens: number
  /** The path of a member that is no whole number, so that a server may take it for any; null: there is none. */
  readonly unreadable: string | null
  /** The service tiers that the request asks for; without one, the provider uses its default. */
  readonly tiers: readonly string[]
}

type MemberOf = (name: string) => unknown
type Visit = (path: string, value: unknown, isTokens: boolean) => void

/** @param memberOf a member of the request; undefined: it is absent */
export function readAnswerBounds(memberOf: MemberOf): AnswerBounds {
  let tokens: number | null = null
  let answers = 1
  let unreadable: string | null = null
  visitBounds(memberOf, (path, value, isTokens) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) unreadable ??= path
    else if (isTokens) tokens = Math.max(tokens ?? 0, value)
    else answers = Math.max(answers, value)
  })
  const predicted = memberOf('prediction')
  const predictedTokens = isRecord(predicted) ? Buffer.byteLength(JSON.stringify(predicted)) : 0
  return { tokens, answers, predictedTokens, unreadable, tiers: readTiers(memberOf) }
}

const defaultTiers: ReadonlySet<unknown> = new Set([
  undefined,
  null,
  'auto',
  'default',
  'standard',
  'standard_only',
  'on_demand',
])

/** @param memberOf a member of the request; undefined: it is absent */
export function readTiers(memberOf: MemberOf): readonly string[] {
  const values = tierNames.map(memberOf)
  for (const container of containers) {
    const within = memberOf(container)
    if (isRecord(within)) values.push(...tierNames.map(name => within[name]))
  }
  return values.filter(value => !defaultTiers.has(value)).map(String)
}

/**
 * The path of a member that bounds the answer in another API format.
 * @param own the limit of this API format
 * @returns null: there is none
 */
export function findForeignBound(memberOf: MemberOf, own: string): string | null {
  let found: string | null = null
  visitBounds(memberOf, (path, value, isTokens) => {
    if (path !== own && (isTokens || value !== 1)) found ??= path
  })
  return found
}

/** Visits those that are set. */
function visitBounds(memberOf: MemberOf, visit: Visit): void {
  visitNamed(memberOf, '', visit)
  for (const container of containers) {
    const within = memberOf(container)
    if (isRecord(within)) visitNamed(name => within[name], `${container}.`, visit)
  }
}

function visitNamed(memberOf: MemberOf, path: string, visit: Visit): void {
  for (const name of tokenLimits) visitSet(path + name, memberOf(name), true, visit)
  for (const name of answerCounts) visitSet(path + name, memberOf(name), false, visit)
}

function visitSet(path: string, value: unknown, isTokens: boolean, visit: Visit): void {
  if (value !== undefined && value !== null) visit(path, value, isTokens)
}
