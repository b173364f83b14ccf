import type { Usage } from '#lib/contracts/api/usage.ts'
import { catalogInUse } from '#lib/prices/catalog.ts'
import { type AnyTarget, targetKey } from '#lib/providers/registry/target.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'

/** Tokens of an answer to a request without a limit, under a budget: more than nearly all answers have. */
const answerTokensDefault = 16_384
/** A shorter answer is rarely of use. */
export const answerTokensMin = 256

/** As much as the largest thinking budget of Gemini's models. */
const excessTokensMax = 32_768

/** After its last excess: a server may be mended. */
const exceedingMs = 3_600_000

const targetsMax = 10_000
const tiersMax = 8
const noTiers: ReadonlySet<string> = new Set()
const namesLimit = /max_?(completion_|output_|new_)?tokens|(maximum|at most).{0,80}tokens/i

/**
 * The most tokens that each target may be asked for, and what its answers have beyond that. Lists of models rarely state
 * the limit, so a smaller one is learned from refusals, and an excess from reports. In memory per gateway.
 */
export class AnswerLimits {
  readonly #learned = new Map<string, number>()
  /** When each target wrote more than a limit for the last time. */
  readonly #exceeding = new Map<string, number>()
  /** Service tiers of responses, which an account can have by default. */
  readonly #tiers = new Map<string, ReadonlySet<string>>()

  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** @param most that the team allows; null: the default */
  of(target: AnyTarget, most: number | null): number {
    const own = this.#learned.get(targetKey(target)) ?? Infinity
    const listed = target.catalogId === undefined ? null : catalogInUse().find(target.catalogId)
    return Math.min(own, listed?.entry.maxOutput ?? Infinity, most ?? answerTokensDefault)
  }

  /** Tokens that an answer may have beyond its limit: thinking that some vendors count beside it, or any excess. */
  excessOf(target: AnyTarget): number {
    return target.hidesThinking === true || this.#isExceeding(targetKey(target)) ? excessTokensMax : 0
  }

  /** The target reports that it has written more than the limit of a request: for an hour, more is reserved. */
  exceeded(target: AnyTarget): void {
    remember(this.#exceeding, targetKey(target), this.#now())
  }

  /** The service tiers that responses of the target had. */
  tiersOf(target: AnyTarget): Iterable<string> {
    return this.#tiers.get(targetKey(target)) ?? noTiers
  }

  answered(target: AnyTarget, { service_tier: tier }: Usage): void {
    if (typeof tier !== 'string' || this.#tiers.size >= targetsMax) return
    const key = targetKey(target)
    const known = this.#tiers.get(key) ?? noTiers
    if (!known.has(tier) && known.size < tiersMax) this.#tiers.set(key, new Set([...known, tier]))
  }

  /**
   * @param tokens the limit of the failed request
   * @param most that the team allows; null: the default
   * @returns the limit to try next; null: the limit is not the reason of the error
   */
  afterRefusal(target: AnyTarget, tokens: number, most: number | null, error: unknown): number | null {
    if (!(error instanceof UpstreamError) || error.status !== 400 || tokens <= answerTokensMin) return null
    const isTooLong = error.code === 'context_length_exceeded'
    if (!isTooLong && !namesLimit.test(error.message)) return null
    const next = Math.max(answerTokensMin, Math.floor(tokens / 4))
    // A long prompt leaves less of the context window only for its own answer.
    if (!isTooLong && tokens === this.of(target, most)) remember(this.#learned, targetKey(target), next)
    return next
  }

  #isExceeding(key: string): boolean {
    const at = this.#exceeding.get(key)
    return at !== undefined && this.#now() - at < exceedingMs
  }
}

function remember(known: Map<string, number>, key: string, value: number): void {
  known.delete(key)
  known.set(key, value)
  if (known.size <= targetsMax) return
  const [oldest] = known.keys()
  if (oldest !== undefined) known.delete(oldest)
}
