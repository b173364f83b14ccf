import type { EventStream, Handler } from '#lib/capabilities/handler.ts'
import type { Contract, FailureFace } from '#lib/contracts/core/contract.ts'
import type { GatewayContext } from '#lib/gateway/context/request-context.ts'
import { checkInput } from './read-input.ts'

/** A capability with its contract, for a body that nobody has checked yet. */
export interface Operation {
  readonly failure: FailureFace | undefined
  /** @throws ApiError with the code and path of the first mistake of the body, before anything is done */
  run(raw: unknown, context: GatewayContext): Promise<unknown> | EventStream<unknown>
}

export function toOperation<C extends Contract>(contract: C, handler: Handler<C>): Operation {
  return {
    failure: contract.failure,
    run(raw, context) {
      // Before the check: the row of a body with a mistake says what was asked for, too.
      context.model = readModel(raw)
      const input = checkInput(contract, raw)
      return handler(input, context)
    },
  }
}

function readModel(input: unknown): string | null {
  if (typeof input !== 'object' || input === null || !('model' in input)) return null
  return typeof input.model === 'string' ? input.model : null
}
