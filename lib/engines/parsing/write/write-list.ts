import type { ParseWarning } from '#lib/engines/parsing/blocks.ts'
import { type ChunkPlace, toDetails } from './details.ts'
import { extras } from './extras.ts'
import { toList, toMembers } from './json-members.ts'
import type { Answer } from './write-answer.ts'
import { writeParts } from './write-parts.ts'

export interface ListBody {
  readonly object: 'chunks' | 'pages'
  readonly items: Iterable<unknown>
  readonly places: readonly ChunkPlace[]
  /** Tokens were counted by another tokenizer than the default embedding model's. */
  readonly estimated: boolean
}

const estimatedTokens: ParseWarning = {
  code: 'estimated_tokens',
  message: 'Tokens are estimated: the tokenizer of the default embedding model is not on this machine.',
}

/** `{"id","object","data":{"success":true,"data":{"chunks":[…]}}}`, and the extras beside `data`. */
export async function writeList(
  { document, options, bodyPath, folder }: Answer,
  { object, items, places, estimated }: ListBody,
): Promise<void> {
  const warnings = estimated ? [...document.warnings, estimatedTokens] : document.warnings
  await writeParts(bodyPath, body())

  function* body(): Generator<string> {
    yield `{"id":${JSON.stringify(options.id)},"object":"${object}","data":{"success":true,"data":{"${object}":`
    yield* toList(items)
    yield '}}'
    const more = [...toMembers(extras(document, options, folder, warnings))]
    if (more.length > 0) yield ','
    yield* more
    if (options.details) yield `,"details":${JSON.stringify(toDetails(document, places))}`
    yield '}'
  }
}
