import type { Draft } from './model/draft.ts'
import type { ExampleInfo } from '#lib/contracts/core/contract-info.ts'

/** An example with the model that is chosen: the one it was written with may not be here. */
export function exampleBody(example: ExampleInfo, draft: Draft): Draft['body'] {
  const model = draft.body['model']
  return model === undefined ? example.body : { ...example.body, model }
}
