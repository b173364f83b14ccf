import type { NewKey } from '#lib/contracts/console/keys.ts'
import type { KeyScope } from '#lib/contracts/core/contract.ts'

export const daysValid = 90
const dayMs = 24 * 3_600_000

/** The client that a key is for, and the model that its lines name. */
interface KeyPurpose {
  readonly client: { readonly group: string }
  readonly way: { readonly scopes: readonly KeyScope[] }
  /** Undefined: not known yet, or there is none. */
  readonly model: { readonly id: string } | undefined
}

/** Settings of a key for a client; its limits are those of the team. */
export function toNewKey(name: string, { now, ...purpose }: KeyPurpose & { readonly now: number }): NewKey {
  const defaultModel = defaultModelFor(purpose)
  return {
    name,
    scopes: [...purpose.way.scopes],
    expires_at: now + daysValid * dayMs,
    ...(defaultModel !== null && { default_model: defaultModel }),
  }
}

/** Agents ask for models of their vendor too, for instance for titles. For other clients a wrong name is an error. */
export function defaultModelFor({ client, model }: KeyPurpose): string | null {
  return client.group === 'Agents' ? (model?.id ?? null) : null
}
