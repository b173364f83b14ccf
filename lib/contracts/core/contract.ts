import type { z } from 'zod'

/** What a key must carry to use an endpoint; null: any valid key. */
export const keyScopes = [
  'chat',
  'embeddings',
  'rerank',
  'web',
  'documents',
  'library',
  'admin:read',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** What a key may do unless something else is said: everything but read the operator's figures. */
export const defaultScopes: readonly KeyScope[] = keyScopes.filter(scope => scope !== 'admin:read')

export interface Example<Input> {
  /** Title of the card in the empty playground. */
  title: string
  /** One line: what the reader will see. */
  description: string
  input: Input
}

/** The body of a failure; statuses, headers and codes are those of every failure. */
export interface FailureFace {
  readonly schema: z.ZodType
  /** @param reason one word that tells failures of the same code apart */
  print(message: string, code: string, reason: string | null): object
}

/**
 * One operation of the API, written once: the endpoint validates with it, the OpenAPI document, the playground's
 * form, the snippets and the key scopes are read from it.
 */
export interface Contract<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Event extends z.ZodType = z.ZodType,
> {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path below the base address, e.g. `/v1/chat/completions`. */
  readonly path: string
  readonly summary: string
  readonly scope: KeyScope | null
  /** Whether it can be used without a key, unless the operator asks for one. */
  readonly keyOptional?: true
  readonly encoding: 'json' | 'multipart' | 'none'
  readonly input: Input
  readonly output: Output
  /** Types of texts that it can answer with instead. */
  readonly textTypes?: readonly string[]
  /** One event of the stream, where the operation can stream. */
  readonly event?: Event
  /** How a failure looks where it is not the usual envelope. */
  readonly failure?: FailureFace
  /** How it looks for another form of the body at the same address. */
  readonly otherFailure?: FailureFace
  /** Statuses that others do not have, and what they mean. */
  readonly moreFailures?: Readonly<Record<`${4 | 5}${string}`, string>>
  readonly examples: readonly Example<z.input<Input>>[]
}

export type Input<C extends Contract> = z.output<C['input']>
export type Output<C extends Contract> = z.output<C['output']>
export type Event<C extends Contract> = z.output<NonNullable<C['event']>>

/** Keeps the literal types of a contract while checking its shape. */
export function defineContract<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Event extends z.ZodType = z.ZodNever,
>(contract: Contract<Input, Output, Event>): Contract<Input, Output, Event> {
  return contract
}
