import type { Usage } from '#lib/contracts/api/usage.ts'
import { createNativeModel } from '#lib/providers/native/create-native-model.ts'
import { withString } from '#lib/providers/native/edit-answer.ts'
import type { SplitEvent } from '#lib/providers/native/event-splitter.ts'
import type { NativeEventReader, StreamState } from '#lib/providers/native/forwarded-stream.ts'
import type { NativeModel } from '#lib/providers/native/native-model.ts'
import { withTier } from '#lib/providers/openai-compatible/decoder.ts'
import { isRecord, readIndex } from '#lib/providers/transport/json.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import { readJsonRecord } from '#lib/read-json.ts'

/** A model on the Responses API whose clients use that format too. */
export function createNativeResponses(upstream: ModelUpstream): NativeModel {
  return createNativeModel(upstream, {
    path: '/responses',
    countPath: '/responses/input_tokens',
    isError: ({ error }) => isRecord(error),
    isAnswer: ({ output, status }) =>
      Array.isArray(output) && (status === 'completed' || status === 'incomplete'),
    isCut,
    usageOf: readUsage,
    written: 'output',
    createReader: publicId => new ResponseEventReader(publicId),
  })
}

class ResponseEventReader implements NativeEventReader {
  readonly #publicId: string

  constructor(publicId: string) {
    this.#publicId = publicId
  }

  read({ name, data, bytes }: SplitEvent, stream: StreamState): readonly Buffer[] {
    switch (name) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
        return this.#named(bytes)
      case 'response.completed':
      case 'response.incomplete': {
        const response = readJsonRecord(data())?.['response']
        // Without its response an answer may be truncated.
        if (!isRecord(response)) throw stream.endedEarly()
        stream.usage = readUsage(response)
        stream.committed = true
        stream.finished = true
        stream.isCut = isCut(response)
        return this.#named(bytes)
      }
      case 'response.failed':
        throw stream.refusal(errorOf(data()))
      case 'error':
        throw stream.refusal(data())
      case 'response.output_item.added':
        stream.committed = true
        return [bytes]
      default:
        if (name.endsWith('.delta')) stream.writtenBytes += deltaBytesOf(bytes)
        return [bytes]
    }
  }

  #named(bytes: Buffer): readonly Buffer[] {
    return withString(bytes, ['response', 'model'], this.#publicId)
  }
}

const deltaStart = '"delta":"'

/** About the bytes of the text: up to its first quote. */
function deltaBytesOf(bytes: Buffer): number {
  const from = bytes.indexOf(deltaStart) + deltaStart.length
  return Math.max(0, bytes.indexOf('"', from) - from)
}

/** The error of a failed response as a body with an error. */
function errorOf(data: string): string {
  const response = readJsonRecord(data)?.['response']
  const error = isRecord(response) ? response['error'] : null
  return isRecord(error) ? JSON.stringify({ error }) : data
}

function isCut({ incomplete_details: details }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(details) && details['reason'] === 'max_output_tokens'
}

function readUsage(response: Readonly<Record<string, unknown>>): Usage | null {
  const { usage: raw, output } = response
  if (!isRecord(raw)) return null
  const read = isRecord(raw['input_tokens_details']) ? raw['input_tokens_details'] : {}
  const written = isRecord(raw['output_tokens_details']) ? raw['output_tokens_details'] : {}
  const prompt = readIndex(raw['input_tokens']) ?? 0
  const completion = readIndex(raw['output_tokens']) ?? 0
  const searches = Array.isArray(output) ? output.filter(isSearch).length : 0
  const usage: Usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: readIndex(raw['total_tokens']) ?? prompt + completion,
    prompt_tokens_details: {
      cached_tokens: readIndex(read['cached_tokens']) ?? 0,
      cache_write_tokens: readIndex(read['cache_write_tokens']) ?? 0,
    },
    completion_tokens_details: { reasoning_tokens: readIndex(written['reasoning_tokens']) ?? 0 },
    ...(searches > 0 && { server_tool_use: { web_search_requests: searches } }),
  }
  return withTier(usage, response)
}

/** Only searches are billed, not the pages that the model opens. */
function isSearch(item: unknown): boolean {
  if (!isRecord(item) || item['type'] !== 'web_search_call') return false
  const { action } = item
  return !isRecord(action) || action['type'] === undefined || action['type'] === 'search'
}
