import type { Handler } from '#lib/capabilities/handler.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { WrittenJson } from '#lib/capabilities/written-json.ts'
import type { Contract, Input, Output } from '#lib/contracts/core/contract.ts'

/** The answer of an operation that does not stream, as a value. */
export async function readAnswer<C extends Contract>(
  contract: C,
  handler: Handler<C>,
  input: Input<C>,
  context: RequestContext,
): Promise<Output<C>> {
  const answer = handler(input, context)
  if (Symbol.asyncIterator in answer) throw new Error(`${contract.id} streams`)
  const body = await answer
  if (!(body instanceof WrittenJson)) return body
  return contract.output.parse(JSON.parse(Buffer.concat(body.parts).toString('utf8'))) as Output<C>
}
