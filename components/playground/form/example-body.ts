import type { Draft } from './model/draft.ts'
import type { ExampleInfo } from '#lib/contracts/core/contract-info.ts'

/** An example with the selected model: the one in the example may not be available here. */
export function exampleBody(example: ExampleInfo, draft: Draft): Draft['body'] {
  const model = draft.body['model']
  return model === undefined ? example.body : { ...example.body, model }
}
