import { ApiError } from '#lib/errors.ts'
import type { Deployment } from '#lib/providers/registry/target.ts'
import { type KeyProblem, UpstreamError } from '#lib/providers/transport/upstream-error.ts'

/** Why a deployment or a key is not used for a while. */
export type CooldownReason = KeyProblem['reason']

/** A deployment or a key that is not used now. */
export interface Cooldown {
  /** As in the header `sextant-deployment`, or without the model for all models of a key. */
  readonly name: string
  readonly reason: CooldownReason
  /** Milliseconds; 0: the next request tries it. */
  readonly waitMs: number
}

/** Asks a provider whether it accepts a key; `unknown`: the answer says nothing about the key. */
export type KeyCheck = (signal: AbortSignal) => Promise<KeyCheckResult>
export type KeyCheckResult = 'accepted' | 'refused' | 'unknown'

const rateLimitMs = 10_000
const rateLimitMsMax = 300_000
const balanceMs = 900_000
// Until the key is replaced, it is checked every five minutes, or one request tries it where no check is possible.
const refusedMs = 300_000
const trialMs = 10_000
// Deployments come from the configuration; this bounds what changes of it leave behind.
const cooldownsMax = 10_000

interface Cooling {
  readonly key: object
  readonly reason: CooldownReason
  until: number
  readonly nextMs: number
  /** Whether a request is trying it before `until`. */
  isTried: boolean
  /** Whether the last check said nothing about the key, so that a request has to try it. */
  isUnknown: boolean
}

/** Keys that a provider limits or rejects, for all of their models, and deployments that it rejects. */
export class Cooldowns {
  readonly #now: () => number
  readonly #cooling = new Map<string, Cooling>()
  #isChecked: (keyName: string) => boolean = () => false

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** @returns null: it may be used */
  problemOf({ name, keyName, key }: Deployment): ApiError | null {
    if (this.#cooling.size === 0) return null
    return this.#problem(keyName, key) ?? this.#problem(name, key)
  }

  failed({ name, keyName, key }: Deployment, failure: ApiError): void {
    if (!(failure instanceof UpstreamError) || failure.ofKey === null) return
    const { reason, scope } = failure.ofKey
    const cooled = scope === 'key' ? keyName : name
    if (reason === 'rate_limit') return this.#limit(cooled, key, failure.retryAfterMs)
    const ms = reason === 'balance' ? balanceMs : refusedMs
    this.#cool(cooled, { key, reason, until: this.#now() + ms, nextMs: ms })
  }

  succeeded({ name, keyName }: Deployment): void {
    if (this.#cooling.size === 0) return
    this.#end(name)
    this.#end(keyName)
  }

  /** Requests try no rejected key of these: `checked` reports whether it works again. */
  leaveTrials(isChecked: (keyName: string) => boolean): void {
    this.#isChecked = isChecked
  }

  /** Names of the rejected keys that may be checked again. */
  dueChecks(): string[] {
    const now = this.#now()
    return this.#cooling
      .entries()
      .filter(
        ([name, { reason, until, isUnknown }]) =>
          isKey(name) && reason === 'refused' && !isUnknown && until <= now,
      )
      .map(([name]) => name)
      .toArray()
  }

  checked(keyName: string, result: KeyCheckResult): void {
    const cooling = this.#cooling.get(keyName)
    if (cooling === undefined) return
    if (result === 'accepted') this.#cooling.delete(keyName)
    if (result === 'refused') cooling.until = this.#now() + refusedMs
    cooling.isUnknown = result === 'unknown'
    if (result === 'unknown') cooling.until = Math.min(cooling.until, this.#now())
  }

  /** Names of the keys of a provider that are not used because it has rejected them, or because nothing is left of their balance. */
  unusedKeys(providerId: string): string[] {
    return this.#cooling
      .entries()
      .filter(([name, { reason }]) => isKey(name) && reason !== 'rate_limit' && isKeyOf(name, providerId))
      .map(([name]) => name)
      .toArray()
  }

  /** Forgets keys of providers that were changed or removed since. */
  keepOnly(current: ReadonlySet<object>): void {
    for (const [name, { key }] of this.#cooling) if (!current.has(key)) this.#cooling.delete(name)
  }

  list(): Cooldown[] {
    const now = this.#now()
    return this.#cooling
      .entries()
      .map(([name, { reason, until }]) => ({ name, reason, waitMs: Math.max(0, Math.round(until - now)) }))
      .toArray()
  }

  #problem(name: string, key: object): ApiError | null {
    const cooling = this.#cooling.get(name)
    if (cooling === undefined) return null
    if (cooling.key !== key) {
      this.#cooling.delete(name)
      return null
    }
    const waitMs = Math.ceil(cooling.until - this.#now())
    if (waitMs > 0) return toError(name, cooling.reason, waitMs)
    if (cooling.reason === 'refused' && !cooling.isUnknown && isKey(name) && this.#isChecked(name))
      return toError(name, cooling.reason, 0)
    // One request tries the key, and the others wait for what it finds.
    if (cooling.reason !== 'rate_limit') {
      cooling.until = this.#now() + trialMs
      cooling.isTried = true
    }
    return null
  }

  #limit(name: string, key: object, retryAfterMs: number | null): void {
    const now = this.#now()
    const known = this.#cooling.get(name)
    const before = known?.reason === 'rate_limit' && known.key === key ? known : null
    const isOver = before === null || before.until <= now
    // Requests that were sent before the first one failed tell nothing new.
    if (!isOver && retryAfterMs === null) return
    const ms = before?.nextMs ?? rateLimitMs
    const until = now + Math.min(retryAfterMs ?? ms, rateLimitMsMax)
    this.#cool(name, {
      key,
      reason: 'rate_limit',
      until: isOver ? until : Math.max(until, before.until),
      nextMs: isOver ? Math.min(ms * 2, rateLimitMsMax) : ms,
    })
  }

  /** Unless the response belongs to a request that was sent before the cooldown. */
  #end(name: string): void {
    const cooling = this.#cooling.get(name)
    if (cooling === undefined) return
    if (cooling.isTried || cooling.until <= this.#now()) this.#cooling.delete(name)
  }

  #cool(name: string, cooling: Omit<Cooling, 'isTried' | 'isUnknown'>): void {
    this.#cooling.set(name, { ...cooling, isTried: false, isUnknown: false })
    if (this.#cooling.size <= cooldownsMax) return
    const [oldest] = this.#cooling.keys()
    if (oldest !== undefined) this.#cooling.delete(oldest)
  }
}

/** The name of a deployment has its model after a slash. */
function isKey(name: string): boolean {
  return !name.includes('/')
}

function isKeyOf(name: string, providerId: string): boolean {
  return name === providerId || name.startsWith(`${providerId}#`)
}

function toError(name: string, reason: CooldownReason, retryAfterMs: number): ApiError {
  switch (reason) {
    case 'rate_limit':
      return new ApiError(
        'rate_limit_exceeded',
        `The provider is rate limiting \`${name}\`. Try again later.`,
        {
          retryAfterMs,
        },
      )
    case 'balance':
      return unusable(`The operator's balance at \`${name}\` is exhausted.`, reason)
    case 'refused':
      return unusable(`The provider rejected the API key of \`${name}\`.`, reason)
  }
}

function unusable(message: string, reason: CooldownReason): UpstreamError {
  return new UpstreamError('upstream_error', message, { ofKey: { reason, scope: 'key' } })
}
