import type { z } from 'zod'
import { capabilities, type CapabilityId } from '#lib/contracts/api/capabilities.ts'

/** Scopes of a key: those of the capabilities, and the operator's statistics. */
export type KeyScope = (typeof capabilities)[CapabilityId]['scope'] | 'admin:read'

export const keyScopes: readonly KeyScope[] = [
  ...new Set(Object.values(capabilities).map(({ scope }) => scope)),
  'admin:read',
]

/** Default scopes of a key: all but the operator's statistics. */
export const defaultScopes: readonly KeyScope[] = keyScopes.filter(scope => scope !== 'admin:read')

/** A format of conversations with models: OpenAI's chat completions or Responses API, or Anthropic's Messages API. */
export type ApiFormat = 'chat' | 'messages' | 'responses'

export interface Example<Input> {
  /** Title of the card in the empty playground. */
  title: string
  /** One line: what the example shows. */
  description: string
  input: Input
}

/** Body of an error; statuses, headers and codes are common to all errors. */
export interface ErrorFormat {
  /** Absent: the standard envelope. */
  readonly schema?: z.ZodType
  /** @param requestId of the request, where a format repeats it in the body */
  print(error: PrintedError, requestId?: string | null): object
}

export interface PrintedError {
  readonly status: number
  readonly message: string
  readonly type: string
  readonly param: string | null
  readonly code: string
  /** One word that distinguishes errors with the same code. */
  readonly reason: string | null
}

/**
 * One operation of the API, defined once: endpoint validation, the OpenAPI document, the playground's form, the
 * snippets and the key scopes derive from it.
 */
export interface Contract<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Event extends z.ZodType = z.ZodType,
> {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path below the base URL, e.g. `/v1/chat/completions`. */
  readonly path: string
  readonly summary: string
  /** The scope a key needs; null: any valid key. */
  readonly scope: KeyScope | null
  /** Whether its requests do not count as concurrent requests of the key. */
  readonly isUnlimitedInParallel?: boolean
  /** Whether it works without a key, unless the operator requires one. */
  readonly keyOptional?: true
  /** Whether it only reads what a page of the console shows: the console's own calls of it are not runs. */
  readonly isListing?: true
  readonly encoding: 'json' | 'multipart' | 'none'
  /** API format of its requests, events and headers; absent: an operation that only one format has. */
  readonly apiFormat?: ApiFormat
  readonly input: Input
  readonly output: Output
  /** Text content types it can return instead. */
  readonly textTypes?: readonly string[]
  /** One event of the stream, if the operation can stream. */
  readonly event?: Event
  /** Error format, where it is not the standard envelope. */
  readonly failure?: ErrorFormat
  /** Error format for the other body format at the same path. */
  readonly otherFailure?: ErrorFormat
  /** Additional statuses and their meanings. */
  readonly moreFailures?: Readonly<Record<`${4 | 5}${string}`, string>>
  readonly examples: readonly Example<z.input<Input>>[]
}

export type Input<C extends Contract> = z.output<C['input']>
export type Output<C extends Contract> = z.output<C['output']>
export type Event<C extends Contract> = z.output<NonNullable<C['event']>>

/** Preserves the literal types of a contract and checks its shape. */
export function defineContract<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Event extends z.ZodType = z.ZodNever,
>(contract: Contract<Input, Output, Event>): Contract<Input, Output, Event> {
  return contract
}
