import type { Usage } from '#lib/contracts/api/usage.ts'
import { createNativeModel } from '#lib/providers/native/create-native-model.ts'
import { withString } from '#lib/providers/native/edit-answer.ts'
import type { SplitEvent } from '#lib/providers/native/event-splitter.ts'
import type { NativeEventReader, StreamState } from '#lib/providers/native/forwarded-stream.ts'
import type { NativeModel } from '#lib/providers/native/native-model.ts'
import { isRecord } from '#lib/providers/transport/json.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import { readJsonRecord } from '#lib/read-json.ts'
import { toAnthropicUsage } from './messages.ts'

/** A model on the Messages API whose clients use that format too. */
export function createNativeMessages(upstream: ModelUpstream): NativeModel {
  return createNativeModel(upstream, {
    path: '/messages',
    countPath: '/messages/count_tokens',
    isError: ({ type }) => type === 'error',
    isAnswer: ({ content }) => Array.isArray(content),
    isCut,
    usageOf: ({ usage }) => readUsage(usage, null),
    written: 'content',
    createReader: publicId => new MessageEventReader(publicId),
  })
}

/** A stream that is passed on event by event. */
class MessageEventReader implements NativeEventReader {
  readonly #publicId: string
  #isStopped = false

  constructor(publicId: string) {
    this.#publicId = publicId
  }

  read({ name, data, bytes }: SplitEvent, stream: StreamState): readonly Buffer[] {
    switch (name) {
      case 'message_start': {
        const message = readJsonRecord(data())?.['message']
        stream.usage = readUsage(isRecord(message) ? message['usage'] : null, null)
        return withString(bytes, ['message', 'model'], this.#publicId)
      }
      case 'content_block_start':
        stream.committed = true
        return [bytes]
      case 'content_block_delta':
        stream.writtenBytes += Math.max(0, bytes.length - deltaFrameBytes)
        return [bytes]
      case 'message_delta': {
        const message = readJsonRecord(data())
        stream.committed = true
        this.#isStopped = true
        stream.usage = readUsage(message?.['usage'], stream.usage)
        if (isRecord(message?.['delta'])) stream.isCut = isCut(message['delta'])
        return [bytes]
      }
      case 'message_stop':
        // Without the reason in `message_delta` an answer may be truncated.
        if (!this.#isStopped) throw stream.endedEarly()
        stream.finished = true
        return [bytes]
      case 'error':
        throw stream.refusal(data())
      default:
        return [bytes]
    }
  }
}

function isCut({ stop_reason: reason }: Readonly<Record<string, unknown>>): boolean {
  return reason === 'max_tokens'
}

// Of `event: content_block_delta` and `data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":""}}`.
const deltaFrameBytes = 115

/** The counts of a message, or of the end of a stream, which may omit those of the prompt. */
function readUsage(raw: unknown, before: Usage | null): Usage | null {
  return isRecord(raw) ? toAnthropicUsage(raw, before ?? undefined) : before
}
