import type { PdfCall, PdfReader } from '#lib/capabilities/api-formats/document-text.ts'
import { FormatCall, type SentRequest } from '#lib/capabilities/api-formats/format-call.ts'
import type { SessionFields } from '#lib/capabilities/request-context.ts'
import { sessionOf } from '#lib/capabilities/session.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { ResponsesRequest } from '#lib/contracts/api/responses/responses.ts'
import type { NativeRequest } from '#lib/providers/native/native-model.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { responsesLayout } from '#lib/providers/transport/envelope/request-envelope.ts'
import { readFiles } from './read-files.ts'
import { refuseSharedState } from './refuse-state.ts'
import {
  type EarlierItems,
  noEarlierItems,
  toChatRequest,
  type TranslatedResponse,
} from './to-chat-request.ts'

const forwardedNames = ['openai-beta', 'session-id', 'thread-id', 'x-codex-turn-state'] as const

/** A request of the Responses API. */
export class ResponsesCall extends FormatCall<ResponsesRequest, TranslatedResponse> {
  readonly #earlier: EarlierItems

  /** @throws ApiError `invalid_json` for a member that must be unique */
  constructor(sent: SentRequest<ResponsesRequest>, earlier: EarlierItems = noEarlierItems) {
    super(sent, responsesLayout)
    this.#earlier = earlier
  }

  /** Counts bytes as used memory until the response is closed. @throws ApiError where they do not fit */
  hold(bytes: number): void {
    this.sent.hold(bytes)
  }

  /**
   * The same request with earlier items in its body.
   * @param heldBytes what was counted for those items when they were read
   * @throws ApiError where it does not fit into memory
   */
  withHistory(bytes: Buffer, earlier: EarlierItems, heldBytes: number): ResponsesCall {
    this.hold(Math.max(0, bytes.length - heldBytes))
    return new ResponsesCall({ ...this.sent, bytes }, earlier)
  }

  override get notForwarded(): readonly string[] {
    return [...this.#earlier.leftOut, ...super.notForwarded]
  }

  /** The members that may name the session of the client. */
  get sessionFields(): SessionFields {
    const { sessionId, metadata } = this.envelope
    const key = this.envelope.member('prompt_cache_key')
    return { session_id: sessionId, metadata, prompt_cache_key: key }
  }

  protected get forwardedNames(): readonly string[] {
    return forwardedNames
  }

  get mayHavePdfs(): boolean {
    return this.envelope.bytes.includes('input_file')
  }

  protected withDocuments(reader: PdfReader, call: PdfCall): Promise<ResponsesRequest> {
    return readFiles(this.input, reader, call)
  }

  toNative(
    publicId: string,
    maxTokens: number | null,
    otherModels: NativeRequest['otherModels'] = new Map(),
  ): NativeRequest {
    const { envelope, query } = this
    refuseSharedState(envelope, this.#earlier.outputs)
    // A response that the operator's account keeps could not be found by its owner alone.
    const isStored = envelope.member('store') !== false
    const set = {
      ...(maxTokens !== null && { max_output_tokens: maxTokens }),
      ...(isStored && { store: false }),
    }
    return { envelope, set, otherModels, publicId, query, headers: this.forwardedHeaders }
  }

  /** Counting stores nothing, and its endpoint has no member `store`. */
  toCount(publicId: string, otherModels: NativeRequest['otherModels']): NativeRequest {
    return { ...this.toNative(publicId, null, otherModels), set: { store: undefined } }
  }

  toChat({ model, contextWindow }: ChatTarget, teamId: string): TranslatedResponse {
    const session = sessionOf(teamId, this.sent.headers, this.sessionFields)
    const options = { quirks: model.translation ?? {}, teamId, session, contextWindow }
    return toChatRequest(this.input, options, this.#earlier)
  }

  toPlainChat(teamId: string): ChatRequest {
    const options = { quirks: {}, teamId, session: null, contextWindow: undefined }
    return toChatRequest(this.input, options, this.#earlier).request
  }
}

/** A request whose client expects chat completions, which no provider answers it with. */
export class ResponsesCallForChat extends ResponsesCall {
  override nativeOf(): null {
    return null
  }
}
